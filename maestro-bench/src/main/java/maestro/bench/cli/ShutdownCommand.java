package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import maestro.bench.shutdown.LoadedSwitches;
import maestro.bench.shutdown.ShutdownRun;
import maestro.cli.Bounds;
import maestro.config.StrategyName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench shutdown}: how long a controller under load takes to end. */
@Command(
    name = "shutdown",
    mixinStandardHelpOptions = true,
    description = {
      "Send SIGTERM to our controller under load, with each strategy, plain and with TLS.",
      "Prints the time until the process has ended, and how many streams ended within a message."
          + " Exit status 1 when the stream of a switch that reads did."
    })
final class ShutdownCommand implements Callable<Integer> {
  private static final String ROW = "| %-19s | %-5s | %9s | %8s | %13s | %17s |%n";

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "10",
      description = "Repetitions of each case (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--readers",
      paramLabel = "N",
      defaultValue = "12",
      description = "Switches that read all that comes (default: ${DEFAULT-VALUE}).")
  private int readers;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.atLeast(spec.commandLine(), "--repetitions", repetitions, 1);
    Bounds.atLeast(spec.commandLine(), "--readers", readers, 1);
    try (TemporaryFolder folder = TemporaryFolder.named("maestro-shutdown")) {
      return measure(new ShutdownRun(repetitions, readers, folder.path()));
    }
  }

  private int measure(ShutdownRun run) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(ROW, "strategy", "", "median ms", "worst ms", "cut, of " + of(readers), slow());
    out.printf(ROW, "---", "---", "--:", "--:", "--:", "--:");
    int cut = 0;
    for (boolean secure : new boolean[] {false, true}) {
      for (StrategyName strategy : StrategyName.values()) {
        ShutdownRun.Outcome outcome = run.run(strategy, secure);
        cut += outcome.cutReaders();
        out.printf(
            Locale.ROOT,
            ROW,
            "`" + strategy.text() + "`",
            secure ? "TLS" : "plain",
            outcome.medianMs(),
            outcome.worstMs(),
            outcome.cutReaders(),
            outcome.cutSlowReaders());
        out.flush();
      }
    }
    return cut == 0 ? 0 : 1;
  }

  private int of(int switches) {
    return switches * repetitions;
  }

  private String slow() {
    return "slow ones, of " + of(LoadedSwitches.SLOW_READERS);
  }
}
