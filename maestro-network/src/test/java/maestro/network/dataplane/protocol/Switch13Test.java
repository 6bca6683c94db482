package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import maestro.network.dataplane.packet.Frames;
import maestro.network.dataplane.pipeline.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFAggregateStatsReply;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortFeatures;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortStatus;
import org.projectfloodlight.openflow.protocol.OFQueueGetConfigReply;
import org.projectfloodlight.openflow.protocol.OFQueueStatsReply;
import org.projectfloodlight.openflow.protocol.OFTableStatsReply;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFMetadata;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** What only a switch of OpenFlow 1.3 does. */
class Switch13Test {
  private static final int SET_ASYNC = 28;

  private static final long DST = 0x0200_0000_0002L;
  private static final int WHOLE = 0xffff;
  private static final byte[] FRAME = Frames.udp(DST, 80);

  private final Rig13 rig = new Rig13();

  @ParameterizedTest
  @CsvSource({
    "20000, PF_OTHER",
    "10000, PF_10MB_FD",
    "1000000, PF_1GB_FD",
    "40000000, PF_40GB_FD",
    "1000000000, PF_1TB_FD",
    "4294967295, PF_OTHER"
  })
  void shouldSayTheSpeedOfAPort(long kbps, OFPortFeatures bit) {
    rig.sw.setSpeed(4, kbps);
    List<OFPortDesc> ports = rig.portDescriptions();
    OFPortDesc port = ports.get(3);
    assertThat(port.getCurrSpeed()).isEqualTo(kbps);
    assertThat(port.getMaxSpeed()).isEqualTo(kbps);
    assertThat(port.getCurr()).containsExactlyInAnyOrder(bit, OFPortFeatures.PF_COPPER);
    assertThat(ports.get(0).getCurrSpeed()).as("without a bound").isEqualTo(1_000_000);

    rig.sw.setLink(4, true);
    OFPortStatus status = (OFPortStatus) rig.take().get(0);
    assertThat(status.getDesc().getCurrSpeed()).isEqualTo(kbps);
  }

  @Test
  void shouldDropWithoutATableMissEntry() {
    assertThat(rig.receive(3, FRAME)).isEmpty();
    assertThat(rig.take()).isEmpty();
  }

  @Test
  void shouldLeadAPacketThroughTablesWithMetadataAndAnActionSet() {
    Match marked =
        Rig13.OF
            .buildMatch()
            .setMasked(MatchField.METADATA, OFMetadata.ofRaw(0x50), OFMetadata.ofRaw(0xf0))
            .build();
    rig.tell(
        Rig13.add(
                0,
                5,
                Rig13.to(DST),
                Rig13.apply(Rig13.output(2)),
                Rig13.write(Rig13.output(4)),
                Rig13.OF.instructions().writeMetadata(U64.of(0x5a), U64.of(0xff)),
                Rig13.goTo(3))
            .build());
    assertThat(rig.receive(1, FRAME)).as("table 3 is empty").containsExactly(2);
    rig.tell(Rig13.add(3, 1, marked, Rig13.write(Rig13.output(3)), Rig13.goTo(7)).build());
    rig.tell(
        Rig13.add(7, 1, marked, Rig13.apply(Rig13.OF.actions().output(OFPort.CONTROLLER, WHOLE)))
            .setCookie(U64.of(77))
            .build());
    assertThat(rig.receive(1, FRAME)).as("the last output was written").containsExactly(2, 3);
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getReason()).isEqualTo(OFPacketInReason.ACTION);
    assertThat(packetIn.getTableId()).isEqualTo(TableId.of(7));
    assertThat(packetIn.getCookie()).isEqualTo(U64.of(77));
    assertThat(packetIn.getMatch().get(MatchField.METADATA).getValue().getValue()).isEqualTo(0x5a);
    rig.tell(
        Rig13.add(3, 1, marked, Rig13.OF.instructions().clearActions(), Rig13.goTo(7)).build());
    assertThat(rig.receive(1, FRAME)).as("the set was cleared").containsExactly(2);
  }

  @Test
  void shouldRefuseAPacketOutOfAPortThatThereIsNot() {
    rig.expectError(
        Rig13.OF
            .buildPacketOut()
            .setBufferId(OFBufferId.NO_BUFFER)
            .setInPort(OFPort.of(9))
            .setData(FRAME)
            .build(),
        1,
        11);
  }

  @Test
  void shouldDeleteByCookiePortAndTable() {
    rig.tell(
        Rig13.add(0, 5, Rig13.to(1), Rig13.apply(Rig13.output(2))).setCookie(U64.of(0x12)).build());
    rig.tell(
        Rig13.add(0, 5, Rig13.to(2), Rig13.write(Rig13.output(3))).setCookie(U64.of(0x22)).build());
    rig.tell(
        Rig13.add(1, 5, Rig13.to(3), Rig13.apply(Rig13.output(3))).setCookie(U64.of(0x13)).build());
    rig.tell(delete(TableId.ALL, 0x10, 0xf0, OFPort.of(3)));
    assertThat(rig.sw.entryCount()).as("the third one").isEqualTo(2);
    rig.tell(delete(TableId.of(1), 0, 0, OFPort.ANY));
    assertThat(rig.sw.entryCount()).isEqualTo(2);
    rig.tell(delete(TableId.of(0), 0, 0, OFPort.of(3)));
    assertThat(rig.sw.entryCount()).isEqualTo(1);
    assertThat(rig.take())
        .extracting(each -> ((OFFlowRemoved) each).getTableId())
        .containsExactly(TableId.of(1), TableId.of(0));
  }

  private static OFMessage delete(TableId table, long cookie, long mask, OFPort port) {
    return Rig13.OF
        .buildFlowDelete()
        .setTableId(table)
        .setCookie(U64.of(cookie))
        .setCookieMask(U64.of(mask))
        .setOutPort(port)
        .setOutGroup(OFGroup.ANY)
        .setBufferId(OFBufferId.NO_BUFFER)
        .setMatch(Rig13.OF.matchWildcardAll())
        .build();
  }

  @Test
  void shouldKeepCountersAsTheFlagsSay() {
    rig.tell(
        Rig13.add(0, 5, Rig13.to(DST), Rig13.apply(Rig13.output(2))).setCookie(U64.of(1)).build());
    rig.receive(1, FRAME);
    rig.tell(
        Rig13.add(0, 5, Rig13.to(DST), Rig13.apply(Rig13.output(3))).setCookie(U64.of(2)).build());
    assertThat(rig.dump().get(0).getPacketCount()).as("replaced").isEqualTo(U64.of(1));
    rig.tell(
        Rig13.OF
            .buildFlowModify()
            .setMatch(Rig13.to(DST))
            .setCookie(U64.of(3))
            .setOutPort(OFPort.ANY)
            .setOutGroup(OFGroup.ANY)
            .setBufferId(OFBufferId.NO_BUFFER)
            .setFlags(EnumSet.of(OFFlowModFlags.RESET_COUNTS))
            .setInstructions(List.of(Rig13.apply(Rig13.output(4))))
            .build());
    var modified = rig.dump().get(0);
    assertThat(modified.getPacketCount()).isEqualTo(U64.ZERO);
    assertThat(modified.getCookie()).as("a modify keeps it").isEqualTo(U64.of(2));
    assertThat(modified.getInstructions()).containsExactly(Rig13.apply(Rig13.output(4)));
    assertThat(modified.getMatch()).isEqualTo(Rig13.to(DST));
    assertThat(rig.receive(1, FRAME)).containsExactly(4);
    rig.tell(
        Rig13.add(0, 5, Rig13.to(DST))
            .setFlags(EnumSet.of(OFFlowModFlags.NO_PKT_COUNTS, OFFlowModFlags.NO_BYT_COUNTS))
            .build());
    assertThat(rig.dump().get(0).getByteCount()).isEqualTo(U64.of(-1));
  }

  @Test
  void shouldAddNothingByAModify() {
    rig.expectNoError(
        Rig13.OF
            .buildFlowModify()
            .setMatch(Rig13.to(DST))
            .setBufferId(OFBufferId.NO_BUFFER)
            .build());
    assertThat(rig.sw.entryCount()).isZero();
  }

  @Test
  void shouldTakeAsManyEntriesInEachTable() {
    Rig13 small = new Rig13(1, 0);
    small.expectNoError(Rig13.add(0, 5, Rig13.to(1)).build());
    small.expectError(Rig13.add(0, 5, Rig13.to(2)).build(), 5, 1);
    small.expectNoError(Rig13.add(1, 5, Rig13.to(2)).build());
  }

  @Test
  void shouldCountFlowsTablesPortsAndQueues() {
    rig.tell(
        Rig13.add(0, 5, Rig13.to(DST), Rig13.apply(Rig13.OF.actions().setQueue(3), Rig13.output(2)))
            .build());
    rig.receive(1, FRAME);
    rig.receive(1, Frames.udp(9, 9));
    OFAggregateStatsReply aggregate =
        rig.answer(
            Rig13.OF
                .buildAggregateStatsRequest()
                .setTableId(TableId.ALL)
                .setOutPort(OFPort.of(2))
                .setOutGroup(OFGroup.ANY)
                .setMatch(Rig13.OF.matchWildcardAll())
                .build());
    assertThat(aggregate.getByteCount()).isEqualTo(U64.of(FRAME.length));
    assertThat(aggregate.getFlowCount()).isEqualTo(1);
    OFTableStatsReply tables = rig.answer(Rig13.OF.buildTableStatsRequest().build());
    assertThat(tables.getEntries()).hasSize(Switch13.TABLES);
    assertThat(tables.getEntries().get(0).getLookupCount()).isEqualTo(U64.of(2));
    assertThat(tables.getEntries().get(0).getMatchedCount()).isEqualTo(U64.of(1));
    OFPortStatsReply ports =
        rig.answer(Rig13.OF.buildPortStatsRequest().setPortNo(OFPort.ANY).build());
    assertThat(ports.getEntries().get(0).getRxPackets()).isEqualTo(U64.of(2));
    assertThat(ports.getEntries().get(1).getTxBytes()).isEqualTo(U64.of(FRAME.length));
    OFQueueStatsReply queues =
        rig.answer(
            Rig13.OF.buildQueueStatsRequest().setPortNo(OFPort.of(2)).setQueueId(-1).build());
    assertThat(queues.getEntries().get(3).getTxPackets()).isEqualTo(U64.of(1));
    OFQueueGetConfigReply config =
        rig.answer(Rig13.OF.buildQueueGetConfigRequest().setPort(OFPort.of(2)).build());
    assertThat(config.getQueues()).hasSize(Port.QUEUES);
  }

  @Test
  void shouldTellOfNoPortWhenTheMasksForbid() {
    ByteBuffer masks = ByteBuffer.allocate(32);
    masks.put((byte) 4).put((byte) SET_ASYNC).putShort((short) 32);
    rig.tell(masks.array());
    rig.sw.setLink(2, true);
    assertThat(rig.take()).isEmpty();
  }
}
