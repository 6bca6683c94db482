package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import maestro.bench.dataplane.DataplaneBench;
import maestro.bench.dataplane.DataplaneResult;
import maestro.bench.dataplane.Plan;
import maestro.bench.dataplane.report.DataplaneReport;
import maestro.cli.line.Bounds;
import maestro.emulator.cli.Interruption;
import maestro.emulator.cli.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bench dataplane}: repeats the data-plane study. */
@Command(
    name = "dataplane",
    mixinStandardHelpOptions = true,
    description = {
      "Measure how fast the emulator's data plane forwards: OpenFlow hash, linear and tuple space,"
          + " L2 learning, L3 longest prefix.",
      "Repeats the experiments of Bianco, Birke, Giraudo and Palacin (ICC 2010) on one core, in"
          + " about ten minutes. Writes dataplane.html, .md and .json."
    })
final class DataplaneCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 100;

  @Option(
      names = "--quick",
      description = "Fewer frame sizes and shorter measurements, in less than two minutes.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of everything; their median counts (default: 5, or 3 with --quick).")
  private Integer rounds;

  @Option(
      names = "--commit",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The commit of the sources, to be named in dataplane.md.")
  private String commit;

  @Mixin private Output output;

  @ParentCommand private Main bench;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Plan plan = plan();
    Path folder = output.folder();
    Interruption interruption = bench.interruption();
    interruption.watch();
    DataplaneResult result;
    try {
      result = new DataplaneBench(plan, this::say, interruption::isRequested).run();
    } finally {
      interruption.endRuns();
    }
    Path page = DataplaneReport.write(folder, result, command(), commit);
    PrintWriter out = spec.commandLine().getOut();
    out.print(DataplaneReport.text(result));
    out.flush();
    say("written: " + page.toAbsolutePath().normalize());
    return !interruption.isRequested() && DataplaneReport.isMet(result) ? 0 : 1;
  }

  private Plan plan() {
    Plan plan = quick ? Plan.QUICK : Plan.FULL;
    if (rounds == null) {
      return plan;
    }
    Bounds.check(spec.commandLine(), "--rounds", rounds, 1, MOST_ROUNDS);
    return plan.withRounds(rounds);
  }

  private String command() {
    return "./maestro bench dataplane"
        + (quick ? " --quick" : "")
        + (rounds == null ? "" : " --rounds " + rounds);
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
