package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import maestro.emulator.dataplane.FrameInput;
import maestro.emulator.dataplane.TableSizes;
import maestro.openflow.ColdCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFBarrierReply;
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPortConfig;
import org.projectfloodlight.openflow.protocol.OFPortState;
import org.projectfloodlight.openflow.protocol.OFPortStatus;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/**
 * What a controller and its neighbours see of a switch; openflowj writes and reads all messages.
 */
class DataplaneSwitchTest {
  private static final long DST = 0x0200_0000_0002L;
  private static final int WHOLE = 0xffff;
  private static final Set<OFPortConfig> PORT_BITS =
      EnumSet.of(
          OFPortConfig.PORT_DOWN,
          OFPortConfig.NO_RECV,
          OFPortConfig.NO_FLOOD,
          OFPortConfig.NO_FWD,
          OFPortConfig.NO_PACKET_IN);
  private static final byte[] FRAME = Frames.udp(DST, 80);

  private final Rig10 rig = new Rig10();

  @Test
  void shouldTellItsTablesAndPorts() {
    OFFeaturesReply reply =
        (OFFeaturesReply) rig.ask(Rig10.OF.buildFeaturesRequest().setXid(5).build()).get(0);
    assertThat(reply.getXid()).isEqualTo(5);
    assertThat(reply.getDatapathId().getLong()).isEqualTo(7);
    assertThat(reply.getNBuffers()).isEqualTo(4);
    assertThat(reply.getNTables()).isEqualTo((short) 2);
    assertThat(reply.getActions()).hasSize(12);
    assertThat(reply.getPorts()).hasSize(SwitchRig.PORTS);
    assertThat(reply.getPorts().get(3).getName()).isEqualTo("eth4");
  }

  @Test
  void shouldAskTheControllerWhenNothingMatches() {
    rig.setMissSendBytes(WHOLE);
    assertThat(rig.receive(3, FRAME)).isEmpty();
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
    assertThat(packetIn.getInPort()).isEqualTo(OFPort.of(3));
    assertThat(packetIn.getReason()).isEqualTo(OFPacketInReason.NO_MATCH);
    assertThat(packetIn.getData()).isEqualTo(FRAME);
  }

  @Test
  void shouldReleaseABufferedPacketOnceByThePacketOut() {
    rig.setMissSendBytes(20);
    rig.receive(1, FRAME);
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getData()).hasSize(20);
    assertThat(packetIn.getTotalLen()).isEqualTo(FRAME.length);
    OFMessage out =
        Rig10.OF
            .buildPacketOut()
            .setBufferId(packetIn.getBufferId())
            .setInPort(OFPort.of(1))
            .setActions(List.of(Rig10.output(2)))
            .build();
    assertThat(rig.ask(out)).isEmpty();
    assertThat(rig.sent).hasSize(1);
    assertThat(rig.sent.get(0).port()).isEqualTo(2);
    assertThat(rig.sent.get(0).frame()).isEqualTo(FRAME);
    rig.expectError(out, 1, 7);
    assertThat(rig.sent).hasSize(1);
  }

  @Test
  void shouldReleaseABufferedPacketByTheFlowModAlone() {
    rig.setMissSendBytes(20);
    rig.receive(1, FRAME);
    OFBufferId bufferId = rig.packetIns().get(0).getBufferId();
    rig.tell(Rig10.add(DST, 4).setBufferId(bufferId).build());
    assertThat(rig.sent).extracting(SwitchRig.Sent::port).containsExactly(4);
    assertThat(rig.take()).isEmpty();
    rig.expectError(Rig10.add(DST + 1, 4).setBufferId(OFBufferId.of(0x77_0000)).build(), 1, 8);
    assertThat(rig.sw.entryCount()).isEqualTo(1);
  }

  @Test
  void shouldSendWholePacketsWhenAllBuffersAreInUse() {
    rig.setMissSendBytes(20);
    for (int i = 0; i < 5; i++) {
      rig.receive(1, FRAME);
    }
    List<OFPacketIn> packetIns = rig.packetIns();
    assertThat(packetIns.get(3).getData()).hasSize(20);
    assertThat(packetIns.get(4).getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
    assertThat(packetIns.get(4).getData()).isEqualTo(FRAME);
    rig.passSeconds(5);
    rig.receive(1, FRAME);
    assertThat(rig.packetIns().get(0).getData()).hasSize(20);
  }

  @Test
  void shouldFloodExceptWhereItCameFromAndWhereItMayNot() {
    rig.tell(Rig10.add(DST, 0).setActions(List.of(out(OFPort.FLOOD))).build());
    rig.tell(Rig10.add(DST + 1, 0).setActions(List.of(out(OFPort.ALL))).build());
    assertThat(rig.receive(2, FRAME)).containsExactly(1, 3, 4);
    setPort(3, OFPortConfig.NO_FLOOD);
    assertThat(rig.receive(2, FRAME)).containsExactly(1, 4);
    assertThat(rig.receive(2, Frames.udp(DST + 1, 80))).containsExactly(1, 3, 4);
    setPort(3, OFPortConfig.NO_FWD);
    assertThat(rig.receive(2, Frames.udp(DST + 1, 80))).containsExactly(1, 4);
    setPort(2, OFPortConfig.NO_RECV);
    assertThat(rig.receive(2, FRAME)).isEmpty();
    setPort(1, OFPortConfig.PORT_DOWN);
    assertThat(rig.receive(1, FRAME)).isEmpty();
    assertThat(rig.receive(4, FRAME)).containsExactly(2);
  }

  @Test
  void shouldNotAskByAPortThatMayNot() {
    setPort(1, OFPortConfig.NO_PACKET_IN);
    rig.receive(1, FRAME);
    assertThat(rig.packetIns()).isEmpty();
  }

  @Test
  void shouldSendBackOnlyByInPort() {
    rig.tell(Rig10.add(DST, 2).build());
    assertThat(rig.receive(2, FRAME)).isEmpty();
    rig.tell(Rig10.add(DST, 0).setActions(List.of(out(OFPort.IN_PORT))).build());
    assertThat(rig.receive(2, FRAME)).containsExactly(2);
  }

  @Test
  void shouldSendEachOutputAsTheFrameIsThen() {
    rig.tell(
        Rig10.add(DST, 0)
            .setActions(
                List.of(
                    Rig10.output(2),
                    Rig10.OF.actions().setDlSrc(MacAddress.of(9)),
                    Rig10.output(3),
                    Rig10.OF.actions().output(OFPort.CONTROLLER, 30)))
            .build());
    rig.receive(1, FRAME);
    assertThat(rig.sent.get(0).frame()).isEqualTo(FRAME);
    assertThat(rig.sent.get(1).frame()[11]).isEqualTo((byte) 9);
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getReason()).isEqualTo(OFPacketInReason.ACTION);
    assertThat(packetIn.getData()).hasSize(30);
  }

  @Test
  void shouldLookUpAPacketOutWhenTableIsItsPort() {
    rig.tell(Rig10.add(DST, 3).build());
    rig.tell(
        Rig10.OF
            .buildPacketOut()
            .setBufferId(OFBufferId.NO_BUFFER)
            .setInPort(OFPort.ANY)
            .setActions(List.of(out(OFPort.TABLE)))
            .setData(FRAME)
            .build());
    assertThat(rig.sent).extracting(SwitchRig.Sent::port).containsExactly(3);
    OFMessage entry = Rig10.add(DST + 1, 0).setActions(List.of(out(OFPort.TABLE))).build();
    rig.expectError(entry, 2, 4);
  }

  @Test
  void shouldRemoveIdleAndOldEntriesAndSaySo() {
    rig.tell(Rig10.add(DST, 2).setIdleTimeout(2).setCookie(U64.of(1)).build());
    rig.tell(Rig10.add(DST + 1, 2).setHardTimeout(3).setCookie(U64.of(2)).build());
    rig.passSeconds(1.5);
    rig.receive(1, FRAME);
    rig.passSeconds(1.4);
    assertThat(rig.take()).isEmpty();
    rig.passSeconds(0.1);
    OFFlowRemoved old = (OFFlowRemoved) rig.take().get(0);
    assertThat(old.getReason()).isEqualTo(OFFlowRemovedReason.HARD_TIMEOUT);
    assertThat(old.getCookie().getValue()).isEqualTo(2);
    assertThat(old.getDurationSec()).isEqualTo(3);
    rig.passSeconds(0.5);
    OFFlowRemoved idle = (OFFlowRemoved) rig.take().get(0);
    assertThat(idle.getReason()).isEqualTo(OFFlowRemovedReason.IDLE_TIMEOUT);
    assertThat(idle.getPacketCount().getValue()).isEqualTo(1);
    assertThat(idle.getByteCount().getValue()).isEqualTo(FRAME.length);
    assertThat(idle.getIdleTimeout()).isEqualTo(2);
    assertThat(rig.sw.entryCount()).isZero();
  }

  @Test
  void shouldTellThatALinkIsDownAndSendNothingByIt() {
    rig.tell(Rig10.add(DST, 2).build());
    rig.sw.setLink(2, true);
    OFPortStatus status = (OFPortStatus) rig.take().get(0);
    assertThat(status.getDesc().getPortNo()).isEqualTo(OFPort.of(2));
    assertThat(status.getDesc().getState()).contains(OFPortState.LINK_DOWN);
    assertThat(rig.receive(1, FRAME)).isEmpty();
    rig.sw.setLink(2, false);
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
  }

  @Test
  void shouldKeepItsEntriesWhenTheControllerIsLost() {
    rig.tell(Rig10.add(DST, 2).build());
    rig.sw.controller().disconnect();
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
    assertThat(rig.receive(1, Frames.udp(DST + 1, 80))).isEmpty();
    assertThat(rig.packetIns()).isEmpty();
  }

  @Test
  void shouldAnswerTheRestOfTheControlChannel() {
    assertThat(rig.ask(Rig10.OF.buildBarrierRequest().build()).get(0))
        .isInstanceOf(OFBarrierReply.class);
    assertThat(rig.ask(Rig10.OF.buildDescStatsRequest().build()).get(0))
        .isInstanceOf(OFDescStatsReply.class);
  }

  @Test
  void shouldRefuseOverlapsAndFullTables() {
    OFMessage checked =
        Rig10.add(DST, 3).setFlags(EnumSet.of(OFFlowModFlags.CHECK_OVERLAP)).build();
    assertThat(rig.ask(checked)).isEmpty();
    rig.expectError(checked, 3, 1);
    Rig10 full = new Rig10(new TableSizes(0, 1), 0);
    full.tell(Rig10.add(DST, 2).build());
    full.expectError(Rig10.add(DST + 1, 2).build(), 3, 0);
    assertThat(full.ask(Rig10.add(DST, 3).build())).as("one that replaces").isEmpty();
    assertThat(full.receive(1, FRAME)).containsExactly(3);
  }

  /** A value of some bytes of an ADD with one OUTPUT that the specification forbids. */
  @ParameterizedTest
  @CsvSource({
    "57, 1, 5, 3, 4, an unknown command",
    "71, 1, 4, 3, 0, an emergency entry",
    "72, 2, 12, 2, 0, an unknown action",
    "72, 2, 65535, 2, 2, a vendor's action",
    "74, 2, 4, 2, 1, an action that is too short",
    "74, 2, 12, 2, 1, an action of odd length",
    "74, 2, 16, 2, 1, an action that is cut off",
    "76, 2, 0, 2, 4, port 0",
    "76, 2, 5, 2, 4, a port that it has not",
    "76, 2, 65535, 2, 4, no port",
    "76, 2, 65530, 2, 4, NORMAL",
  })
  void shouldRefuseAWrongFlowModAndChangeNothing(
      int at, int bytes, int value, int type, int code, String what) {
    byte[] add = ColdCodec.bytes(Rig10.add(DST, 2).build());
    if (bytes == 1) {
      add[at] = (byte) value;
    } else {
      ByteBuffer.wrap(add).putShort(at, (short) value);
    }
    rig.expectError(add, type, code);
    assertThat(rig.sw.entryCount()).as(what).isZero();
  }

  @ParameterizedTest
  @CsvSource({"14, 71", "13, 15", "15, 31", "20, 8", "16, 13"})
  void shouldRefuseAMessageOfAWrongLength(int type, int lengthBytes) {
    byte[] message = new byte[lengthBytes];
    ByteBuffer b = ByteBuffer.wrap(message);
    b.put((byte) 1).put((byte) type).putShort((short) lengthBytes);
    if (type == 16) {
      b.putShort(8, (short) 3);
    }
    rig.expectError(message, 1, 6);
  }

  @Test
  void shouldRefuseWrongPortsAndQueues() {
    rig.expectError(portMod(3).setHwAddr(MacAddress.of(1)).build(), 4, 1);
    rig.expectError(portMod(3).setPortNo(OFPort.of(9)).build(), 4, 0);
    rig.expectError(Rig10.OF.buildQueueGetConfigRequest().setPort(OFPort.of(9)).build(), 5, 0);
    rig.expectError(
        Rig10.OF.buildQueueStatsRequest().setPortNo(OFPort.of(1)).setQueueId(99).build(), 5, 1);
    rig.expectError(
        Rig10.add(DST, 0).setActions(List.of(Rig10.OF.actions().enqueue(OFPort.of(1), 99))).build(),
        2,
        8);
  }

  @Test
  void shouldDropFragmentsWhenToldSo() {
    rig.tell(Rig10.add(DST, 2).build());
    byte[] fragment = FRAME.clone();
    ByteBuffer.wrap(fragment).putShort(20, (short) 0x2000);
    assertThat(rig.receive(1, fragment)).containsExactly(2);
    rig.tell(new byte[] {1, 9, 0, 12, 0, 0, 0, 0, 0, 1, 0, 99});
    assertThat(rig.receive(1, fragment)).isEmpty();
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
  }

  @Test
  void shouldDropWhatIsNoFrame() {
    assertThat(rig.receive(1, new byte[13])).isEmpty();
    assertThat(rig.receive(1, new byte[FrameInput.MOST_FRAME_BYTES + 1])).isEmpty();
    assertThat(rig.packetIns()).isEmpty();
  }

  private static org.projectfloodlight.openflow.protocol.action.OFAction out(OFPort port) {
    return Rig10.OF.actions().output(port, 0xffff);
  }

  private org.projectfloodlight.openflow.protocol.OFPortMod.Builder portMod(int port) {
    return Rig10.OF
        .buildPortMod()
        .setPortNo(OFPort.of(port))
        .setHwAddr(MacAddress.of(rig.sw.description().portAddress(port)));
  }

  /** Sets one bit of a port and clears the others. */
  private void setPort(int port, OFPortConfig config) {
    OFMessage mod = portMod(port).setConfig(EnumSet.of(config)).setMask(PORT_BITS).build();
    OFPortStatus status = (OFPortStatus) rig.ask(mod).get(0);
    assertThat(status.getDesc().getConfig()).containsExactly(config);
  }
}
