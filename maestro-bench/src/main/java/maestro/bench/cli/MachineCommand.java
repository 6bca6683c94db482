package maestro.bench.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import maestro.emulator.baseline.MachinePauses;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench machine}: the delays that the machine itself causes. */
@Command(
    name = "machine",
    mixinStandardHelpOptions = true,
    description =
        "Measure how long threads wait for a processor when nothing else runs. No delay that is"
            + " measured here can be lower.")
final class MachineCommand implements Callable<Integer> {
  private static final double NS_PER_MS = 1e6;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "The time of the measurement (default: ${DEFAULT-VALUE}).")
  private long seconds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("machine: " + pauses(seconds));
    out.flush();
    return 0;
  }

  /** What the machine does to threads, in words. */
  static String pauses(long seconds) throws InterruptedException {
    int processors = Runtime.getRuntime().availableProcessors();
    MachinePauses.measure(TimeUnit.SECONDS.toNanos(1), processors); // compiles it
    MachinePauses pauses = MachinePauses.measure(TimeUnit.SECONDS.toNanos(seconds), processors);
    return String.format(
        Locale.ROOT,
        "%d threads on %d processors were away %.2f %% of %d s;"
            + " a request that needs two waits %.3f ms, p99 %.3f ms, at most %.1f ms",
        processors,
        processors,
        100 * pauses.lostShare(),
        seconds,
        pauses.meanNs() / NS_PER_MS,
        pauses.p99Ns() / NS_PER_MS,
        pauses.longestNs() / NS_PER_MS);
  }
}
