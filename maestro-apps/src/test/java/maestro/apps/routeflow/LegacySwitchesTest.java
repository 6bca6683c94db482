package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.FlowRequest;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.apps.discovery.Discovery;
import maestro.apps.hosts.HostLocation;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.Probing;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;

/**
 * Networks that chance makes of switches, cables and legacy switches, as discovery finds them, and
 * with hosts where host-location finds them. Legacy switches learn, and some pass LLDP. {@code
 * -Dmaestro.segments.seeds=N} tries more.
 */
class LegacySwitchesTest extends RoutedNetwork {
  private static final int FIRST_PORT = 10;
  private static final int MOST_PORTS = 80;
  private static final long FIRST_LEGACY = 1_000;
  private static final int ROUNDS = 5;
  private static final Duration MOVE_HOLD = Duration.ofSeconds(1);

  private final FakePlatform prober =
      FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery");
  private final EventStage probing = prober.start(new Probing()).events().orElseThrow();
  private final EventStage discovery = prober.start(new Discovery()).events().orElseThrow();

  private final FakePlatform locator = FakePlatform.withSettings("host-location", "");
  private final Stages locating = locator.start(new HostLocation());
  private final RequestStage watcher = (RequestStage) locating.batch().orElseThrow().get();

  private final List<Port> ends = new ArrayList<>();
  private final Set<Long> passLldp = new HashSet<>();
  private int nextPort = FIRST_PORT;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Long.getLong("maestro.segments.seeds", 20));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldDeliverOnceAndPassNoSegmentTwiceWhenLegacySwitchesJoinSwitches(long seed) {
    Random random = new Random(seed);
    start("");
    platform.set("hosts", hosts());
    network.seenFirstBy(this::learn);
    randomNetwork(random, 2 + random.nextInt(7));
    for (int change = 0; change < 4; change++) {
      find();
      if (ends.stream().noneMatch(each -> looksLikeACable(network.otherEnd(each).datapathId()))) {
        everyoneIsReached();
      }
      Port end = ends.get(random.nextInt(ends.size()));
      if (network.isCut(end)) {
        network.mend(end);
      } else {
        network.cut(end);
      }
      setPorts(end);
    }
  }

  // ---- the network ----

  private void randomNetwork(Random random, int switchCount) {
    for (long id = 1; id <= switchCount; id++) {
      network.addSwitch(id);
      platform.switches().add(id, MOST_PORTS);
      prober.switches().add(id, MOST_PORTS);
      locator.switches().add(id, MOST_PORTS);
      network.plug(id, new Port(id, HOST_PORT));
    }
    int legacyCount = 1 + random.nextInt(4);
    for (long id = FIRST_LEGACY; id < FIRST_LEGACY + legacyCount; id++) {
      network.addLegacySwitch(id);
      if (random.nextBoolean()) {
        passLldp.add(id);
      }
      for (int left = 1 + random.nextInt(5); left > 0; left--) {
        connect(1 + random.nextLong(switchCount), id);
      }
      network.plug(id, new Port(id, HOST_PORT));
    }
    for (int left = random.nextInt(2 * switchCount); left > 0; left--) {
      connect(1 + random.nextLong(switchCount), 1 + random.nextLong(switchCount));
    }
    prober.switches().all().forEach(discovery::onSwitchJoined);
  }

  private void connect(long one, long other) {
    Port end = new Port(one, nextPort++);
    network.connect(end, new Port(other, nextPort++));
    ends.add(end);
  }

  private void setPorts(Port end) {
    for (Port each : List.of(end, network.otherEnd(end))) {
      if (!network.isLegacy(each.datapathId())) {
        PortInfo port = new PortInfo(each.number(), 0, "eth", !network.isCut(end), 0);
        SwitchInfo info = prober.switches().find(each.datapathId()).orElseThrow();
        platform.switches().setPort(each.datapathId(), port);
        prober.switches().setPort(each.datapathId(), port);
        locator.switches().setPort(each.datapathId(), port);
        discovery.onPortStatus(info, port, PortChange.CHANGED);
      }
    }
  }

  /** Whether a legacy switch passes all probes between two ports, as a cable does. */
  private boolean looksLikeACable(long legacySwitch) {
    List<Long> joined =
        ends.stream()
            .filter(each -> network.otherEnd(each).datapathId() == legacySwitch)
            .filter(each -> !network.isCut(each))
            .map(Port::datapathId)
            .toList();
    return passLldp.contains(legacySwitch)
        && joined.size() == 2
        && !joined.get(0).equals(joined.get(1));
  }

  // ---- discovery ----

  /** Rounds of probes; then the routes are as discovery says. */
  private void find() {
    for (int round = 0; round < ROUNDS; round++) {
      probing.onTimer();
      prober.switches().takeSent().forEach(this::carry);
      discovery.onTimer();
      prober.advance(Duration.ofSeconds(1));
      locator.set("topology", topology());
      locating.events().orElseThrow().onViewChanged("topology");
    }
    publish(topology());
    events.onViewChanged("routing-table");
    obey();
    showAsked();
    passAnnouncementsOn();
    confirm(TreeEntries.SETTLE);
    live(KNOWN);
  }

  private Topology topology() {
    return prober.valueOf("topology", Topology.class);
  }

  private HostLocations hosts() {
    return locator.valueOf("hosts", HostLocations.class);
  }

  private void learn(FlowRequest request, SwitchOutput output) {
    watcher.onRequest(request, output);
    locator.advance(Duration.ZERO);
  }

  /** Tells route-flow which hosts are lost or have moved. */
  private void passAnnouncementsOn() {
    List<Object> announced = List.copyOf(locator.announced());
    locator.announced().clear();
    announced.forEach(each -> events.onAnnouncement("host", each));
    obey();
  }

  /** Where a host is known; null when it is not. */
  private Port placeOf(long host) {
    long location = hosts().locationOf(host);
    return location == HostLocations.UNKNOWN
        ? null
        : new Port(hosts().datapathIdOf(location), hosts().portOf(location));
  }

  private boolean isAt(long host, Port port) {
    return network.isLegacy(host)
        ? !network.isCut(port)
            && network.otherEnd(port) != null
            && network.otherEnd(port).datapathId() == host
        : port.equals(new Port(host, HOST_PORT));
  }

  private void carry(SentMessage sent) {
    OFPacketOut message = (OFPacketOut) sent.message();
    int number = ((OFActionOutput) message.getActions().get(0)).getPort().getPortNumber();
    Port from = new Port(sent.datapathId(), number);
    Port end = network.otherEnd(from);
    boolean isDropped =
        LldpCodec.decode(message.getData()).orElseThrow().direct()
            && end != null
            && !passLldp.contains(end.datapathId());
    for (Port to : network.reachedFrom(from, isDropped)) {
      discovery.onLldp(
          new ReceivedFrame(
              prober.switches().find(to.datapathId()).orElseThrow(),
              to.number(),
              message.getData()));
    }
  }

  // ---- what must hold ----

  private void everyoneIsReached() {
    for (long from : network.hosts()) {
      List<Long> others = network.hosts().stream().filter(to -> isJoined(from, to)).toList();
      assertThat(network.send(from, BROADCAST))
          .as("a broadcast of %d", from)
          .containsExactlyInAnyOrderElementsOf(others);
    }
    locator.advance(MOVE_HOLD); // hosts that were only supposed elsewhere do not answer there
    passAnnouncementsOn();
    confirm(TreeEntries.SETTLE);
    for (long host : network.hosts()) {
      if (isConnected(host)) {
        assertThat(placeOf(host)).as("%d is known", host).matches(place -> isAt(host, place));
      }
    }
    eachReachesEach();
    assertThat(eachReachesEach()).as("requests when all have entries").isZero();
    network.forgetByLegacySwitches();
    eachReachesEach();
  }

  /** Returns the number of requests. */
  private int eachReachesEach() {
    int requests = 0;
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        if (isJoined(from, to)) {
          assertThat(network.send(from, to)).as("%d to %d", from, to).containsOnlyOnce(to);
          requests += network.requests();
        }
      }
    }
    return requests;
  }

  /** Whether a switch hears a host. */
  private boolean isConnected(long host) {
    return !network.isLegacy(host)
        || ends.stream()
            .anyMatch(end -> network.otherEnd(end).datapathId() == host && !network.isCut(end));
  }

  /** Whether there is a way over cables between two hosts that are at different switches. */
  private boolean isJoined(long from, long to) {
    Set<Long> seen = new HashSet<>(Set.of(from));
    for (boolean isMore = true; isMore; ) {
      isMore = false;
      for (Port end : ends) {
        long one = end.datapathId();
        long other = network.otherEnd(end).datapathId();
        if (!network.isCut(end) && seen.contains(one) != seen.contains(other)) {
          seen.addAll(List.of(one, other));
          isMore = true;
        }
      }
    }
    return from != to && seen.contains(to);
  }
}
