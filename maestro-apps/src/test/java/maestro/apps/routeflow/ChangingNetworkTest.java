package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.topology.Topology.Port;
import maestro.apps.routing.RoutingTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks that chance makes and changes. */
class ChangingNetworkTest extends RoutedNetwork {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shouldNeitherStormNorLoseWhenLinksComeAndGo(long seed) {
    Random random = new Random(seed);
    start("");
    randomNetwork(random, 12, 20);
    discover();
    locateAll();
    for (int change = 0; change < 40; change++) {
      change(random);
      discover();
      confirm(TreeEntries.SETTLE);
      everyoneReachesEveryone();
      broadcastsReachAllOnce(random);
    }
  }

  private void randomNetwork(Random random, int switchCount, int extraCables) {
    for (long id = 1; id <= switchCount; id++) {
      network.addSwitch(id);
      platform.switches().add(id, 0);
      platform.switches().setPort(id, HOST_PORT, true);
      network.plug(id, new Port(id, HOST_PORT));
    }
    int port = 10;
    for (long id = 2; id <= switchCount; id++) {
      connect(new Port(id, port++), new Port(1 + random.nextLong(id - 1), port++));
    }
    for (int i = 0; i < extraCables; i++) {
      long one = 1 + random.nextLong(switchCount);
      long other = 1 + random.nextLong(switchCount);
      if (one != other) {
        connect(new Port(one, port++), new Port(other, port++));
      }
    }
  }

  private void connect(Port one, Port other) {
    network.connect(one, other);
    mend(one);
  }

  /** A cable is mended or cut; its ports go down, or only its packets are lost. */
  private void change(Random random) {
    Port end = network.cables().get(random.nextInt(network.cables().size()));
    if (network.isCut(end)) {
      mend(end);
    } else if (random.nextBoolean()) {
      pull(end);
    } else {
      network.cut(end);
    }
  }

  private void everyoneReachesEveryone() {
    RoutingTable table = platform.valueOf("routing-table", RoutingTable.class);
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        int distance = table.distance((int) from - 1, (int) to - 1);
        if (from != to && distance != RoutingTable.UNREACHABLE) {
          assertThat(network.send(from, to)).containsExactly(to);
          assertThat(network.requests()).as("asked").isLessThanOrEqualTo(distance + 1);
        }
      }
    }
  }

  private void broadcastsReachAllOnce(Random random) {
    RoutingTable table = platform.valueOf("routing-table", RoutingTable.class);
    long from = 1 + random.nextLong(network.hosts().size());
    List<Long> reachable = new ArrayList<>(network.hosts());
    reachable.removeIf(to -> to == from || !table.isReachable((int) from - 1, (int) (to - 1)));

    assertThat(network.send(from, BROADCAST)).containsExactlyInAnyOrderElementsOf(reachable);
    assertThat(network.send(from, STRANGER)).containsExactlyInAnyOrderElementsOf(reachable);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldLoseNothingOfFlowsWithEntriesWhenChannelsComeAndGo(long seed) {
    Random random = new Random(seed);
    start("");
    randomNetwork(random, 10, (int) seed);
    discover();
    locateAll();
    everyoneSendsToEveryone();
    Set<Long> absent = new TreeSet<>();
    for (int change = 0; change < 40; change++) {
      for (long id : network.switches()) {
        if (absent.contains(id) ? random.nextInt(3) == 0 : random.nextInt(change % 8 + 1) == 0) {
          toggle(id, absent);
        }
      }
      discover();
      everyoneReachesEveryone();
      live(EntryWatch.TICK.multipliedBy(random.nextInt(6)));
      everyoneReachesEveryone();
    }
    List.copyOf(absent).forEach(id -> toggle(id, absent));
    discover();
    live(KNOWN);
    everyoneReachesEveryone();
  }

  /** Flows that a link has sent on a detour have no longer way when it is back. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldTakeTheShortestPathsAgainWithoutALossWhenLinksAreBack(long seed) {
    Random random = new Random(seed);
    start("");
    randomNetwork(random, 10, 12);
    discover();
    locateAll();
    for (int change = 0; change < 30; change++) {
      change(random);
      discover();
      everyoneReachesEveryone();
      live(EntryWatch.TICK.multipliedBy(random.nextInt(EntryWatch.CALM_TICKS)));
      everyoneReachesEveryone();
    }
    network.cables().stream().filter(network::isCut).forEach(this::pull); // all roles are known
    discover();
    live(EntryWatch.TICK.multipliedBy(EntryWatch.CALM_TICKS + 8));
    everyoneReachesEveryone();
    RoutingTable table = platform.valueOf("routing-table", RoutingTable.class);
    for (long from : network.hosts()) {
      for (long to : network.hosts()) {
        int distance = table.distance((int) from - 1, (int) to - 1);
        if (from != to && distance != RoutingTable.UNREACHABLE) {
          network.send(from, to);
          assertThat(network.requests()).as("it has its entries").isZero();
          assertThat(network.hops()).as("%d to %d", from, to).isEqualTo(distance + 1);
        }
      }
    }
  }

  private void toggle(long id, Set<Long> absent) {
    if (absent.remove(id)) {
      comeBack(id);
    } else {
      absent.add(id);
      leave(id);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldNotStormWhileTheNetworkIsBeingDiscovered(long seed) {
    Random random = new Random(seed);
    start("");
    randomNetwork(random, 12, 30);
    List<Port> unknown = new ArrayList<>(network.cables());
    while (!unknown.isEmpty()) {
      unknown.remove(random.nextInt(unknown.size()));
      discover(unknown);
      confirm(TreeEntries.SETTLE);
      for (long host : network.hosts()) {
        assertThat(network.send(host, BROADCAST)).doesNotHaveDuplicates();
        assertThat(network.send(host, STRANGER)).doesNotHaveDuplicates();
      }
    }
    confirm(TreeEntries.SETTLE);
    assertThat(network.send(1, BROADCAST)).hasSize(11);
  }
}
