package maestro.bench.shutdown;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.bench.isolation.Certificates;
import maestro.config.StrategyName;
import maestro.emulator.controller.ControllerProcess;

/**
 * Starts a controller, loads it, and sends SIGTERM.
 *
 * <ol>
 *   <li>Some switches send and read at full speed; {@value LoadedSwitches#SLOW_READERS} send at
 *       full speed and read slowly.
 *   <li>SIGTERM comes when each switch that reads has 10,000 answers.
 *   <li>The time until the process has ended is measured, and the streams that ended within a
 *       message are counted.
 * </ol>
 *
 * <p>One thread; interrupting it ends the run.
 */
public final class ShutdownRun {
  private final int repetitions;
  private final int readerCount;
  private final Path folder;
  private final Certificates certificates;

  /**
   * The result of all repetitions of one case.
   *
   * @param sortedMs from SIGTERM to the end of the process, ascending
   * @param cutReaders streams of switches that read at full speed, ended within a message or by a
   *     reset
   * @param cutSlowReaders the same for switches that read slowly
   */
  public record Outcome(List<Long> sortedMs, int cutReaders, int cutSlowReaders) {
    /** Keeps a copy of the list. */
    public Outcome {
      sortedMs = List.copyOf(sortedMs);
    }

    /** The time in the middle, the later one of two. */
    public long medianMs() {
      return sortedMs.get(sortedMs.size() / 2);
    }

    /** The longest time. */
    public long worstMs() {
      return sortedMs.get(sortedMs.size() - 1);
    }
  }

  /**
   * Makes certificates; starts nothing yet.
   *
   * @param folder for certificates and logs; it may exist
   */
  public ShutdownRun(int repetitions, int readerCount, Path folder) throws IOException {
    this.repetitions = repetitions;
    this.readerCount = readerCount;
    this.folder = folder;
    this.certificates = Certificates.make(folder.resolve("certificates"));
  }

  /** Runs one case. */
  public Outcome run(StrategyName strategy, boolean secure)
      throws IOException, InterruptedException {
    long[] tookMs = new long[repetitions];
    int cut = 0;
    int cutSlow = 0;
    for (int i = 0; i < repetitions; i++) {
      ControllerProcess controller =
          ControllerProcess.start(
              ControllerProcess.command(null, options(strategy, secure)),
              folder.resolve("controller.log"));
      try (controller;
          LoadedSwitches switches =
              LoadedSwitches.start(
                  controller.address(), secure ? certificates.known() : null, readerCount)) {
        switches.awaitLoad();
        long startNs = System.nanoTime();
        controller.close();
        tookMs[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        switches.awaitEnd();
        cut += switches.cutReaders().size();
        cutSlow += switches.cutSlowReaders().size();
      }
    }
    return new Outcome(Arrays.stream(tookMs).sorted().boxed().toList(), cut, cutSlow);
  }

  private List<String> options(StrategyName strategy, boolean secure) {
    List<String> options =
        new ArrayList<>(List.of("--listen", "127.0.0.1:0", "--strategy", strategy.text()));
    if (secure) {
      for (Map.Entry<String, String> each : certificates.controllerSettings().entrySet()) {
        options.addAll(List.of("--set", each.getKey() + "=" + each.getValue()));
      }
    }
    return options;
  }
}
