package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Frames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFBarrierReply;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFEchoReply;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortState;
import org.projectfloodlight.openflow.protocol.OFPortStatus;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** What a controller and its neighbours see of a switch, whatever its version. */
class PipelineSwitchTest {
  private static final long DST = 0x0200_0000_0002L;
  private static final int WHOLE = 0xffff;
  private static final byte[] FRAME = Frames.udp(DST, 80);

  /** Runs with a switch of each version. */
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @MethodSource("rigs")
  private @interface EachVersion {}

  static Stream<SwitchRig> rigs() {
    return Stream.of(new Rig10(), new Rig13());
  }

  private static OFMessage packetOut(SwitchRig rig, OFBufferId buffer, byte[] data, OFPort to) {
    return rig.of
        .buildPacketOut()
        .setBufferId(buffer)
        .setInPort(OFPort.of(1))
        .setActions(List.of(rig.of.actions().output(to, 0)))
        .setData(data)
        .build();
  }

  @EachVersion
  void shouldAskTheControllerWhenNothingMatches(SwitchRig rig) {
    rig.askWithoutEntry(WHOLE);
    assertThat(rig.receive(3, FRAME)).isEmpty();
    OFPacketIn packetIn = rig.packetIns().get(0);
    OFPort inPort =
        rig instanceof Rig10 ? packetIn.getInPort() : packetIn.getMatch().get(MatchField.IN_PORT);
    assertThat(inPort).isEqualTo(OFPort.of(3));
    assertThat(packetIn.getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
    assertThat(packetIn.getReason()).isEqualTo(OFPacketInReason.NO_MATCH);
    assertThat(packetIn.getTotalLen()).isEqualTo(FRAME.length);
    assertThat(packetIn.getData()).isEqualTo(FRAME);
  }

  @EachVersion
  void shouldReleaseABufferedPacketOnceByThePacketOut(SwitchRig rig) {
    rig.askWithoutEntry(20);
    rig.receive(1, FRAME);
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getData()).hasSize(20);
    assertThat(packetIn.getTotalLen()).isEqualTo(FRAME.length);
    OFMessage out = packetOut(rig, packetIn.getBufferId(), new byte[0], OFPort.of(2));
    assertThat(rig.ask(out)).isEmpty();
    assertThat(rig.sent).hasSize(1);
    assertThat(rig.sent.get(0).port()).isEqualTo(2);
    assertThat(rig.sent.get(0).frame()).isEqualTo(FRAME);
    rig.expectError(out, 1, 7);
    assertThat(rig.sent).hasSize(1);
  }

  @EachVersion
  void shouldReleaseABufferedPacketByTheFlowModAlone(SwitchRig rig) {
    rig.askWithoutEntry(20);
    rig.receive(1, FRAME);
    OFBufferId bufferId = rig.packetIns().get(0).getBufferId();
    rig.tell(rig.entry(DST, rig.sendTo(4)).setBufferId(bufferId).build());
    assertThat(rig.sent).extracting(SwitchRig.Sent::port).containsExactly(4);
    assertThat(rig.take()).isEmpty();
    OFBufferId unknown = OFBufferId.of(0x77_0000);
    rig.expectError(rig.entry(DST + 1, rig.sendTo(4)).setBufferId(unknown).build(), 1, 8);
    assertThat(rig.receive(1, FRAME)).containsExactly(4);
  }

  @EachVersion
  void shouldSendWholePacketsWhenAllBuffersAreInUse(SwitchRig rig) {
    rig.askWithoutEntry(20);
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

  @EachVersion
  void shouldSendBackOnlyByInPort(SwitchRig rig) {
    rig.tell(rig.entry(DST, rig.sendTo(2)).build());
    assertThat(rig.receive(2, FRAME)).isEmpty();
    rig.tell(rig.entry(DST, rig.of.actions().output(OFPort.IN_PORT, 0)).build());
    assertThat(rig.receive(2, FRAME)).containsExactly(2);
  }

  @EachVersion
  void shouldSendPacketOutsToPortsAndToTheTables(SwitchRig rig) {
    rig.tell(rig.entry(DST, rig.sendTo(3)).build());
    expectSent(rig, OFPort.ALL, 2, 3, 4);
    expectSent(rig, OFPort.TABLE, 3);
    expectSent(rig, OFPort.IN_PORT, 1);
    expectSent(rig, OFPort.of(1));
    rig.expectError(rig.entry(DST + 1, rig.of.actions().output(OFPort.TABLE, 0)).build(), 2, 4);
  }

  private static void expectSent(SwitchRig rig, OFPort to, Integer... ports) {
    rig.sent.clear();
    assertThat(rig.ask(packetOut(rig, OFBufferId.NO_BUFFER, FRAME, to))).isEmpty();
    assertThat(rig.sent).extracting(SwitchRig.Sent::port).containsExactly(ports);
  }

  @EachVersion
  void shouldRemoveIdleAndOldEntriesAndSaySo(SwitchRig rig) {
    rig.tell(rig.entry(DST, rig.sendTo(2)).setIdleTimeout(2).setCookie(U64.of(1)).build());
    rig.tell(rig.entry(DST + 1, rig.sendTo(2)).setHardTimeout(3).setCookie(U64.of(2)).build());
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
    assertThat(idle.getMatch()).isEqualTo(rig.entry(DST).build().getMatch());
    assertThat(idle.getPacketCount().getValue()).isEqualTo(1);
    assertThat(idle.getByteCount().getValue()).isEqualTo(FRAME.length);
    assertThat(idle.getIdleTimeout()).isEqualTo(2);
    assertThat(rig.sw.entryCount()).isZero();
  }

  @EachVersion
  void shouldTellThatALinkIsDownAndSendNothingByIt(SwitchRig rig) {
    rig.tell(rig.entry(DST, rig.sendTo(2)).build());
    rig.sw.setLink(2, true);
    OFPortStatus status = (OFPortStatus) rig.take().get(0);
    assertThat(status.getDesc().getPortNo()).isEqualTo(OFPort.of(2));
    assertThat(status.getDesc().getState()).contains(OFPortState.LINK_DOWN);
    assertThat(rig.receive(1, FRAME)).isEmpty();
    rig.sw.setLink(2, false);
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
  }

  @EachVersion
  void shouldKeepItsEntriesWhenTheControllerIsLost(SwitchRig rig) {
    rig.askWithoutEntry(WHOLE);
    rig.tell(rig.entry(DST, rig.sendTo(2)).build());
    rig.sw.controller().disconnect();
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
    assertThat(rig.receive(1, Frames.udp(DST + 1, 80))).isEmpty();
    assertThat(rig.take()).isEmpty();
  }

  @EachVersion
  void shouldTellItsTablesAndPorts(SwitchRig rig) {
    boolean isOf10 = rig instanceof Rig10;
    OFFeaturesReply reply = rig.answer(rig.of.buildFeaturesRequest().setXid(5).build());
    assertThat(reply.getXid()).isEqualTo(5);
    assertThat(reply.getDatapathId().getLong()).isEqualTo(7);
    assertThat(reply.getNBuffers()).isEqualTo(4);
    assertThat(reply.getNTables()).isEqualTo((short) (isOf10 ? 2 : Switch13.TABLES));
    List<OFPortDesc> ports = isOf10 ? reply.getPorts() : ((Rig13) rig).portDescriptions();
    assertThat(ports).hasSize(SwitchRig.PORTS);
    assertThat(ports.get(3).getName()).isEqualTo("eth4");
    assertThat(ports.get(3).getHwAddr().getLong()).isEqualTo(0x0600_0000_7004L);
  }

  @EachVersion
  void shouldAnswerTheRestOfTheControlChannel(SwitchRig rig) {
    assertThat(rig.sw.description().version()).isEqualTo(rig.of.getVersion().getWireVersion());
    assertThat(rig.ask(rig.of.buildBarrierRequest().build()).get(0))
        .isInstanceOf(OFBarrierReply.class);
    assertThat(rig.ask(rig.of.buildEchoRequest().build()).get(0)).isInstanceOf(OFEchoReply.class);
    assertThat(rig.ask(rig.of.buildDescStatsRequest().build()).get(0))
        .isInstanceOf(OFDescStatsReply.class);
  }

  @EachVersion
  void shouldRefuseOverlapsAndFullTables(SwitchRig rig) {
    boolean isOf10 = rig instanceof Rig10;
    int failed = isOf10 ? 3 : 5;
    SwitchRig small = isOf10 ? new Rig10(new TableSizes(0, 2), 0) : new Rig13(2, 0);
    small.expectNoError(small.entry(DST, rig.sendTo(2)).build());
    OFMessage checked =
        small
            .entry(DST, rig.sendTo(3))
            .setMatch(rig.of.matchWildcardAll())
            .setFlags(Set.of(OFFlowModFlags.CHECK_OVERLAP))
            .build();
    small.expectError(checked, failed, isOf10 ? 1 : 3);
    small.expectNoError(small.entry(DST + 1, rig.sendTo(2)).build());
    small.expectError(small.entry(DST + 2, rig.sendTo(2)).build(), failed, isOf10 ? 0 : 1);
    assertThat(small.ask(small.entry(DST, rig.sendTo(3)).build())).as("it replaces").isEmpty();
    assertThat(small.receive(1, FRAME)).containsExactly(3);
  }

  @EachVersion
  void shouldDropFragmentsWhenToldSo(SwitchRig rig) {
    rig.tell(rig.entry(DST, rig.sendTo(2)).build());
    byte[] fragment = FRAME.clone();
    ByteBuffer.wrap(fragment).putShort(20, (short) 0x2000);
    assertThat(rig.receive(1, fragment)).containsExactly(2);
    rig.tell(
        rig.of
            .buildSetConfig()
            .setFlags(Set.of(OFConfigFlags.FRAG_DROP))
            .setMissSendLen(99)
            .build());
    assertThat(rig.receive(1, fragment)).isEmpty();
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
  }

  @EachVersion
  void shouldDropWhatIsNoFrame(SwitchRig rig) {
    rig.askWithoutEntry(WHOLE);
    assertThat(rig.receive(1, new byte[13])).isEmpty();
    assertThat(rig.receive(1, new byte[FrameInput.MOST_FRAME_BYTES + 1])).isEmpty();
    assertThat(rig.take()).isEmpty();
  }
}
