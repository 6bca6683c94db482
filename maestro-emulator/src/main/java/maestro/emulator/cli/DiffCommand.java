package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import maestro.config.Nearest;
import maestro.emulator.difference.ControllerDifference;
import maestro.emulator.difference.Difference;
import maestro.emulator.difference.DifferenceJson;
import maestro.emulator.difference.DifferenceText;
import maestro.emulator.difference.Finding;
import maestro.emulator.difference.MetricDifference;
import maestro.emulator.difference.StoredResults;
import maestro.emulator.metrics.Metric;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code diff}: two stored results side by side. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {
      "Put two stored results side by side, by the names of the controllers.",
      "Exit status: 0 compared, 1 a file cannot be read or has no controller in common, 2 wrong"
          + " usage, 3 a metric of --fail-if-worse is worse in B."
    })
final class DiffCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "results.json of emulate or compare, or the folder that it is in.")
  private Path a;

  @Parameters(index = "1", paramLabel = "B", description = "Another one.")
  private Path b;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the difference with every round here, too.")
  private Path json;

  @Option(
      names = "--fail-if-worse",
      split = ",",
      paramLabel = "METRIC",
      description =
          "Exit with 3 when one of these is worse in B than in all rounds of A, or cannot be told.")
  private List<String> judged = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    checkMetrics();
    OptionFiles.check("--json", json);
    Difference difference = Difference.of(StoredResults.read(a), StoredResults.read(b));
    PrintWriter out = spec.commandLine().getOut();
    out.print(DifferenceText.of(difference));
    out.flush();
    if (json != null) {
      OptionFiles.write("--json", json, DifferenceJson.of(difference) + "\n");
    }
    PrintWriter err = spec.commandLine().getErr();
    int status = judge(difference, err);
    if (difference.controllers().isEmpty()) {
      err.println("no controller is in both files");
      status = 1;
    }
    err.flush();
    return status;
  }

  private int judge(Difference difference, PrintWriter err) {
    int status = 0;
    for (ControllerDifference controller : difference.controllers()) {
      for (MetricDifference d : controller.metrics()) {
        Finding finding = d.finding();
        boolean fails = finding != Finding.NONE && finding != Finding.BETTER;
        if (fails && judged.contains(d.metric().name())) {
          err.println(
              "fail-if-worse: "
                  + controller.name()
                  + ": "
                  + d.metric().name()
                  + ": "
                  + finding.text()
                  + ": A "
                  + d.metric().quantity().text(d.a().median())
                  + ", B "
                  + d.metric().quantity().text(d.b().median()));
          status = FailIf.STATUS;
        }
      }
    }
    return status;
  }

  private void checkMetrics() {
    for (String name : judged) {
      if (Metric.named(name).isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            "--fail-if-worse: found '"
                + name
                + "'; allowed: "
                + String.join(", ", Metric.names())
                + Nearest.hint(name, Metric.names()));
      }
    }
  }
}
