package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import maestro.openflow.entry.FlowModFlyweight;
import maestro.testkit.EachVersion;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFMetadata;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** What openflowj writes with random fields, our flyweights read as the same fields. */
class OracleDecodeTest {
  private static final int CASES = 400;
  private static final int AT = 7;

  private final Random random = new Random(20260102);
  private final ByteBuffer in = ByteBuffer.allocateDirect(4096);

  /** Puts the message at {@link #AT} and returns its length. */
  private int write(OFMessage message) {
    byte[] bytes = ColdCodec.bytes(message);
    in.put(AT, bytes);
    return bytes.length;
  }

  private OFPort port(int version) {
    return OFPort.of(RandomFields.port(random, version));
  }

  private OFBufferId bufferId() {
    return random.nextBoolean() ? OFBufferId.NO_BUFFER : OFBufferId.of(random.nextInt());
  }

  @EachVersion
  void shouldReadPacketIn(int version) {
    PacketInFlyweight read = new PacketInFlyweight();
    OFFactory factory = ColdCodec.factory(version);
    for (int i = 0; i < CASES; i++) {
      long cookie = version == 1 ? 0 : random.nextLong();
      OFPort inPort = port(version);
      OFPacketIn.Builder builder =
          factory
              .buildPacketIn()
              .setXid(random.nextInt() & 0xffff_ffffL)
              .setBufferId(bufferId())
              .setTotalLen(random.nextInt(0x10000))
              .setReason(random.nextBoolean() ? OFPacketInReason.NO_MATCH : OFPacketInReason.ACTION)
              .setData(RandomFields.bytes(random, 1500));
      if (version == 1) {
        builder.setInPort(inPort);
      } else {
        builder.setTableId(TableId.of(random.nextInt(255))).setCookie(U64.of(cookie));
        builder.setMatch(packetInMatch(factory, inPort));
      }
      OFPacketIn written = builder.build();
      int length = write(written);

      assertThat(read.wrap(in, AT, length)).isTrue();

      assertThat(read.version()).isEqualTo(version);
      assertThat(read.xid()).isEqualTo((int) written.getXid());
      assertThat(read.bufferId()).isEqualTo(written.getBufferId().getInt());
      assertThat(read.totalLength()).isEqualTo(written.getTotalLen());
      assertThat(read.reason()).isEqualTo(written.getReason() == OFPacketInReason.NO_MATCH ? 0 : 1);
      assertThat(read.inPort()).isEqualTo(inPort.getPortNumber());
      assertThat(read.cookie()).isEqualTo(cookie);
      assertThat(Bytes.copy(in, read.dataOffset(), read.dataLength())).isEqualTo(written.getData());
    }
  }

  private Match packetInMatch(OFFactory factory, OFPort inPort) {
    Match.Builder match = factory.buildMatch().setExact(MatchField.IN_PORT, inPort);
    if (random.nextBoolean()) {
      match.setExact(MatchField.METADATA, OFMetadata.ofRaw(random.nextLong()));
    }
    if (random.nextBoolean()) {
      match.setExact(MatchField.IN_PHY_PORT, port(4));
    }
    if (random.nextBoolean()) {
      match.setExact(MatchField.TUNNEL_ID, U64.of(random.nextLong()));
    }
    return match.build();
  }

  /** Actions of which at most some are OUTPUT, and the port of the first of those, -1 without. */
  private record RandomActions(List<OFAction> list, int firstOutput) {}

  private RandomActions actions(OFFactory factory, int version) {
    List<OFAction> list = new ArrayList<>();
    int firstOutput = -1;
    for (int count = random.nextInt(4); count > 0; count--) {
      OFAction action = action(factory, version);
      if (action instanceof OFActionOutput output
          && list.stream().noneMatch(OFActionOutput.class::isInstance)) {
        firstOutput = output.getPort().getPortNumber();
      }
      list.add(action);
    }
    return new RandomActions(list, firstOutput);
  }

  private OFAction action(OFFactory factory, int version) {
    boolean is10 = version == 1;
    return switch (random.nextInt(4)) {
      case 0 -> is10 ? factory.actions().enqueue(port(1), 7) : factory.actions().setQueue(7);
      case 1 ->
          is10
              ? factory.actions().setDlDst(MacAddress.of(RandomFields.address(random)))
              : factory.actions().popVlan();
      default -> factory.actions().output(port(version), random.nextInt(0x10000));
    };
  }

  @EachVersion
  void shouldReadPacketOut(int version) {
    PacketOutFlyweight read = new PacketOutFlyweight();
    OFFactory factory = ColdCodec.factory(version);
    for (int i = 0; i < CASES; i++) {
      RandomActions actions = actions(factory, version);
      OFPacketOut written =
          factory
              .buildPacketOut()
              .setXid(random.nextInt() & 0xffff_ffffL)
              .setBufferId(bufferId())
              .setInPort(port(version))
              .setActions(actions.list())
              .setData(RandomFields.bytes(random, 1500))
              .build();
      int length = write(written);

      assertThat(read.wrap(in, AT, length)).isTrue();

      assertThat(read.version()).isEqualTo(version);
      assertThat(read.xid()).isEqualTo((int) written.getXid());
      assertThat(read.bufferId()).isEqualTo(written.getBufferId().getInt());
      assertThat(read.inPort()).isEqualTo(written.getInPort().getPortNumber());
      assertThat(read.outputPort()).isEqualTo(actions.firstOutput());
      assertThat(Bytes.copy(in, read.dataOffset(), read.dataLength())).isEqualTo(written.getData());
    }
  }

  private OFFlowMod.Builder flowModOf(OFFactory factory, int command) {
    return switch (command) {
      case 0 -> factory.buildFlowAdd();
      case 1 -> factory.buildFlowModify();
      case 2 -> factory.buildFlowModifyStrict();
      case 3 -> factory.buildFlowDelete();
      default -> factory.buildFlowDeleteStrict();
    };
  }

  @EachVersion
  void shouldReadFlowMod(int version) {
    FlowModFlyweight read = new FlowModFlyweight();
    OFFactory factory = ColdCodec.factory(version);
    for (int i = 0; i < CASES; i++) {
      int command = random.nextInt(5);
      Match match = flowMatch(factory, version);
      RandomActions actions = actions(factory, version);
      Set<OFFlowModFlags> flags = EnumSet.noneOf(OFFlowModFlags.class);
      if (random.nextBoolean()) {
        flags.add(OFFlowModFlags.SEND_FLOW_REM);
      }
      if (random.nextBoolean()) {
        flags.add(OFFlowModFlags.CHECK_OVERLAP);
      }
      OFFlowMod.Builder builder =
          flowModOf(factory, command)
              .setXid(random.nextInt() & 0xffff_ffffL)
              .setMatch(match)
              .setCookie(U64.of(random.nextLong()))
              .setIdleTimeout(random.nextInt(0x10000))
              .setHardTimeout(random.nextInt(0x10000))
              .setPriority(random.nextInt(0x10000))
              .setBufferId(bufferId())
              .setOutPort(port(version))
              .setFlags(flags);
      if (version == 1) {
        builder.setActions(actions.list());
      } else {
        builder.setTableId(TableId.of(random.nextInt(256)));
        builder.setInstructions(instructions(factory, actions));
      }
      OFFlowMod written = builder.build();
      int length = write(written);

      assertThat(read.wrap(in, AT, length)).isTrue();

      assertFixedFields(read, written, version, command, flags);
      assertThat(read.outputPort()).isEqualTo(actions.firstOutput());
      assertThat(read.matchEthSrc()).isEqualTo(exact(match, MatchField.ETH_SRC));
      assertThat(read.matchEthDst()).isEqualTo(exact(match, MatchField.ETH_DST));
    }
  }

  private static long exact(Match match, MatchField<MacAddress> field) {
    return match.isExact(field) ? match.get(field).getLong() : -1;
  }

  private static void assertFixedFields(
      FlowModFlyweight read,
      OFFlowMod written,
      int version,
      int command,
      Set<OFFlowModFlags> flags) {
    assertThat(read.version()).isEqualTo(version);
    assertThat(read.command()).isEqualTo(command);
    assertThat(read.bufferId()).isEqualTo(written.getBufferId().getInt());
    assertThat((read.flags() & 1) != 0).isEqualTo(flags.contains(OFFlowModFlags.SEND_FLOW_REM));
    assertThat((read.flags() & 2) != 0).isEqualTo(flags.contains(OFFlowModFlags.CHECK_OVERLAP));
    assertThat(read.tableId()).isEqualTo(version == 1 ? 0 : written.getTableId().getValue() & 0xff);
  }

  private List<OFInstruction> instructions(OFFactory factory, RandomActions actions) {
    List<OFInstruction> instructions = new ArrayList<>();
    if (random.nextBoolean()) {
      instructions.add(factory.instructions().gotoTable(TableId.of(9)));
    }
    boolean write = random.nextBoolean();
    instructions.add(
        write
            ? factory.instructions().writeActions(actions.list())
            : factory.instructions().applyActions(actions.list()));
    if (random.nextBoolean()) {
      instructions.add(factory.instructions().clearActions());
    }
    return instructions;
  }

  private Match flowMatch(OFFactory factory, int version) {
    Match.Builder match = factory.buildMatch();
    if (random.nextBoolean()) {
      match.setExact(MatchField.IN_PORT, port(version));
    }
    MacAddress mask = MacAddress.of(random.nextBoolean() ? 0x010000000000L : 0xffffff000000L);
    for (MatchField<MacAddress> field : List.of(MatchField.ETH_SRC, MatchField.ETH_DST)) {
      MacAddress address = MacAddress.of(RandomFields.address(random));
      switch (random.nextInt(3)) {
        case 0 -> match.setExact(field, address);
        case 1 -> {
          if (version == 4) {
            match.setMasked(field, address.applyMask(mask), mask);
          }
        }
        default -> {}
      }
    }
    if (random.nextBoolean()) {
      match.setExact(MatchField.ETH_TYPE, EthType.IPv4);
      match.setExact(MatchField.IPV4_DST, IPv4Address.of(random.nextInt()));
    }
    return match.build();
  }
}
