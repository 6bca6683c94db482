package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import maestro.api.ApplicationContext;
import maestro.api.FlowStatistics;
import maestro.api.PortStatistics;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** What applications ask switches about their counters, and how seldom switches are asked. */
class CountersOfSwitchesTest {
  private static final Duration NOW = Duration.ZERO;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final List<ApplicationContext> contexts = new ArrayList<>();
  @AutoClose private Rig rig = null;

  private FakeSwitch start(int version, RigSetup setup) {
    rig =
        setup
            .application(Recorder.application("a", Recorder.list(), contexts::add))
            .application(Recorder.application("b", Recorder.list(), contexts::add))
            .sequence("{ on = [switch-joined], run = [a, b] }")
            .start();
    FakeSwitch client = rig.join(version, 1);
    if (version == OpenFlow.VERSION_10) { // which said in its features that it has no ports
      client.send(Messages.portStatus(1, 0, 1, 0)).send(Messages.portStatus(1, 0, 2, 0));
      rig.settle();
    }
    client.take();
    client.hearEntriesAsked();
    return client;
  }

  private CompletableFuture<List<PortStatistics>> ports(int application, Duration maxAge) {
    return contexts.get(application).switches().portStatistics(1, maxAge);
  }

  private CompletableFuture<List<FlowStatistics>> flows(int application, Duration maxAge) {
    return contexts.get(application).switches().flowStatistics(1, maxAge);
  }

  private static byte[] portReply(int version, byte[] question) {
    OFFactory factory = ColdCodec.factory(version);
    return ColdCodec.bytes(
        factory
            .buildPortStatsReply()
            .setXid(Integer.toUnsignedLong(Messages.xid(question)))
            .setEntries(
                List.of(
                    factory
                        .buildPortStatsEntry()
                        .setPortNo(OFPort.of(2))
                        .setRxPackets(U64.of(1))
                        .setTxPackets(U64.of(2))
                        .setRxBytes(U64.of(3))
                        .setTxBytes(U64.of(-4))
                        .setRxDropped(U64.of(5))
                        .setTxDropped(U64.of(6))
                        .setRxErrors(U64.of(7))
                        .setTxErrors(U64.of(8))
                        .build()))
            .build());
  }

  private static byte[] flowReply(int version, byte[] question) {
    OFFactory factory = ColdCodec.factory(version);
    return ColdCodec.bytes(
        factory
            .buildFlowStatsReply()
            .setXid(Integer.toUnsignedLong(Messages.xid(question)))
            .setEntries(
                List.of(
                    factory
                        .buildFlowStatsEntry()
                        .setTableId(TableId.of(0))
                        .setPriority(100)
                        .setCookie(U64.of(9))
                        .setDurationSec(60)
                        .setPacketCount(U64.of(10))
                        .setByteCount(U64.of(640))
                        .setMatch(
                            factory
                                .buildMatch()
                                .setExact(MatchField.IN_PORT, OFPort.of(1))
                                .setExact(MatchField.ETH_DST, MacAddress.of(2))
                                .build())
                        .build()))
            .build());
  }

  @EachVersion
  void shouldAskOnceForTheCountersOfPortsHoweverManyWantThem(int version) {
    FakeSwitch client = start(version, Rig.setup().patient());
    CompletableFuture<List<PortStatistics>> first = ports(0, NOW);
    CompletableFuture<List<PortStatistics>> second = ports(1, NOW);
    List<byte[]> asked = rig.await(client, 1);
    client.send(portReply(version, asked.get(0)));
    List<PortStatistics> all = rig.answer(first);
    assertThat(rig.answer(second)).isEqualTo(all);
    assertThat(all).extracting(PortStatistics::port).containsExactly(1, 2);
    assertThat(all.get(0).rxPackets()).as("no word of it").isEqualTo(PortStatistics.UNKNOWN);
    long atNs = all.get(1).atNs();
    assertThat(all.get(1)).isEqualTo(new PortStatistics(2, 1, 2, 3, -4, 5, 6, 7, 8, atNs));
    assertThat(rig.answer(ports(1, MINUTE))).isEqualTo(all);
    rig.settle();
    assertThat(client.take()).isEmpty();
    rig.moveClock(MINUTE.toNanos());
    CompletableFuture<List<PortStatistics>> later = ports(1, MINUTE);
    client.send(portReply(version, rig.await(client, 1).get(0)));
    assertThat(rig.answer(later).get(1).atNs()).isGreaterThan(atNs);
  }

  @EachVersion
  void shouldAskOnceForTheCountersOfAllFlowEntries(int version) throws Exception {
    FakeSwitch client = start(version, Rig.setup());
    CompletableFuture<List<FlowStatistics>> first = flows(0, NOW);
    CompletableFuture<List<FlowStatistics>> second = flows(1, NOW);
    byte[] asked = rig.await(client, 1).get(0);
    OFFlowStatsRequest question =
        (OFFlowStatsRequest) ColdCodec.read(ByteBuffer.wrap(asked), 0, asked.length);
    assertThat(question.getTableId()).isEqualTo(TableId.ALL);
    assertThat(question.getOutPort()).isEqualTo(OFPort.ANY);
    if (version == OpenFlow.VERSION_13) { // else only the entries with a group would be told
      assertThat(question.getOutGroup()).isEqualTo(OFGroup.ANY);
    }
    client.send(flowReply(version, asked));
    List<FlowStatistics> all = rig.answer(first);
    assertThat(rig.answer(second)).isEqualTo(all);
    assertThat(all).hasSize(1);
    FlowStatistics entry = all.get(0);
    assertThat(entry.priority()).isEqualTo(100);
    assertThat(entry.cookie()).isEqualTo(9);
    assertThat(entry.ageSeconds()).isEqualTo(60);
    assertThat(entry.packets()).isEqualTo(10);
    assertThat(entry.bytes()).isEqualTo(640);
    assertThat(entry.inPort()).hasValue(1);
    assertThat(entry.ethDst()).hasValue(2);
    assertThat(entry.ethSrc()).isEmpty();
    assertThat(entry.vlan()).isEmpty();
    assertThat(rig.answer(flows(1, MINUTE))).isEqualTo(all);
    rig.settle();
    assertThat(client.take()).isEmpty();
    CompletableFuture<List<FlowStatistics>> anew = flows(1, NOW);
    client.send(flowReply(version, rig.await(client, 1).get(0)));
    assertThat(rig.answer(anew)).hasSize(1);
  }

  @Test
  void shouldFailWithAReasonWhenThereIsNoAnswer() {
    start(1, Rig.setup().set("maestro.connection.request-timeout=100 ms"));
    CompletableFuture<List<PortStatistics>> ports = ports(0, NOW);
    assertThat(rig.refusal(flows(0, NOW))).hasMessageStartingWith("no answer");
    assertThat(rig.refusal(ports)).hasMessage("no answer within 100 ms");
  }

  @Test
  void shouldFailWithAReasonWhenTheAnswerIsNone() {
    FakeSwitch client = start(1, Rig.setup());
    CompletableFuture<List<FlowStatistics>> refused = flows(0, NOW);
    client.send("01 01 000c %08x 0001 0005".formatted(Messages.xid(rig.await(client, 1).get(0))));
    assertThat(rig.refusal(refused)).hasMessage("the switch refuses to answer");
    CompletableFuture<List<FlowStatistics>> broken = flows(0, NOW);
    int xid = Messages.xid(rig.await(client, 1).get(0));
    client.send("01 11 0010 %08x 0001 0000 00000000".formatted(xid));
    assertThat(rig.refusal(broken)).hasMessage("its answer cannot be read");
    assertThat(client.isClosedByPeer()).isFalse();
  }

  @Test
  void shouldFailWhenTheSwitchLeavesOrIsNotThere() {
    FakeSwitch client = start(4, Rig.setup());
    CompletableFuture<List<PortStatistics>> ports = ports(0, NOW);
    CompletableFuture<List<FlowStatistics>> flows = flows(0, NOW);
    rig.await(client, 2);
    client.close();
    assertThat(rig.refusal(flows)).hasMessage("the switch has left");
    assertThat(rig.refusal(ports)).hasMessageContaining("has left");
    rig.until(() -> contexts.get(0).switches().all().isEmpty());
    assertThat(rig.refusal(ports(0, MINUTE))).hasMessage("no switch 00:00:00:00:00:00:00:01");
    assertThat(rig.refusal(flows(0, MINUTE))).hasMessage("no switch 00:00:00:00:00:00:00:01");
  }
}
