package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import maestro.network.report.NetworkReport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shipped routing on a torus that chance breaks: cables of switches and hosts fail and come
 * back, switches restart or lose their channel, the controller is killed. No frame circles
 * meanwhile. When it is over, each ping between hosts that are connected is answered once, also the
 * first to a host that was forgotten, and no frame passes a switch twice.
 */
class BrokenNetworkTest {
  private static final int SEEDS = Integer.getInteger("maestro.network.seeds", 4);
  private static final int SIDE = 3;
  private static final int SWITCHES = SIDE * SIDE;
  private static final int ROUNDS = 3;
  private static final int FAULTS = 4;
  private static final int SETTLE_SECONDS = 6;

  private final Set<String> cut = new HashSet<>();
  private final Set<Integer> stopped = new HashSet<>();
  private final Set<Integer> away = new HashSet<>();
  private final List<String> story = new ArrayList<>();

  /** A host was learned at a switch that is gone by now, since its own switch had no channel. */
  private static final int HOST_BEHIND_SWITCH_WITHOUT_CHANNEL = 132;

  static IntStream seeds() {
    return IntStream.concat(
        IntStream.of(HOST_BEHIND_SWITCH_WITHOUT_CHANNEL),
        IntStream.range(Integer.getInteger("maestro.network.first-seed", 0), SEEDS));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldCircleNothingAndReachAllThatAreConnected(int seed) throws IOException {
    Random random = new Random(seed);
    String openflow = seed % 2 == 0 ? "1.3" : "1.0";
    try (TestNetwork network =
        TestNetwork.start(
            "torus:3x3",
            Path.of("../config/routing.conf"),
            0,
            openflow,
            SETTLE_SECONDS,
            List.of())) {
      network.assertThatAllReachAll();
      for (int round = 0; round < ROUNDS; round++) {
        for (int fault = 0; fault < FAULTS; fault++) {
          breakSomething(network, random);
          network.letPass(Duration.ofMillis(1L << random.nextInt(13)));
          assertThat(network.pingAll().stopped()).as("circled, after %s", story).isZero();
        }
        away.forEach(each -> network.connect("s" + each));
        away.clear();
        network.letPass(Duration.ofSeconds(2L * SETTLE_SECONDS));
        assertThatEachIsAnsweredOnce(network.pingAll()); // hosts become known meanwhile
        assertThatEachIsAnsweredOnce(network.pingAll());
      }
    }
  }

  private void assertThatEachIsAnsweredOnce(NetworkReport report) {
    assertThat(report.lost()).as("of %s, after %s", report.text(), story).isEqualTo(apart());
    assertThat(report.duplicates() + report.loops() + report.stopped())
        .as("of %s, after %s", report.text(), story)
        .isZero();
  }

  private void breakSomething(TestNetwork network, Random random) {
    int one = 1 + random.nextInt(SWITCHES);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> toggle(network, linkOf(one, random.nextBoolean()));
      case 3 -> toggle(network, "s" + one + "-h" + one);
      case 4, 5 -> {
        if (away.add(one)) {
          network.disconnect("s" + one);
        } else {
          away.remove(one);
          network.connect("s" + one);
        }
        story.add("channel of s" + one);
      }
      case 6 -> {
        if (stopped.add(one)) {
          network.stop("s" + one);
        } else {
          stopped.remove(one);
          network.start("s" + one);
        }
        story.add("power of s" + one);
      }
      default -> {
        network.stopController();
        network.letPass(Duration.ofMillis(1L << random.nextInt(13)));
        network.startController();
        story.add("controller");
      }
    }
  }

  private void toggle(TestNetwork network, String link) {
    if (cut.add(link)) {
      network.cut(link);
    } else {
      cut.remove(link);
      network.restore(link);
    }
    story.add(link);
  }

  /** The link of a switch to the next one in its row, or in its column. */
  private static String linkOf(int number, boolean inRow) {
    return "s" + number + "-s" + next(number, inRow);
  }

  private static int next(int number, boolean inRow) {
    int row = (number - 1) / SIDE;
    int column = (number - 1) % SIDE;
    return 1 + (inRow ? row * SIDE + (column + 1) % SIDE : (row + 1) % SIDE * SIDE + column);
  }

  /** The number of ordered pairs of hosts that no way connects. */
  private int apart() {
    int connected = 0;
    for (int from = 1; from <= SWITCHES; from++) {
      Set<Integer> reached = reachedFrom(from);
      for (int to = 1; to <= SWITCHES; to++) {
        if (from != to && hasHost(from) && hasHost(to) && reached.contains(to)) {
          connected++;
        }
      }
    }
    return SWITCHES * (SWITCHES - 1) - connected;
  }

  private boolean hasHost(int number) {
    return !stopped.contains(number) && !cut.contains("s" + number + "-h" + number);
  }

  private Set<Integer> reachedFrom(int from) {
    Set<Integer> reached = new HashSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      int here = open.pop();
      if (!stopped.contains(here) && reached.add(here)) {
        for (int there = 1; there <= SWITCHES; there++) {
          for (boolean inRow : new boolean[] {true, false}) {
            boolean isOut = next(here, inRow) == there && !cut.contains(linkOf(here, inRow));
            boolean isIn = next(there, inRow) == here && !cut.contains(linkOf(there, inRow));
            if (isOut || isIn) {
              open.push(there);
            }
          }
        }
      }
    }
    return reached;
  }
}
