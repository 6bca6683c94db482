package maestro.emulator.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import maestro.emulator.report.ReportFiles;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TextReport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where results go. */
final class Output {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "maestro-results",
      description = "Folder for the results' files (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Mixin private ProgressOptions progress;

  /** The folder, made when it is missing. */
  Path folder() throws IOException {
    return OptionFiles.folder("--out", folder);
  }

  boolean draws() {
    return progress.draws();
  }

  /** Prints and writes the results. Returns the exit status: 1 when a run did not end well. */
  int show(List<RunResult> results, CommandLine command) throws IOException {
    if (results.isEmpty()) {
      return 1;
    }
    Path page = ReportFiles.write(folder(), results);
    command.getOut().print(TextReport.table(results));
    command.getOut().flush();
    command.getErr().println("written: " + page.toAbsolutePath().normalize());
    int status = 0;
    for (RunResult result : results) {
      if (!result.completion().complete()) {
        command.getErr().println(result.controller() + ": " + result.completion().reason());
        status = 1;
      }
    }
    command.getErr().flush();
    return status;
  }
}
