package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import maestro.bench.shutdown.LoadedSwitches;
import maestro.bench.shutdown.ShutdownRun;
import maestro.cli.line.Bounds;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
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
  /** What one case came to. */
  private record Line(StrategyName strategy, boolean isSecure, ShutdownRun.Outcome outcome) {}

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
    Table<Line> table =
        Table.of(
            Column.words("strategy", line -> "`" + line.strategy.text() + "`"),
            Column.words("", line -> line.isSecure ? "TLS" : "plain"),
            new Column<>("median ms", line -> line.outcome.medianMs()),
            new Column<>("worst ms", line -> line.outcome.worstMs()),
            new Column<>("cut, of " + of(readers), line -> line.outcome.cutReaders()),
            new Column<>(slow(), line -> line.outcome.cutSlowReaders()));
    out.print(table.markdown(List.of()));
    int cut = 0;
    for (boolean secure : new boolean[] {false, true}) {
      for (StrategyName strategy : StrategyName.values()) {
        ShutdownRun.Outcome outcome = run.run(strategy, secure);
        cut += outcome.cutReaders();
        List<Line> line = List.of(new Line(strategy, secure, outcome));
        out.print(table.of(line).markdownRows());
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
