package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import maestro.api.topology.Topology.Port;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which ports are bounded, and what is said, where nothing is known of the network. */
class StormOriginTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("maestro.storm.seeds", 4));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBoundThePortOfTheStormingHostAlone(long seed) {
    Random random = new Random(seed);
    int switches = 2 + random.nextInt(5);
    try (CirclingNetwork network = network(random, switches, 0)) {
      tree(network, random, switches);
      hosts(network, random, switches, 30);
      Port guilty = network.host(random.nextInt(switches), 0);
      storms(network, random);
      assertThat(network.bounded).as(network.text()).containsExactly(guilty);
      assertThat(network.said()).as("nothing is over").hasSize(1);
      network.setLastRate(5);
      network.run(20);
      assertThat(network.bounded).containsExactly(guilty);
      assertThat(network.said()).hasSize(2).last().asString().contains("the storm is over");
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldSayOnceThatAShortStormIsOver(long seed) {
    Random random = new Random(seed);
    int switches = 2 + random.nextInt(5);
    try (CirclingNetwork network = network(random, switches, 0)) {
      tree(network, random, switches);
      hosts(network, random, switches, 30);
      Port guilty = network.host(random.nextInt(switches), 3000);
      network.run(1 + random.nextInt(4));
      network.setLastRate(5);
      network.run(25);
      assertThat(network.bounded).as(network.text()).containsExactly(guilty);
      assertThat(network.said()).hasSize(2).last().asString().contains("the storm is over");
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBoundThePortOfAnUnmanagedSwitchWhenOneOfItsHostsStorms(long seed) {
    Random random = new Random(seed);
    int switches = 2 + random.nextInt(4);
    try (CirclingNetwork network = network(random, switches, 1)) {
      tree(network, random, switches);
      hosts(network, random, switches, 5);
      Port guilty = network.cable(random.nextInt(switches), switches).get(0);
      for (int i = 0; i < 3; i++) {
        network.host(switches, 3);
      }
      network.host(switches, 0);
      storms(network, random);
      assertThat(network.bounded).as(network.text()).containsExactly(guilty);
    }
  }

  /** The links on the way may be taken for the first to have heard the address, but no host is. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldLeaveTheHostAloneThatHasTheAddressOfTheStormingOne(long seed) {
    Random random = new Random(seed);
    int switches = 2 + random.nextInt(5);
    try (CirclingNetwork network = network(random, switches, 0)) {
      Set<Port> onTheWay = new HashSet<>(tree(network, random, switches));
      hosts(network, random, switches, 30);
      network.host(random.nextInt(switches), 3);
      onTheWay.add(network.host(random.nextInt(switches), 0, switches));
      storms(network, random);
      assertThat(network.bounded).as(network.text()).isNotEmpty();
      assertThat(onTheWay).as(network.text()).containsAll(network.bounded);
      assertThat(network.wrong).as(network.text()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBoundPortsOfTheLoopAloneWhenFramesCircle(long seed) {
    Random random = new Random(seed);
    int switches = 1 + random.nextInt(5);
    try (CirclingNetwork network = network(random, switches, 1)) {
      Set<Port> loop = new HashSet<>(tree(network, random, switches));
      int first = random.nextInt(switches);
      int second = random.nextInt(switches);
      if (random.nextBoolean() && first != second) {
        loop.addAll(network.cable(first, second));
      } else {
        loop.addAll(network.cable(first, switches));
        loop.addAll(network.cable(second, switches));
      }
      hosts(network, random, switches, 0.3);
      network.host(random.nextInt(switches), 0.5);
      network.run(40);
      if (network.bounded.isEmpty()) { // each frame is a request, and they are of many sources
        assertThat(network.said()).isNotEmpty().allMatch(line -> line.contains(" leads to "));
      }
      assertThat(loop).as(network.text()).containsAll(network.bounded);
      assertThat(network.wrong).as(network.text()).isEmpty();
    }
  }

  private static CirclingNetwork network(Random random, int switches, int unmanaged) {
    boolean hasEntries = random.nextInt(4) > 0;
    String action = random.nextBoolean() ? "drop" : "meter";
    int holdSeconds = 1 + random.nextInt(5);
    return new CirclingNetwork(
        random,
        switches,
        unmanaged,
        hasEntries,
        "action = " + action + ", hold = " + holdSeconds + " s");
  }

  /** Connects all switches; the ports between them. */
  private static List<Port> tree(CirclingNetwork network, Random random, int switches) {
    boolean isLine = random.nextBoolean();
    List<Port> links = new ArrayList<>();
    for (int node = 1; node < switches; node++) {
      links.addAll(network.cable(isLine ? node - 1 : random.nextInt(node), node));
    }
    return links;
  }

  private static void hosts(CirclingNetwork network, Random random, int switches, double most) {
    for (int node = 0; node < switches; node++) {
      network.host(node, most * random.nextDouble());
    }
  }

  /** The last host storms after a while. */
  private static void storms(CirclingNetwork network, Random random) {
    network.run(2);
    network.setLastRate(CirclingNetwork.ALLOWED * (1.3 + 5 * random.nextDouble()));
    network.run(20);
  }
}
