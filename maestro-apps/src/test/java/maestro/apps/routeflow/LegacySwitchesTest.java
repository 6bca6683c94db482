package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.SwitchInfo;
import maestro.api.topology.HostLost;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.discovery.Discovery;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.Probing;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;

/**
 * Networks that chance makes of switches, cables and legacy switches, as discovery finds them.
 * Legacy switches learn, and some pass LLDP. {@code -Dmaestro.segments.seeds=N} tries more.
 */
class LegacySwitchesTest extends RoutedNetwork {
  private static final int FIRST_PORT = 10;
  private static final int MOST_PORTS = 80;
  private static final long FIRST_LEGACY = 1_000;
  private static final int ROUNDS = 5;

  private final FakePlatform prober =
      FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery");
  private final EventStage probing = prober.start(new Probing()).events().orElseThrow();
  private final EventStage discovery = prober.start(new Discovery()).events().orElseThrow();

  private final List<Port> ends = new ArrayList<>();
  private final Set<Long> passLldp = new HashSet<>();
  private final Map<Long, Port> places = new HashMap<>();
  private int nextPort = FIRST_PORT;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Long.getLong("maestro.segments.seeds", 20));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldDeliverOnceAndPassNoSegmentTwiceWhenLegacySwitchesJoinSwitches(long seed) {
    Random random = new Random(seed);
    start("");
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

  /** Rounds of probes; then the routes are as discovery says, and hosts at host ports are known. */
  private void find() {
    for (int round = 0; round < ROUNDS; round++) {
      probing.onTimer();
      prober.switches().takeSent().forEach(this::carry);
      discovery.onTimer();
      prober.advance(Duration.ofSeconds(1));
    }
    Topology topology = prober.valueOf("topology", Topology.class);
    publish(topology);
    events.onViewChanged("routing-table");
    obey();
    showAsked();
    confirm(TreeEntries.SETTLE);
    for (long host : network.hosts()) {
      topology.roles().keySet().stream()
          .filter(port -> topology.roles().get(port) == Role.HOST && isAt(host, port))
          .findAny()
          .ifPresentOrElse(port -> locate(host, port), () -> forget(host));
    }
  }

  private void locate(long host, Port port) {
    Port before = places.get(host);
    if (!port.equals(before)) {
      forget(host);
      network.locate(host, port);
      places.put(host, port);
    }
  }

  private void forget(long host) {
    Port before = places.remove(host);
    if (before != null) {
      network.forgetHost(host);
      events.onAnnouncement("host-lost", new HostLost(host, before.datapathId(), before.number()));
      obey();
    }
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
    for (int again = 0; again < 2; again++) { // with entries the second time
      for (long from : network.hosts()) {
        for (long to : network.hosts()) {
          if (isJoined(from, to)) {
            assertThat(network.send(from, to)).as("%d to %d", from, to).containsOnlyOnce(to);
          }
        }
      }
    }
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
