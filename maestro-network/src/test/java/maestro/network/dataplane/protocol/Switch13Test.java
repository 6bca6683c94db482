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
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFPacketInReason;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortFeatures;
import org.projectfloodlight.openflow.protocol.OFPortState;
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
  private static final int ROLE_REQUEST = 24;
  private static final int SET_ASYNC = 28;

  private static final long DST = 0x0200_0000_0002L;
  private static final int WHOLE = 0xffff;
  private static final byte[] FRAME = Frames.udp(DST, 80);

  private final Rig13 rig = new Rig13();

  @Test
  void shouldTellItsTablesAndPorts() {
    OFFeaturesReply reply =
        (OFFeaturesReply) rig.ask(Rig13.OF.buildFeaturesRequest().setXid(5).build()).get(0);
    assertThat(reply.getXid()).isEqualTo(5);
    assertThat(reply.getDatapathId().getLong()).isEqualTo(7);
    assertThat(reply.getNBuffers()).isEqualTo(4);
    assertThat(reply.getNTables()).isEqualTo((short) Switch13.TABLES);
    var ports = (OFPortDescStatsReply) rig.ask(Rig13.OF.buildPortDescStatsRequest().build()).get(0);
    assertThat(ports.getEntries()).hasSize(SwitchRig.PORTS);
    assertThat(ports.getEntries().get(3).getName()).isEqualTo("eth4");
    assertThat(ports.getEntries().get(3).getHwAddr().getLong()).isEqualTo(0x0600_0000_7004L);
    assertThat(rig.ask(Rig13.OF.buildDescStatsRequest().build()).get(0))
        .isInstanceOf(OFDescStatsReply.class);
  }

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
    var reply = (OFPortDescStatsReply) rig.ask(Rig13.OF.buildPortDescStatsRequest().build()).get(0);
    OFPortDesc port = reply.getEntries().get(3);
    assertThat(port.getCurrSpeed()).isEqualTo(kbps);
    assertThat(port.getMaxSpeed()).isEqualTo(kbps);
    assertThat(port.getCurr()).containsExactlyInAnyOrder(bit, OFPortFeatures.PF_COPPER);
    assertThat(reply.getEntries().get(0).getCurrSpeed()).as("without a bound").isEqualTo(1_000_000);

    rig.sw.setLink(4, true);
    OFPortStatus status = (OFPortStatus) rig.take().get(0);
    assertThat(status.getDesc().getCurrSpeed()).isEqualTo(kbps);
  }

  @Test
  void shouldDropWithoutATableMissEntryAndAskTheControllerWithOne() {
    assertThat(rig.receive(3, FRAME)).isEmpty();
    assertThat(rig.take()).isEmpty();
    rig.askWithoutEntry(WHOLE);
    rig.receive(3, FRAME);
    OFPacketIn packetIn = rig.packetIns().get(0);
    assertThat(packetIn.getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
    assertThat(packetIn.getMatch().get(MatchField.IN_PORT)).isEqualTo(OFPort.of(3));
    assertThat(packetIn.getReason()).isEqualTo(OFPacketInReason.NO_MATCH);
    assertThat(packetIn.getData()).isEqualTo(FRAME);
    assertThat(packetIn.getTotalLen()).isEqualTo(FRAME.length);
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
  void shouldTellOfEntriesThatAreGone() {
    rig.tell(
        Rig13.add(2, 5, Rig13.to(DST))
            .setCookie(U64.of(6))
            .setIdleTimeout(2)
            .setHardTimeout(5)
            .build());
    rig.passSeconds(1.9);
    assertThat(rig.sw.entryCount()).isEqualTo(1);
    rig.passSeconds(0.2);
    OFFlowRemoved removed = (OFFlowRemoved) rig.take().get(0);
    assertThat(removed.getReason()).isEqualTo(OFFlowRemovedReason.IDLE_TIMEOUT);
    assertThat(removed.getCookie()).isEqualTo(U64.of(6));
    assertThat(removed.getTableId()).isEqualTo(TableId.of(2));
    assertThat(removed.getMatch()).isEqualTo(Rig13.to(DST));
    assertThat(removed.getDurationSec()).isEqualTo(2);
    assertThat(rig.sw.entryCount()).isZero();
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
    assertThat(rig.take()).hasSize(2).allMatch(each -> each instanceof OFFlowRemoved);
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
    var aggregate =
        (OFAggregateStatsReply)
            rig.ask(
                    Rig13.OF
                        .buildAggregateStatsRequest()
                        .setTableId(TableId.ALL)
                        .setOutPort(OFPort.of(2))
                        .setOutGroup(OFGroup.ANY)
                        .setMatch(Rig13.OF.matchWildcardAll())
                        .build())
                .get(0);
    assertThat(aggregate.getByteCount()).isEqualTo(U64.of(FRAME.length));
    assertThat(aggregate.getFlowCount()).isEqualTo(1);
    var tables = (OFTableStatsReply) rig.ask(Rig13.OF.buildTableStatsRequest().build()).get(0);
    assertThat(tables.getEntries()).hasSize(Switch13.TABLES);
    assertThat(tables.getEntries().get(0).getLookupCount()).isEqualTo(U64.of(2));
    assertThat(tables.getEntries().get(0).getMatchedCount()).isEqualTo(U64.of(1));
    var ports =
        (OFPortStatsReply)
            rig.ask(Rig13.OF.buildPortStatsRequest().setPortNo(OFPort.ANY).build()).get(0);
    assertThat(ports.getEntries().get(0).getRxPackets()).isEqualTo(U64.of(2));
    assertThat(ports.getEntries().get(1).getTxBytes()).isEqualTo(U64.of(FRAME.length));
    var queues =
        (OFQueueStatsReply)
            rig.ask(
                    Rig13.OF
                        .buildQueueStatsRequest()
                        .setPortNo(OFPort.of(2))
                        .setQueueId(-1)
                        .build())
                .get(0);
    assertThat(queues.getEntries().get(3).getTxPackets()).isEqualTo(U64.of(1));
    var config =
        (OFQueueGetConfigReply)
            rig.ask(Rig13.OF.buildQueueGetConfigRequest().setPort(OFPort.of(2)).build()).get(0);
    assertThat(config.getQueues()).hasSize(Port.QUEUES);
  }

  @Test
  void shouldTellOfPortsThatFailUnlessTheMasksForbid() {
    rig.sw.setLink(2, true);
    OFPortStatus down = (OFPortStatus) rig.take().get(0);
    assertThat(down.getDesc().getState()).contains(OFPortState.LINK_DOWN);
    rig.tell(Rig13.add(0, 5, Rig13.to(DST), Rig13.apply(Rig13.output(2))).build());
    assertThat(rig.receive(1, FRAME)).isEmpty();
    ByteBuffer masks = ByteBuffer.allocate(32);
    masks.put((byte) 4).put((byte) SET_ASYNC).putShort((short) 32);
    rig.tell(masks.array());
    rig.sw.setLink(2, false);
    assertThat(rig.take()).isEmpty();
    assertThat(rig.receive(1, FRAME)).containsExactly(2);
  }

  @Test
  void shouldLetASlaveReadOnly() {
    rig.expectError(role(9, 0), 11, 2);
    rig.tell(role(2, 10));
    assertThat(ByteBuffer.wrap(rig.takeBytes().get(0)).getInt(8)).isEqualTo(2);
    rig.expectError(role(3, 9), 11, 0);
    rig.tell(role(3, 11));
    rig.takeBytes();
    rig.expectError(Rig13.add(0, 5, Rig13.to(DST)).build(), 1, 10);
    rig.askWithoutEntry(WHOLE);
    rig.takeBytes();
    assertThat(rig.dump()).isEmpty();
    rig.tell(role(1, 0));
    rig.takeBytes();
    rig.expectNoError(Rig13.add(0, 5, Rig13.to(DST)).build());
  }

  private static byte[] role(int role, long generation) {
    ByteBuffer b = ByteBuffer.allocate(24);
    b.put((byte) 4).put((byte) ROLE_REQUEST).putShort((short) 24).putInt(6);
    return b.putInt(role).putInt(0).putLong(generation).array();
  }
}
