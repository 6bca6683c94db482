package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.network.dataplane.packet.Frames;
import maestro.network.dataplane.pipeline.Groups;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFGroupFeaturesStatsReply;
import org.projectfloodlight.openflow.protocol.OFGroupStatsReply;
import org.projectfloodlight.openflow.protocol.OFMeterConfigStatsReply;
import org.projectfloodlight.openflow.protocol.OFMeterStatsReply;
import org.projectfloodlight.openflow.protocol.OFTableFeaturesStatsReply;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.U64;

/** Frames that groups and meters treat. */
class GroupsAndMetersTest {
  private static final byte[] FRAME = Frames.udp(2, 80);
  private static final String SET_SOURCE = "0019 0010 80000806 020000000009 0000";

  private final Rig13 rig = new Rig13();

  @BeforeEach
  void shouldSendEverythingToGroupOne() {
    rig.tell(Wire.group(0, 0, 1, ""));
    rig.tell(
        Wire.flowMod(0, 0, 1, 1, Wire.match("") + Wire.apply(Wire.toGroup(1) + Wire.output(4))));
    assertThat(rig.takeBytes()).isEmpty();
  }

  private List<Integer> receive() {
    return rig.receive(1, FRAME);
  }

  @Test
  void shouldGiveEachBucketOfAllACopy() {
    rig.tell(
        Wire.group(
            1,
            0,
            1,
            Wire.bucket(Wire.output(2) + SET_SOURCE) // a bucket sends last
                + Wire.bucket(Wire.output(3))
                + Wire.bucket(Wire.output(1))));
    assertThat(receive()).containsExactly(2, 3, 4);
    assertThat(ByteBuffer.wrap(rig.sent.get(0).frame()).getInt(8)).isEqualTo(9);
    assertThat(rig.sent.get(1).frame()).isEqualTo(FRAME);
    assertThat(rig.sent.get(2).frame()).isEqualTo(FRAME);
  }

  @Test
  void shouldSelectByWeightAndKeepFlowsTogether() {
    rig.tell(
        Wire.group(
            1,
            1,
            1,
            Wire.bucket(3, -1, -1, Wire.output(2))
                + Wire.bucket(1, -1, -1, Wire.output(3))
                + Wire.bucket(0, -1, -1, Wire.output(4))));
    Map<Integer, Integer> counts = new HashMap<>();
    for (int port = 1; port <= 4000; port++) {
      List<Integer> first = rig.receive(1, Frames.udp(2, port));
      assertThat(rig.receive(2, Frames.udp(2, port)).get(0)).isIn(first.get(0), 4);
      counts.merge(first.get(0), 1, Integer::sum);
    }
    assertThat(counts.get(2)).isBetween(2800, 3200);
    assertThat(counts.get(3)).isBetween(800, 1200);
  }

  @Test
  void shouldSelectNoBucketWhenThoseThatAreAliveHaveNoWeight() {
    rig.tell(
        Wire.group(
            1,
            1,
            1,
            Wire.bucket(0, -1, -1, Wire.output(2)) + Wire.bucket(7, 3, -1, Wire.output(3))));
    assertThat(rig.takeBytes()).as("it is taken, as in Open vSwitch").isEmpty();
    assertThat(receive()).containsExactly(3, 4);
    rig.sw.setLink(3, true);
    assertThat(receive()).containsExactly(4);
    rig.tell(Wire.group(1, 1, 1, Wire.bucket(0, -1, -1, Wire.output(2))));
    assertThat(receive()).containsExactly(4);
  }

  @Test
  void shouldFailOverToTheFirstPortThatIsUp() {
    rig.tell(Wire.group(0, 2, 7, Wire.bucket(Wire.output(3))));
    rig.tell(
        Wire.group(
            1,
            3,
            1,
            Wire.bucket(0, 2, -1, Wire.output(2)) + Wire.bucket(0, -1, 7, Wire.toGroup(7))));
    assertThat(receive()).containsExactly(2, 4);
    rig.sw.setLink(2, true);
    assertThat(receive()).containsExactly(3, 4);
    rig.sw.setLink(2, false);
    assertThat(receive()).containsExactly(2, 4);
  }

  @Test
  void shouldLetAGroupHideTheOutputOfAnActionSet() {
    rig.tell(Wire.group(1, 2, 1, Wire.bucket(Wire.output(2))));
    String write = "0003 0020 00000000" + Wire.output(3) + Wire.toGroup(1);
    rig.tell(Wire.add(0, "", write));
    assertThat(receive()).containsExactly(2);
  }

  @Test
  void shouldRemoveEntriesWithTheirGroupOrMeter() {
    rig.tell(Wire.meter(0, 1, 5, Wire.band(1, 1000, 0, 0)));
    rig.tell(Wire.flowMod(1, 0, 1, 1, Wire.match("") + "0006 0008 00000005"));
    assertThat(rig.sw.entryCount()).isEqualTo(2);
    rig.tell(Wire.group(2, 0, 0xfffffffc, ""));
    OFFlowRemoved removed = (OFFlowRemoved) rig.take().get(0);
    assertThat(removed.getReason()).isEqualTo(OFFlowRemovedReason.GROUP_DELETE);
    rig.tell(Wire.meter(2, 0, 5, ""));
    assertThat(((OFFlowRemoved) rig.take().get(0)).getReason())
        .isEqualTo(OFFlowRemovedReason.DELETE);
    assertThat(rig.sw.entryCount()).isZero();
  }

  @Test
  void shouldDropWhatExceedsAMeter() {
    rig.tell(Wire.meter(0, 2 | 4, 5, Wire.band(1, 10, 3, 0)));
    rig.tell(Wire.add(0, "", "0006 0008 00000005" + Wire.apply(Wire.output(2))));
    assertThat(passed(5)).isEqualTo(3);
    rig.passSeconds(0.2);
    assertThat(passed(5)).isEqualTo(2);
    rig.passSeconds(100);
    assertThat(passed(5)).as("no more than the burst").isEqualTo(3);
    rig.tell(Wire.meter(1, 2, 5, Wire.band(1, 1000, 0, 0)));
    assertThat(passed(150)).as("a tenth of a second").isEqualTo(100);
  }

  private int passed(int count) {
    int passed = 0;
    for (int i = 0; i < count; i++) {
      passed += receive().size();
    }
    return passed;
  }

  @Test
  void shouldRaiseTheDropPrecedenceOfAssuredForwardingOnly() {
    rig.tell(Wire.meter(0, 2 | 4, 5, Wire.band(2, 1, 1, 1)));
    rig.tell(Wire.add(0, "", "0006 0008 00000005" + Wire.apply(Wire.output(2))));
    byte[] af11 = Frames.withTos(FRAME, 10 << 2 | 1);
    assertThat(rig.pass(af11)).isEqualTo(af11);
    assertThat(rig.pass(af11)).isEqualTo(Frames.withTos(FRAME, 12 << 2 | 1));
    byte[] af13 = Frames.withTos(FRAME, 14 << 2);
    assertThat(rig.pass(af13)).isEqualTo(af13);
    byte[] expedited = Frames.withTos(FRAME, 46 << 2);
    assertThat(rig.pass(expedited)).isEqualTo(expedited);
  }

  @Test
  void shouldTellOfGroupsMetersAndTables() {
    rig.tell(Wire.group(1, 0, 1, Wire.bucket(Wire.output(2))));
    rig.tell(Wire.meter(0, 2, 5, Wire.band(1, 1000, 0, 0)));
    rig.tell(Wire.add(1, "", "0006 0008 00000005"));
    receive();
    var groups =
        (OFGroupStatsReply)
            rig.ask(Rig13.OF.buildGroupStatsRequest().setGroup(OFGroup.ALL).build()).get(0);
    var group = groups.getEntries().get(0);
    assertThat(group.getPacketCount()).isEqualTo(U64.of(1));
    assertThat(group.getRefCount()).isEqualTo(1);
    assertThat(group.getBucketStats().get(0).getByteCount()).isEqualTo(U64.of(FRAME.length));
    var described =
        (OFGroupDescStatsReply) rig.ask(Rig13.OF.buildGroupDescStatsRequest().build()).get(0);
    assertThat(described.getEntries().get(0).getBuckets().get(0).getActions())
        .containsExactly(Rig13.output(2));
    var features =
        (OFGroupFeaturesStatsReply)
            rig.ask(Rig13.OF.buildGroupFeaturesStatsRequest().build()).get(0);
    assertThat(features.getMaxGroupsAll()).isEqualTo(Groups.MOST);
    var meters =
        (OFMeterStatsReply) rig.ask(Rig13.OF.buildMeterStatsRequest().setMeterId(5).build()).get(0);
    assertThat(meters.getEntries().get(0).getFlowCount()).isEqualTo(1);
    assertThat(meters.getEntries().get(0).getBandStats()).hasSize(1);
    var config =
        (OFMeterConfigStatsReply)
            rig.ask(Rig13.OF.buildMeterConfigStatsRequest().setMeterId(5).build()).get(0);
    assertThat(config.getEntries()).hasSize(1);
    var tables =
        (OFTableFeaturesStatsReply)
            rig.ask(Rig13.OF.buildTableFeaturesStatsRequest().build()).get(0);
    assertThat(tables.getEntries()).hasSize(Switch13.TABLES);
    assertThat(tables.getEntries().get(3).getProperties()).hasSize(14);
  }
}
