package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import maestro.api.topology.HostLost;
import maestro.api.topology.Topology.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;

class TreeDestinationsTest extends RoutedNetwork {
  private static final long GROUP = 0x0100_5e01_0101L;
  private static final Duration MS = Duration.ofMillis(1);

  /** Switches answer at once. */
  private void stream(long from, long to, int frames) {
    for (int i = 0; i < frames; i++) {
      network.send(from, to);
      confirm(MS);
    }
  }

  @Test
  void shouldAskEightTimesPerSwitchWhenAStreamIsForAGroup() {
    ring(6, "");
    int requests = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(network.send(2, GROUP)).containsExactlyInAnyOrder(1L, 3L, 4L, 5L, 6L);
      requests += network.requests();
      confirm(MS);
    }
    assertThat(requests).as("one more until the group is open").isEqualTo(6 * 9);
    assertThat(network.broadcastEntries()).isEqualTo(6);
  }

  @Test
  void shouldAskAsOftenWhenTheHostNeverSends() {
    ring(6, "");
    network.locate(2);
    int requests = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(network.send(2, 5)).containsExactlyInAnyOrder(1L, 3L, 4L, 5L, 6L);
      requests += network.requests();
      confirm(MS);
    }
    assertThat(requests).isEqualTo(6 * 9);
    assertThat(network.broadcastEntries()).isEqualTo(6);
    assertThat(network.flowCount()).isZero();
  }

  @Test
  void shouldRemoveEntriesOfPathsBeforeAStreamFloods() {
    ring(6, "");
    network.install(4, 1, 2, 5, 2); // of this very flow: from where nobody removed it
    network.locate(2);
    stream(2, 5, 20);
    assertThat(network.flowCount()).isZero();
    assertThat(network.broadcastEntries()).isEqualTo(6);
  }

  @Test
  void shouldTakeAPathWhenTheHostHasSent() {
    ring(6, "");
    network.locate(2);
    stream(2, 5, 20);
    network.locate(5);
    network.send(5, BROADCAST);
    confirm(MS);
    assertThat(network.broadcastEntries()).as("removed at once").isZero();
    assertThat(network.send(2, 5)).as("along the tree until that is sure").hasSize(5);
    assertThat(network.flowCount()).isZero();
    confirm(FlowRemovals.SETTLE);
    assertThat(network.send(2, 5)).containsExactly(5L);
    assertThat(network.flowCount()).isPositive();
  }

  @Test
  void shouldTakeAPathWhenTheHostIsFoundAndSendsNothingHere() {
    ring(6, "");
    network.locate(2);
    stream(2, 5, 20);
    network.locate(5);
    confirm(TreeDestinations.CHECK);
    assertThat(network.broadcastEntries()).isZero();
    confirm(FlowRemovals.SETTLE);
    assertThat(network.send(2, 5)).containsExactly(5L);
  }

  @Test
  void shouldWaitUntilEntriesHaveExpiredWhenASwitchDoesNotConfirm() {
    ring(6, "");
    network.locate(2);
    stream(2, 5, 20);
    platform.switches().congest(4, true);
    network.locate(5);
    network.send(5, BROADCAST);
    confirm(FlowRemovals.SETTLE);
    confirm(FlowRemovals.SETTLE);
    assertThat(network.broadcastEntries()).as("of switch 4").isEqualTo(1);
    assertThat(network.send(2, 5)).as("each once, along the tree").hasSize(5);
    assertThat(network.flowCount()).isZero();
    confirm(TreeEntries.lives(2));
    confirm(TreeDestinations.CHECK);
    assertThat(network.send(2, 5)).containsExactly(5L);
  }

  @Test
  void shouldOnlyFloodWhenASwitchMayStillHaveAPath() {
    ring(6, "");
    network.locate(2);
    platform.switches().congest(4, true);
    stream(2, 5, 100);
    assertThat(network.broadcastEntries()).isZero();
  }

  @Test
  void shouldOnlyFloodWhenASwitchIsAbsentAndMayHaveAPath() {
    ring(6, "");
    network.locate(2);
    platform.switches().remove(4);
    for (int i = 0; i < 100; i++) {
      network.send(2, 6);
      confirm(MS);
    }
    assertThat(network.hasBroadcastEntriesTo(6)).isFalse();
  }

  /** Hosts are known a while after a start; a stream asks since its own entries are gone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepThePathsOfOthersWhenEntriesShowTheHost(boolean isShownLate) {
    knownRing(6);
    everyoneSendsToEveryone();
    network.tell(2, deletionOf(2, 5));
    int flows = network.flowCount();
    restart();
    Set<Port> unknown = new HashSet<>();
    platform.switches().all().forEach(info -> unknown.add(new Port(info.datapathId(), HOST_PORT)));
    platform.switches().all().stream()
        .filter(info -> !isShownLate || info.datapathId() < 4)
        .forEach(this::show);
    discover(unknown);
    network.locate(2);
    stream(2, 5, 20);
    assertThat(network.flowCount()).isEqualTo(flows);
    showAll();
    stream(2, 5, 20);
    assertThat(network.flowCount()).isEqualTo(flows);

    discover();
    live(KNOWN);
    assertThat(network.send(2, 5)).containsExactly(5L);
    assertThat(network.broadcastEntries()).isZero();
  }

  private static OFMessage deletionOf(long ethSrc, long ethDst) {
    OFFactory factory = OFFactories.getFactory(OFVersion.OF_13);
    Match match =
        factory
            .buildMatch()
            .setExact(MatchField.ETH_SRC, MacAddress.of(ethSrc))
            .setExact(MatchField.ETH_DST, MacAddress.of(ethDst))
            .build();
    return FlowRemovals.deletion(factory, match, OFPort.ANY, RouteFlow.COOKIE);
  }

  @Test
  void shouldOnlyFloodToFurtherHostsWhenManyAreUnknown() {
    ring(3, "");
    for (int host = 0; host < TreeDestinations.MOST_HOSTS + 5; host++) {
      stream(2, STRANGER + host, 12);
    }
    assertThat(network.broadcastEntries()).isEqualTo(3 * TreeDestinations.MOST_HOSTS);
    confirm(FlowRemovals.SETTLE);
    stream(2, GROUP, 12);
    assertThat(network.broadcastEntries()).isEqualTo(3 * (TreeDestinations.MOST_HOSTS + 1));
    confirm(TreeEntries.lives(2));
    confirm(TreeDestinations.CHECK);
    stream(2, STRANGER - 1, 12);
    assertThat(network.broadcastEntries()).as("the others are over").isEqualTo(3);
  }

  // ---- each frame once, whatever happens ----

  /** More with {@code -Dmaestro.tree.seeds=1000}. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("maestro.tree.seeds", 20));
  }

  private final Map<Long, Queue<Runnable>> onTheirWay = new HashMap<>();

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBringEachFrameOnceWhenHostsAreFoundAndLost(long seed) {
    Random random = new Random(seed);
    start("");
    int count = 8;
    for (long id = 1; id <= count; id++) {
      network.addSwitch(id);
      platform.switches().add(id, HOST_PORT, random.nextBoolean() ? 1 : 4);
      network.plug(id, new Port(id, HOST_PORT));
    }
    int port = 10;
    for (long id = 2; id <= count; id++) {
      network.connect(new Port(id, port++), new Port(1 + random.nextLong(id - 1), port++));
    }
    for (int i = 0; i < 10; i++) {
      long one = 1 + random.nextLong(count);
      long other = 1 + random.nextLong(count);
      if (one != other) {
        network.connect(new Port(one, port++), new Port(other, port++));
      }
    }
    showAll();
    discover();
    LongStream.rangeClosed(1, 4).forEach(network::locate); // they send
    network.lag(Duration.ofMillis(200).toNanos());
    network.whileMoving(100, () -> pass(5, random)); // what circles must end
    int judged = 0;
    for (int round = 0; round < 20; round++) {
      long sink = 5 + random.nextLong(4);
      long source = 1 + random.nextLong(4);
      if (random.nextBoolean()) {
        lose(sink, random);
      }
      boolean isClear = false;
      for (int frame = 0; frame < 40; frame++) {
        pass(random.nextInt(frame % 20 == 19 ? 400 : 20), random);
        isClear |= network.hasBroadcastEntriesTo(sink);
        judged += network.hasBroadcastEntriesTo(sink) ? 1 : 0;
        sends(frame % 4 == 0 ? 1 + random.nextLong(4) : source, sink, isClear);
        sends(source, GROUP, true);
      }
      if (random.nextInt(3) > 0) { // it is found, in the middle of the stream
        network.locate(sink);
        sends(sink, random.nextBoolean() ? BROADCAST : 1 + random.nextLong(4), true);
      }
      for (int frame = 0; frame < 10; frame++) {
        pass(random.nextInt(100), random);
        sends(1 + random.nextLong(4), sink, isClear);
      }
    }
    assertThat(judged).as("frames to a host with entries").isGreaterThan(20);
  }

  private void sends(long from, long to, boolean isClear) {
    List<Long> received = network.send(from, to);
    if (!isClear) { // an entry of a path that nobody removed may still be there
      return;
    }
    assertThat(received).as("%s to %s", from, to).doesNotHaveDuplicates();
    if (to <= 8) {
      assertThat(received).as("%s to %s", from, to).contains(to);
    } else {
      assertThat(received).as("%s to %x", from, to).hasSize(7);
    }
    assertThat(network.mostPasses()).as("%s to %s by one port", from, to).isEqualTo(1);
  }

  /** A host is lost. When that is announced, the entries to it are removed; otherwise they stay. */
  private void lose(long host, Random random) {
    network.forgetHost(host);
    if (random.nextBoolean()) {
      return;
    }
    events.onAnnouncement("host-lost", new HostLost(host, host, HOST_PORT));
    for (int i = 0; random.nextBoolean() && i < 30; i++) {
      pass(20, random);
    }
  }

  /** Time goes on; each switch does what it is told in its order, and at its time. */
  private void pass(int ms, Random random) {
    platform.advance(MS.multipliedBy(ms));
    network.setTime(platform.nowNs());
    platform
        .switches()
        .takeSent()
        .forEach(
            each ->
                enqueue(each.datapathId(), () -> network.tell(each.datapathId(), each.message())));
    platform
        .switches()
        .takeAsked()
        .forEach(each -> enqueue(each.datapathId(), () -> each.answer().complete(List.of())));
    for (Queue<Runnable> of : new ArrayList<>(onTheirWay.values())) {
      while (!of.isEmpty() && random.nextInt(4) > 0) {
        of.remove().run();
      }
    }
    platform.advance(Duration.ZERO);
  }

  private void enqueue(long datapathId, Runnable message) {
    onTheirWay.computeIfAbsent(datapathId, id -> new ArrayDeque<>()).add(message);
  }
}
