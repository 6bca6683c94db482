package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.dataplane.packet.Frames;
import maestro.network.dataplane.pipeline.Port;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFAggregateStatsReply;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;
import org.projectfloodlight.openflow.protocol.OFQueueGetConfigReply;
import org.projectfloodlight.openflow.protocol.OFQueueStatsReply;
import org.projectfloodlight.openflow.protocol.OFTableStatsReply;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** What a switch of OpenFlow 1.0 counts. */
class SwitchStatisticsTest {
  private static final long DST = 0x0200_0000_0002L;
  private static final byte[] FRAME = Frames.udp(DST, 80);

  private final Rig10 rig = new Rig10();

  @Test
  void shouldKeepCountersAndTimesWhenAnEntryIsModified() {
    rig.tell(Rig10.add(DST, 2).setHardTimeout(10).build());
    rig.receive(1, FRAME);
    rig.passSeconds(4);
    rig.tell(
        Rig10.OF
            .buildFlowModify()
            .setMatch(Rig10.OF.matchWildcardAll())
            .setBufferId(OFBufferId.NO_BUFFER)
            .setOutPort(OFPort.ANY)
            .setActions(List.of(Rig10.output(3)))
            .build());
    assertThat(rig.receive(1, FRAME)).containsExactly(3);
    assertThat(rig.dump()).hasSize(1);
    assertThat(rig.dump().get(0).getPacketCount().getValue()).isEqualTo(2);
    assertThat(rig.dump().get(0).getDurationSec()).isEqualTo(4);
  }

  @Test
  void shouldSelectStatisticsByOutPort() {
    rig.tell(Rig10.add(DST, 2).build());
    rig.tell(Rig10.add(DST + 1, 3).build());
    rig.receive(1, FRAME);
    OFFlowStatsReply flows = rig.answer(Rig10.flowStatsRequest(OFPort.of(3)));
    assertThat(flows.getEntries()).hasSize(1);
    assertThat(flows.getEntries().get(0).getMatch()).isEqualTo(Rig10.to(DST + 1));
    OFAggregateStatsReply aggregate =
        rig.answer(
            Rig10.OF
                .buildAggregateStatsRequest()
                .setMatch(Rig10.OF.matchWildcardAll())
                .setTableId(TableId.ALL)
                .setOutPort(OFPort.ANY)
                .build());
    assertThat(aggregate.getFlowCount()).isEqualTo(2);
    assertThat(aggregate.getPacketCount().getValue()).isEqualTo(1);
    OFTableStatsReply tables = rig.answer(Rig10.OF.buildTableStatsRequest().build());
    assertThat(tables.getEntries()).extracting(t -> t.getName()).containsExactly("hash", "linear");
    assertThat(tables.getEntries().get(1).getActiveCount()).isEqualTo(2);
    assertThat(tables.getEntries().get(1).getMatchedCount().getValue()).isEqualTo(1);
  }

  @Test
  void shouldNameTheTableByItsSearchWhenThatIsTheTupleSpace() {
    Rig10 tuples = new Rig10(new TableSizes(0, 1, WildcardSearch.TUPLE_SPACE), 0);
    OFTableStatsReply tables = tuples.answer(Rig10.OF.buildTableStatsRequest().build());
    assertThat(tables.getEntries())
        .extracting(t -> t.getName())
        .containsExactly("hash", "tuple-space");
  }

  @Test
  void shouldSplitStatisticsThatDoNotFitIntoOneMessage() {
    Rig10 large = new Rig10(new TableSizes(0, 1000), 0);
    for (int i = 0; i < 1000; i++) {
      large.tell(Rig10.add(i, 2).build());
    }
    List<OFMessage> replies = large.ask(large.flowStatsRequest());
    assertThat(replies).hasSize(2);
    assertThat(replies.stream().mapToInt(r -> ((OFFlowStatsReply) r).getEntries().size()).sum())
        .isEqualTo(1000);
    assertThat(((OFFlowStatsReply) replies.get(0)).getFlags()).isNotEmpty();
    assertThat(((OFFlowStatsReply) replies.get(1)).getFlags()).isEmpty();
  }

  @Test
  void shouldCountPortsAndQueues() {
    rig.tell(
        Rig10.add(DST, 0).setActions(List.of(Rig10.OF.actions().enqueue(OFPort.of(2), 3))).build());
    rig.receive(1, FRAME);
    OFPortStatsReply ports =
        rig.answer(Rig10.OF.buildPortStatsRequest().setPortNo(OFPort.ANY).build());
    assertThat(ports.getEntries()).hasSize(SwitchRig.PORTS);
    assertThat(ports.getEntries().get(0).getRxBytes().getValue()).isEqualTo(FRAME.length);
    assertThat(ports.getEntries().get(1).getTxPackets().getValue()).isEqualTo(1);
    OFQueueStatsReply queues =
        rig.answer(Rig10.OF.buildQueueStatsRequest().setPortNo(OFPort.of(2)).setQueueId(3).build());
    assertThat(queues.getEntries().get(0).getTxPackets().getValue()).isEqualTo(1);
    OFQueueGetConfigReply config =
        rig.answer(Rig10.OF.buildQueueGetConfigRequest().setPort(OFPort.of(2)).build());
    assertThat(config.getQueues()).hasSize(Port.QUEUES);
  }

  @Test
  void shouldCountWhatACongestedControllerDoesNotTake() {
    rig.controller.congested = true;
    rig.receive(1, FRAME);
    OFPortStatsReply ports =
        rig.answer(Rig10.OF.buildPortStatsRequest().setPortNo(OFPort.of(1)).build());
    assertThat(ports.getEntries().get(0).getRxDropped().getValue()).isEqualTo(1);
  }
}
