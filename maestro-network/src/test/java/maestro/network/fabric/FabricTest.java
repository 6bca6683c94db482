package maestro.network.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import maestro.emulator.topology.TopologyException;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.dataplane.TableSizes;
import maestro.network.host.HostSettings;
import maestro.network.link.Links;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;
import maestro.network.report.NetworkReport;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortFeatures;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** Pings through switches that flood everything, in virtual time, without a controller. */
class FabricTest {
  private static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_10);
  private static final long DELAY_NS = 1_000_000;
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);
  private static final int WINDOW = 4;

  private long nowNs = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1); // the clock wraps within a run

  @Test
  void shouldLoseNothingAndKnowEachWayWhenATreeFloods() throws TopologyException {
    NetworkReport report = pingAll(NetworkPlan.named("linear:4", 2), true);
    assertThat(report.pings()).isEqualTo(8 * 7);
    assertThat(report.lost()).isZero();
    assertThat(report.isWhole()).isTrue();
    assertThat(report.duplicates() + report.loops() + report.stopped()).isZero();
    assertThat(report.stretch()).isEqualTo(1);
    assertThat(report.firstPacket().maxMs()).as("the longest way has 5 links").isBetween(5.0, 5.01);
    assertThat(report.firstPacket().medianMs()).isBetween(2.0, 5.0);
    assertThat(report.roundTrip().maxMs())
        .as("ARP goes there and back first")
        .isBetween(20.0, 21.0);
    assertThat(report.text()).contains("lost          0 (0.00 %)", "path stretch  1.000");
    assertThat(report.json()).contains("\"lost\" : 0", "\"stretch\" : 1.0", "\"roundTrip\"");
  }

  @Test
  void shouldNameLoopsAndStopThemWhenARingFloods() throws TopologyException {
    NetworkReport report = pingAll(NetworkPlan.named("ring:3", 1), true);
    assertThat(report.lost()).isZero();
    assertThat(report.duplicates()).isPositive();
    assertThat(report.loops()).isPositive();
    assertThat(report.stopped()).isPositive();
    assertThat(report.named()).hasSize(5);
    assertThat(report.named().get(0)).matches("switch [123]: frame 02:00:00:00:00:0[0-2] > .*");
    assertThat(report.text()).contains("passed twice");
  }

  @Test
  void shouldLoseNothingOnAWayThatIsLongerThanAnySmallLoop() throws TopologyException {
    int switchCount = 2 * Fabric.LEAST_HOP_LIMIT;
    NetworkPlan plan = NetworkPlan.named("linear:" + switchCount, 1);
    NetworkReport report = pingAll(plan, Pairs.one(0, switchCount - 1), true);
    assertThat(report.lost()).isZero();
    assertThat(report.loops() + report.stopped() + report.duplicates()).isZero();
    assertThat(report.stretch()).isEqualTo(1);
    NetworkPlan ring = NetworkPlan.named("ring:" + switchCount, 1);
    NetworkReport circled = pingAll(ring, Pairs.one(0, switchCount / 2), true);
    assertThat(circled.lost()).isZero();
    assertThat(circled.stopped()).isPositive();
    assertThat(circled.loops())
        .as("each that was stopped passed a switch twice")
        .isGreaterThanOrEqualTo(circled.stopped());
  }

  @Test
  void shouldCallPingsLostAfterTheirTimeWhenNobodyForwards() throws TopologyException {
    NetworkReport report = pingAll(NetworkPlan.named("linear:3", 1), false);
    assertThat(report.lost()).isEqualTo(6);
    assertThat(report.isWhole()).isFalse();
    assertThat(report.durationNs()).isEqualTo(2 * TIMEOUT_NS);
    assertThat(report.roundTrip().maxMs()).isNaN();
    assertThat(report.text())
        .contains("path stretch  –", "round trip    unknown, since none arrived");
    assertThat(report.json()).contains("\"stretch\" : null", "\"p99Ms\" : null");
  }

  @Test
  void shouldSayTheBandwidthOfItsLinkAtEachPort() throws Exception {
    NetworkPlan plan = NetworkPlan.named("linear:2", 1);
    NetworkSettings settings =
        new NetworkSettings(OpenFlow.VERSION_10, DELAY_NS, TableSizes.USUAL, 0);
    Links links =
        new Links(
            plan,
            link -> new LinkSettings(0, 10_000_000_000L, 1000, 0),
            new LinkSettings(0, 100_000_000, 1000, 0),
            0);
    List<HostSettings> hosts = Collections.nCopies(2, HostSettings.USUAL);
    PingBook book = new PingBook(plan, WINDOW);
    Fabric fabric = new Fabric(plan, settings, hosts, 0, links, book, () -> nowNs);
    Set<OFPortFeatures> fast = EnumSet.of(OFPortFeatures.PF_10GB_FD, OFPortFeatures.PF_COPPER);
    Set<OFPortFeatures> slow = EnumSet.of(OFPortFeatures.PF_100MB_FD, OFPortFeatures.PF_COPPER);
    assertThat(features(fabric, 0)).containsExactly(fast, slow);
    fabric.stop(1);
    fabric.start(1);
    assertThat(features(fabric, 1)).as("after a restart").containsExactly(fast, slow);
  }

  private static List<Set<OFPortFeatures>> features(Fabric fabric, int index) throws Exception {
    List<byte[]> said = new ArrayList<>();
    ControllerOutput output =
        new ControllerOutput() {
          @Override
          public void send(byte[] message) {
            said.add(message);
          }

          @Override
          public ByteBuffer roomForPacketIn(int bytes) {
            throw new AssertionError("no frame is sent");
          }
        };
    byte[] hello = Header.alone(OpenFlow.VERSION_10, OpenFlow.HELLO, 1);
    fabric.switchAt(index).controller().connect(output);
    for (byte[] each : List.of(hello, ColdCodec.bytes(OF.buildFeaturesRequest().build()))) {
      fabric.switchAt(index).controller().handle(ByteBuffer.wrap(each), 0, each.length);
    }
    byte[] last = said.get(said.size() - 1);
    var reply = (OFFeaturesReply) ColdCodec.read(ByteBuffer.wrap(last), 0, last.length);
    return reply.getPorts().stream().map(OFPortDesc::getCurr).toList();
  }

  private NetworkReport pingAll(NetworkPlan plan, boolean floods) {
    return pingAll(plan, Pairs.all(plan.hostCount()), floods);
  }

  private NetworkReport pingAll(NetworkPlan plan, Pairs pairs, boolean floods) {
    NetworkSettings settings =
        new NetworkSettings(OpenFlow.VERSION_10, DELAY_NS, TableSizes.USUAL, 0);
    PingBook book = new PingBook(plan, WINDOW);
    Fabric fabric = new Fabric(plan, settings, book, () -> nowNs);
    for (int i = 0; i < plan.switchCount() && floods; i++) {
      flood(fabric, i);
    }
    PingAll all = new PingAll(fabric, book, pairs, TIMEOUT_NS);
    long beganNs = nowNs;
    all.doWork(nowNs);
    while (!all.isOver()) {
      nowNs += DELAY_NS;
      fabric.deliver(nowNs);
      fabric.expire();
      all.doWork(nowNs);
    }
    long tookNs = nowNs - beganNs;
    int hopLimit = Math.max(Fabric.LEAST_HOP_LIMIT, plan.switchCount());
    for (int i = 0; i <= 3 * hopLimit; i++) { // copies, and the replies to them
      nowNs += DELAY_NS;
      fabric.deliver(nowNs);
    }
    assertThat(fabric.inFlightCount()).isZero();
    return NetworkReport.of(plan, book, fabric.loops(), 1, tookNs);
  }

  private static void flood(Fabric fabric, int index) {
    byte[] hello = Header.alone(OpenFlow.VERSION_10, OpenFlow.HELLO, 1);
    byte[] add =
        ColdCodec.bytes(
            OF.buildFlowAdd()
                .setMatch(OF.matchWildcardAll())
                .setBufferId(OFBufferId.NO_BUFFER)
                .setOutPort(OFPort.ANY)
                .setActions(List.of(OF.actions().output(OFPort.FLOOD, 0)))
                .build());
    fabric.switchAt(index).controller().connect(ControllerOutput.NONE);
    for (byte[] message : List.of(hello, add)) {
      fabric.switchAt(index).controller().handle(ByteBuffer.wrap(message), 0, message.length);
    }
    assertThat(fabric.switchAt(index).entryCount()).isEqualTo(1);
  }
}
