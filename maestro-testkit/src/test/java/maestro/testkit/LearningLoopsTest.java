package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.network.report.NetworkReport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shipped learning switch in networks with loops, of which chance cuts and mends cables. No
 * frame circles at any time. Two seconds after the first packets, each ping is answered once, and
 * no frame comes to a switch twice.
 */
class LearningLoopsTest {
  private static final int SEEDS = Integer.getInteger("maestro.network.seeds", 6);
  private static final int ROUNDS = 4;
  private static final Duration BOUND = Duration.ofSeconds(2);
  private static final List<String> TOPOLOGIES = List.of("ring:5", "torus:3x3", "cables:3");

  static IntStream seeds() {
    return IntStream.range(Integer.getInteger("maestro.network.first-seed", 0), SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldCutLoopsAndReachAll(int seed) throws IOException {
    Random random = new Random(seed);
    String topology = TOPOLOGIES.get(seed % TOPOLOGIES.size());
    String openflow = seed % 2 == 0 ? "1.3" : "1.0";
    List<String> links = links(topology);
    Set<String> cut = new HashSet<>();
    List<String> story = new ArrayList<>(List.of(topology, openflow));
    Path config = Path.of("../config/learning-switch.conf");
    try (TestNetwork network = TestNetwork.start(topology, config, 1, openflow, 1, List.of())) {
      settle(network, story);
      network.assertThatAllReachAll();
      for (int round = 0; round < ROUNDS; round++) {
        String link = links.get(random.nextInt(links.size()));
        if (cut.remove(link)) {
          network.restore(link);
        } else if (cut.isEmpty() || (topology.equals("torus:3x3") && cut.size() < 3)) {
          cut.add(link); // what is left is connected
          network.cut(link);
        }
        story.add(link);
        network.letPass(Duration.ofMillis(1L << random.nextInt(12)));
        settle(network, story);
        assertThatEachIsAnsweredOnce(network.pingAll(), story);
      }
    }
  }

  private static void settle(TestNetwork network, List<String> story) {
    assertThat(network.pingAll().stopped()).as("circled, after %s", story).isZero();
    network.letPass(BOUND);
  }

  private static void assertThatEachIsAnsweredOnce(NetworkReport report, List<String> story) {
    assertThat(report.lost() + report.duplicates() + report.loops() + report.stopped())
        .as("of %s, after %s", report.text(), story)
        .isZero();
  }

  private static List<String> links(String topology) {
    return switch (topology) {
      case "ring:5" -> List.of("s1-s2", "s2-s3", "s3-s4", "s4-s5", "s1-s5");
      case "cables:3" -> List.of("s1-s2#1", "s1-s2#2", "s1-s2#3");
      default ->
          IntStream.range(0, 9)
              .boxed()
              .flatMap(
                  i ->
                      Stream.of(
                          "s" + (1 + i) + "-s" + (1 + i / 3 * 3 + (i + 1) % 3),
                          "s" + (1 + i) + "-s" + (1 + (i + 3) % 9)))
              .toList();
    };
  }
}
