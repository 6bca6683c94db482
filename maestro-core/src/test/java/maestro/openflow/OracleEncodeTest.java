package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.L2FlowAdd;
import maestro.testkit.EachVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFErrorType;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModCommand;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFHello;
import org.projectfloodlight.openflow.protocol.OFHelloFailedCode;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.OFType;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.errormsg.OFHelloFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * What we write with random fields, openflowj reads back as the same fields, and writes as the same
 * bytes.
 */
class OracleEncodeTest {
  private static final int CASES = 400;
  private static final int AT = 3;

  private final ByteBuffer out = ByteBuffer.allocate(4096);
  private final ByteBuffer data = ByteBuffer.allocate(2048);
  private final Random random = new Random(20260101);

  OracleEncodeTest() {
    random.nextBytes(data.array());
  }

  /** openflowj's reading of the bytes at {@link #AT}, which it must write back unchanged. */
  private <T extends OFMessage> T read(Class<T> type, int bytes) throws MalformedMessageException {
    OFMessage message = ColdCodec.read(out, AT, bytes);
    assertThat(Bytes.toHex(ColdCodec.bytes(message)))
        .isEqualTo(Bytes.toHex(Bytes.copy(out, AT, bytes)));
    return type.cast(message);
  }

  private int port(int version) {
    return RandomFields.port(random, version);
  }

  private void assertOutput(List<OFAction> actions, int port) {
    assertThat(actions).hasSize(1);
    OFActionOutput output = (OFActionOutput) actions.get(0);
    assertThat(output.getPort().getPortNumber()).isEqualTo(port);
    assertThat(output.getMaxLen()).isEqualTo(0xffff);
  }

  private static void assertAddress(Match match, MatchField<MacAddress> field, long address) {
    assertThat(match.isExact(field)).isTrue();
    assertThat(match.get(field).getLong()).isEqualTo(address);
  }

  @EachVersion
  void shouldReadSamePacketIn(int version) throws MalformedMessageException {
    for (int i = 0; i < CASES; i++) {
      int xid = random.nextInt();
      int bufferId = random.nextInt();
      int total = random.nextInt(0x10000);
      int inPort = port(version);
      int reason = random.nextInt(2);
      long cookie = random.nextLong();
      int offset = random.nextInt(100);
      int length = random.nextInt(1500);
      int bytes =
          PacketInEncoder.encode(
              out, AT, version, xid, bufferId, total, inPort, reason, cookie, data, offset, length);

      OFPacketIn read = read(OFPacketIn.class, bytes);

      assertThat(bytes).isEqualTo(PacketInEncoder.bytes(version, length));
      assertThat((int) read.getXid()).isEqualTo(xid);
      assertThat(read.getBufferId().getInt()).isEqualTo(bufferId);
      assertThat(read.getTotalLen()).isEqualTo(total);
      assertThat(read.getReason())
          .isEqualTo(reason == 0 ? OFPacketInReason.NO_MATCH : OFPacketInReason.ACTION);
      assertThat(read.getData()).isEqualTo(Bytes.copy(data, offset, length));
      OFPort port = version == 1 ? read.getInPort() : read.getMatch().get(MatchField.IN_PORT);
      assertThat(port.getPortNumber()).isEqualTo(inPort);
      if (version == 4) {
        assertThat(read.getCookie()).isEqualTo(U64.of(cookie));
        assertThat(read.getTableId()).isEqualTo(TableId.ZERO);
      }
    }
  }

  @EachVersion
  void shouldReadSamePacketOut(int version) throws MalformedMessageException {
    for (int i = 0; i < CASES; i++) {
      int xid = random.nextInt();
      int bufferId = random.nextBoolean() ? OpenFlow.NO_BUFFER : random.nextInt(Integer.MAX_VALUE);
      int inPort = port(version);
      int outPort = random.nextInt(8) == 0 ? PacketOutEncoder.DROP : port(version);
      int offset = random.nextInt(100);
      int length = random.nextInt(1500);
      int bytes =
          PacketOutEncoder.encode(
              out, AT, version, xid, bufferId, inPort, outPort, data, offset, length);

      OFPacketOut read = read(OFPacketOut.class, bytes);

      assertThat(bytes).isLessThanOrEqualTo(PacketOutEncoder.bytes(version, length));
      assertThat((int) read.getXid()).isEqualTo(xid);
      assertThat(read.getBufferId()).isEqualTo(OFBufferId.of(bufferId));
      boolean isNone = version == 1 && inPort == OpenFlow.PORT_CONTROLLER; // OFPP_NONE
      int readPort = isNone ? OpenFlow.PORT_ANY : inPort;
      assertThat(read.getInPort().getPortNumber()).isEqualTo(readPort);
      if (outPort == PacketOutEncoder.DROP) {
        assertThat(read.getActions()).isEmpty();
      } else {
        assertOutput(read.getActions(), outPort);
      }
      boolean inline = bufferId == OpenFlow.NO_BUFFER;
      assertThat(read.getData()).isEqualTo(inline ? Bytes.copy(data, offset, length) : new byte[0]);
    }
  }

  @EachVersion
  void shouldReadSameAddL2(int version) throws MalformedMessageException {
    for (int i = 0; i < CASES; i++) {
      int xid = random.nextInt();
      int inPort = port(version);
      long src = RandomFields.address(random);
      long dst = RandomFields.address(random);
      int outPort = port(version);
      int priority = random.nextInt(0x10000);
      int idle = random.nextInt(0x10000);
      int hard = random.nextInt(0x10000);
      int bufferId = random.nextInt();
      int flags = random.nextInt(4);
      long cookie = random.nextLong();
      int bytes =
          new L2FlowAdd()
              .entry(priority, idle, hard, flags, cookie)
              .encode(out, AT, version, xid, inPort, src, dst, outPort, bufferId);

      OFFlowMod read = read(OFFlowMod.class, bytes);

      assertThat(bytes).isEqualTo(L2FlowAdd.bytes(version));
      assertThat((int) read.getXid()).isEqualTo(xid);
      assertThat(read.getCommand()).isEqualTo(OFFlowModCommand.ADD);
      assertThat(read.getPriority()).isEqualTo(priority);
      assertThat(read.getIdleTimeout()).isEqualTo(idle);
      assertThat(read.getHardTimeout()).isEqualTo(hard);
      assertThat(read.getBufferId().getInt()).isEqualTo(bufferId);
      assertThat(read.getCookie().getValue()).isEqualTo(cookie);
      assertThat(read.getFlags().contains(OFFlowModFlags.SEND_FLOW_REM))
          .isEqualTo((flags & 1) != 0);
      assertThat(read.getFlags().contains(OFFlowModFlags.CHECK_OVERLAP))
          .isEqualTo((flags & 2) != 0);
      assertThat(read.getOutPort()).isEqualTo(OFPort.ANY);
      assertThat(read.getMatch().get(MatchField.IN_PORT).getPortNumber()).isEqualTo(inPort);
      assertAddress(read.getMatch(), MatchField.ETH_SRC, src);
      assertAddress(read.getMatch(), MatchField.ETH_DST, dst);
      assertThat(read.getMatch().getMatchFields()).hasSize(3);
      assertOutput(version == 1 ? read.getActions() : applied(read), outPort);
      if (version == 4) {
        assertThat(read.getTableId()).isEqualTo(TableId.ZERO);
      }
    }
  }

  private static List<OFAction> applied(OFFlowMod flowMod) {
    assertThat(flowMod.getInstructions()).hasSize(1);
    return ((OFInstructionApplyActions) flowMod.getInstructions().get(0)).getActions();
  }

  @EachVersion
  void shouldReadSameDeletes(int version) throws MalformedMessageException {
    for (int i = 0; i < CASES; i++) {
      int xid = random.nextInt();
      long address = RandomFields.address(random);
      int bytes = FlowModEncoder.deleteByEthDst(out, AT, version, xid, address);

      OFFlowMod read = read(OFFlowMod.class, bytes);

      assertThat((int) read.getXid()).isEqualTo(xid);
      assertThat(read.getCommand()).isEqualTo(OFFlowModCommand.DELETE);
      assertAddress(read.getMatch(), MatchField.ETH_DST, address);
      assertThat(read.getMatch().getMatchFields()).hasSize(1);
      assertThat(read.getOutPort()).isEqualTo(OFPort.ANY);
      assertThat(read.getFlags()).isEmpty();
      if (version == 4) {
        assertThat(read.getTableId()).isEqualTo(TableId.ALL);
        assertThat(read.getCookieMask()).isEqualTo(U64.ZERO);
        assertThat(read.getInstructions()).isEmpty();
      } else {
        assertThat(read.getActions()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 77})
  void shouldReadSameTableMiss(int xid) throws MalformedMessageException {
    OFFlowMod read = read(OFFlowMod.class, FlowModEncoder.tableMiss(out, AT, xid));
    assertThat((int) read.getXid()).isEqualTo(xid);
    assertThat(read.getCommand()).isEqualTo(OFFlowModCommand.ADD);
    assertThat(read.getCookie().getValue()).isEqualTo(FlowModEncoder.TABLE_MISS_COOKIE);
    assertThat(read.getPriority()).isZero();
    assertThat(read.getTableId()).isEqualTo(TableId.ZERO);
    assertThat(read.getMatch().getMatchFields()).isEmpty();
    assertThat(read.getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
    assertOutput(applied(read), OpenFlow.PORT_CONTROLLER);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 77})
  void shouldReadSameHellos(int xid) throws MalformedMessageException {
    OFHello ours = read(OFHello.class, HelloCodec.encode(out, AT, xid));
    assertThat((int) ours.getXid()).isEqualTo(xid);
    assertThat(ours.getElements()).hasSize(1);
    for (int version : new int[] {1, 4}) {
      out.put(AT, Header.alone(version, OpenFlow.HELLO, xid));
      OFHello bare = read(OFHello.class, OpenFlow.HEADER_BYTES);
      assertThat(bare.getVersion().getWireVersion()).isEqualTo(version);
      assertThat((int) bare.getXid()).isEqualTo(xid);
    }
  }

  @EachVersion
  void shouldReadSameHelloFailed(int version) throws MalformedMessageException {
    String reason = "versions 1.0 and 1.3 are spoken here";
    int bytes = HelloCodec.encodeHelloFailed(out, AT, version, 42, reason);
    OFErrorMsg read = read(OFErrorMsg.class, bytes);
    assertThat(read.getType()).isEqualTo(OFType.ERROR);
    assertThat(read.getXid()).isEqualTo(42);
    assertThat(read.getErrType()).isEqualTo(OFErrorType.HELLO_FAILED);
    OFHelloFailedErrorMsg failed = (OFHelloFailedErrorMsg) read;
    assertThat(failed.getCode()).isEqualTo(OFHelloFailedCode.INCOMPATIBLE);
    assertThat(failed.getData().getData()).isEqualTo(reason.getBytes(StandardCharsets.US_ASCII));
  }
}
