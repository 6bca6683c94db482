package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import maestro.Maestro;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.result.LoadResult;
import maestro.metrics.Counter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many switches at full speed: every request is answered once and in order, and memory stays flat.
 * {@code -Dmaestro.load.seconds=4} loads each strategy for longer; {@code .ci/run} does.
 */
class FullLoadIT {
  private static final long MIB = 1 << 20;
  private static final long SLACK_BYTES = 8 * MIB;
  private static final long MEASURE_NS =
      Integer.getInteger("maestro.load.seconds", 1) * InProcess.SECOND_NS;

  @Test
  @Tag("soak")
  void shouldAnswerEveryRequestOnceInOrderWhen64SwitchesSendAtFullSpeedForAMinute()
      throws Exception {
    try (Maestro maestro = InProcess.controller("fair-share", 1)) {
      Memory memory = new Memory();
      LoadRun run =
          new LoadRun(
              InProcess.fullSpeed(64, 1, true, 60 * InProcess.SECOND_NS), maestro.address());
      LoadResult result =
          run.run((stage, done, total, answered) -> memory.sample(stage.name(), done, total));
      assertAnsweredOnceInOrder(maestro, result);
      assertThat(memory.laterBytes()).isLessThan(memory.earlierBytes() + SLACK_BYTES);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "shared-queue, 1, true",
    "shared-queue, 4, false",
    "static-partition, 4, true",
    "dynamic-partition, 1, false",
    "dynamic-partition, 4, true",
    "round-robin, 1, true",
    "round-robin, 4, false",
    "fair-share, 4, false",
  })
  void shouldAnswerEveryRequestOnceInOrderWhenTwoWorkersShareTheLoad(
      String strategy, int version, boolean buffered) throws Exception {
    try (Maestro maestro = InProcess.controller(strategy, 2)) {
      LoadRun run =
          new LoadRun(InProcess.fullSpeed(64, version, buffered, MEASURE_NS), maestro.address());
      assertAnsweredOnceInOrder(maestro, run.run((stage, done, total, answered) -> {}));
    }
  }

  @Tag("soak")
  @ParameterizedTest
  @CsvSource({
    "shared-queue, boringssl",
    "static-partition, jdk",
    "dynamic-partition, boringssl",
    "round-robin, jdk",
    "fair-share, boringssl",
    "fair-share, jdk",
  })
  void shouldAnswerEveryRequestOnceInOrderWhenTheSwitchesSpeakTls(
      String strategy, String provider, @TempDir Path folder) throws Exception {
    Path files = folder.resolve("pki");
    InProcess.makeCertificates(files);
    try (Maestro maestro = InProcess.tlsController(strategy, 2, files, provider)) {
      LoadRun run =
          new LoadRun(
              InProcess.fullSpeed(32, 4, true, MEASURE_NS),
              maestro.address(),
              InProcess.tlsSwitches(files));
      assertAnsweredOnceInOrder(maestro, run.run((stage, done, total, answered) -> {}));
    }
  }

  private static void assertAnsweredOnceInOrder(Maestro maestro, LoadResult result) {
    assertThat(result.failure()).isEmpty();
    long sent = 0;
    for (LoadResult.SwitchCounts counts : result.switches()) {
      assertThat(counts.answeredRequests()).isPositive();
      assertThat(counts.allAnsweredRequests()).isEqualTo(counts.allSentRequests());
      assertThat(counts.allErrors().missing()).isZero();
      assertThat(counts.allErrors().doubled()).isZero();
      assertThat(counts.allErrors().unasked()).isZero();
      assertThat(counts.allErrors().wrongPort()).isZero();
      assertThat(counts.allErrors().outOfOrder()).isZero();
      assertThat(counts.allErrors().malformed()).isZero();
      sent += counts.allSentRequests();
    }
    // the controller's own count: it has also served what taught it the addresses
    assertThat(maestro.metrics().total(Counter.REQUESTS)).isGreaterThanOrEqualTo(sent);
    assertThat(maestro.metrics().total(Counter.REQUESTS_LOST)).isZero();
    assertThat(maestro.metrics().total(Counter.REQUESTS_IGNORED)).isZero();
  }

  /** Heap and direct memory after a collection, a quarter into the measured time and at its end. */
  private static final class Memory {
    private long earlier;
    private long later;
    private boolean endSeen;

    void sample(String stage, long done, long total) {
      if (stage.equals("MEASURING") && earlier == 0 && done > total / 4) {
        earlier = usedBytes();
      } else if (stage.equals("MEASURING") && !endSeen && done > total * 9 / 10) {
        endSeen = true;
        later = usedBytes();
      }
    }

    @SuppressWarnings("removal")
    private static long usedBytes() {
      System.gc();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      long direct =
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .mapToLong(BufferPoolMXBean::getMemoryUsed)
              .sum();
      return heap + direct;
    }

    long earlierBytes() {
      assertThat(earlier).as("memory was looked at").isPositive();
      return earlier;
    }

    long laterBytes() {
      assertThat(later).as("memory was looked at twice").isPositive();
      return later;
    }
  }
}
