package maestro.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code maestro.worker.Worker} and {@link VirtualWorker} decide by the same class, but one handles
 * the bytes of connections and the other counts the requests of {@link VirtualSwitch}es. This test
 * holds them together: with the same strategy, policy, input and clock they do the same at the same
 * times, whose trace is compared.
 */
class VisitLoopTest {
  private static final int STEPS = 700;
  private static final int[] READ_BYTES = {2 * 1024, 62 * 1024, 512 * 1024};
  private static final int[] QUANTA = {20, 300, 850};
  private static final int[] THRESHOLDS = {1, 500, 8192};
  private static final int[] BOUNDS_MICROS = {100, 3_000, 1_000_000};

  @ParameterizedTest
  @CsvSource({
    "shared-queue, adaptive",
    "shared-queue, rounds",
    "shared-queue, fixed",
    "static-partition, adaptive",
    "static-partition, rounds",
    "static-partition, fixed",
    "dynamic-partition, adaptive",
    "dynamic-partition, rounds",
    "dynamic-partition, fixed",
    "round-robin, adaptive",
    "round-robin, rounds",
    "round-robin, fixed",
    "fair-share, adaptive",
    "fair-share, rounds",
    "fair-share, fixed"
  })
  void shouldDecideAsTheRealLoopWhenAllIsTheSame(String strategy, String policy)
      throws BadConfigurationException {
    Random random = new Random(1);
    List<String> all = new ArrayList<>();
    for (int readBytes : READ_BYTES) {
      for (int threshold : THRESHOLDS) {
        for (boolean inOrder : new boolean[] {true, false}) {
          LoopCase each =
              new LoopCase(
                  strategy,
                  policy,
                  inOrder,
                  readBytes,
                  QUANTA[random.nextInt(QUANTA.length)],
                  threshold,
                  BOUNDS_MICROS[random.nextInt(BOUNDS_MICROS.length)],
                  random.nextLong(),
                  5_000,
                  60);
          all.addAll(same(each));
        }
      }
    }
    for (String kind : new String[] {"DRAINED", "released early", "await", "full batch"}) {
      assertThat(all.stream().anyMatch(line -> line.contains(kind)))
          .as("the cases show: %s", kind)
          .isTrue();
    }
    assertThat(all.stream().anyMatch(line -> line.contains("BACKLOGGED")))
        .isEqualTo(!strategy.equals("shared-queue")); // whose select thread knows that
    boolean batchPerVisit = strategy.equals("static-partition") || strategy.equals("fair-share");
    assertThat(all.stream().anyMatch(line -> line.startsWith("nothing pending")))
        .isEqualTo(!batchPerVisit);
  }

  /** What both have done. */
  private static List<String> same(LoopCase each) throws BadConfigurationException {
    MaestroConfig config = each.config();
    Script real = RealLoop.run(each, config, STEPS);
    Script virtual = VirtualLoop.run(each, config, RealLoop.REQUEST_BYTES, STEPS);
    int events = Math.min(real.trace().size(), virtual.trace().size()); // one ends within a cycle
    for (int i = 0; i < events; i++) {
      if (!real.trace().get(i).equals(virtual.trace().get(i))) {
        int from = Math.max(0, i - 5);
        assertThat(virtual.trace().subList(from, i + 1))
            .as("event %d of %s", i, each)
            .isEqualTo(real.trace().subList(from, i + 1));
      }
    }
    assertThat(events).isGreaterThan(2 * STEPS);
    return real.trace().subList(0, events);
  }
}
