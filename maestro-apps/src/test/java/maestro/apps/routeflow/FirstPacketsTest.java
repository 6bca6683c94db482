package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import maestro.api.topology.Topology.Port;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hosts become known while packets to them are under way. */
class FirstPacketsTest extends RoutedNetwork {
  private static final int SWITCHES = 8;
  private static final int HOSTS = 2 * SWITCHES;
  private static final int ROUNDS = 20;
  private static final int FRAMES = 6;
  private static final Duration LAG = Duration.ofMillis(20);

  /** More with {@code -Dmaestro.first.seeds=1000}. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("maestro.first.seeds", 40));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBringEachFrameOnceWhateverIsLearnedMeanwhile(long seed) {
    Random random = new Random(seed);
    build(random);
    network.lag(LAG.toNanos());
    for (int round = 0; round < ROUNDS; round++) {
      List<Long> unknown = forget();
      network.whileMoving(1, () -> learn(unknown, random));
      long from = 1 + random.nextLong(HOSTS);
      long to = 1 + random.nextLong(HOSTS);
      for (int frame = 0; from != to && frame < FRAMES; frame++) {
        assertThat(network.send(from, to))
            .as("%d to %d, frame %d of round %d", from, to, frame, round)
            .containsOnlyOnce(to)
            .doesNotHaveDuplicates();
        assertThat(network.mostPasses()).as("by one port").isEqualTo(1);
      }
      pass(LAG); // no entry is under way any more
    }
  }

  /** A copy that meets an entry for a later frame of its flow may go by it, and arrive, too. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldLoseNoFrameWhenOthersOfItsFlowAreUnderWay(long seed) {
    Random random = new Random(seed);
    build(random);
    for (int round = 0; round < ROUNDS; round++) {
      List<Long> unknown = forget();
      long from = 1 + random.nextLong(HOSTS);
      long to = from % HOSTS + 1;
      int[] frames = {1};
      network.whileMoving(
          1,
          () -> {
            learn(unknown, random);
            if (frames[0] < FRAMES && random.nextInt(4) == 0) {
              network.sendToo(from, to, frames[0]++);
            }
          });
      network.send(from, to);
      for (int frame = 0; frame < frames[0]; frame++) {
        assertThat(network.timesReceived(to, frame))
            .as("%d to %d, frame %d of round %d", from, to, frame, round)
            .isBetween(1L, 2L);
      }
    }
  }

  private List<Long> forget() {
    network.forgetHosts();
    network.switches().forEach(network::forgetFlowsOf);
    return new ArrayList<>(network.hosts());
  }

  private void build(Random random) {
    start("");
    for (long id = 1; id <= SWITCHES; id++) {
      network.addSwitch(id);
      platform.switches().add(id, HOST_PORT);
    }
    for (long host = 1; host <= HOSTS; host++) {
      network.plug(host, new Port(1 + host % SWITCHES, (int) host));
    }
    int port = HOSTS + 1;
    for (long id = 2; id <= SWITCHES; id++) {
      network.connect(new Port(id, port++), new Port(1 + random.nextLong(id - 1), port++));
    }
    for (int i = random.nextInt(10); i > 0; i--) {
      long one = 1 + random.nextLong(SWITCHES);
      long other = 1 + random.nextLong(SWITCHES);
      if (one != other) {
        network.connect(new Port(one, port++), new Port(other, port++));
      }
    }
    discover();
  }

  private void learn(List<Long> unknown, Random random) {
    if (random.nextInt(3) == 0) {
      pass(Duration.ofMillis(random.nextInt(10)));
    }
    if (!unknown.isEmpty() && random.nextBoolean()) {
      network.locate(unknown.remove(random.nextInt(unknown.size())));
    }
  }

  private void pass(Duration duration) {
    platform.advance(duration);
    network.setTime(platform.nowNs());
  }
}
