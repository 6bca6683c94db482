package maestro.emulator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import maestro.emulator.metrics.MedianJson;
import maestro.emulator.report.Figures;
import maestro.emulator.report.ReportFiles;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TextReport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where results go. */
public final class Output {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "maestro-results",
      description = "Folder for the results' files (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Option(
      names = "--allow-errors",
      description = "Exit with 0 although answers were wrong, double, missing or the like.")
  private boolean allowErrors;

  @Mixin private ProgressOptions progress;

  /** The folder, made when it is missing. */
  public Path folder() throws IOException {
    return OptionFiles.folder("--out", folder);
  }

  boolean draws() {
    return progress.draws();
  }

  /**
   * Prints and writes the results. Returns the exit status: 1 when a run did not end well, else
   * that of {@code --fail-if}, else 1 when there were errors that are not allowed.
   */
  int show(List<RunResult> results, FailIf failIf, CommandLine command) throws IOException {
    if (results.isEmpty()) {
      return 1;
    }
    Path page = ReportFiles.write(folder(), results);
    Files.writeString(page.resolveSibling("medians.json"), MedianJson.write(results) + "\n");
    command.getOut().print(TextReport.table(results));
    command.getOut().flush();
    command.getErr().println("written: " + page.toAbsolutePath().normalize());
    int status = 0;
    int onErrors = 0;
    for (RunResult result : results) {
      if (!result.completion().complete()) {
        command.getErr().println(result.controller() + ": " + result.completion().reason());
        status = 1;
      }
      long errors = result.answers().measuredErrors();
      if (errors > 0 && !allowErrors) {
        command
            .getErr()
            .println(
                result.controller()
                    + ": there were errors, which is exit status 1: "
                    + Figures.count(errors)
                    + " (--allow-errors accepts them)");
        onErrors = 1;
      }
    }
    int judged = failIf.judge(results, command.getErr(), page.resolveSibling("verdicts.json"));
    command.getErr().flush();
    return IntStream.of(status, judged, onErrors).filter(each -> each != 0).findFirst().orElse(0);
  }
}
