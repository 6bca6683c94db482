package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import maestro.emulator.format.Figures;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TextReport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where results go. */
public final class Output {
  private static final String OPTION = "--out";

  @Option(
      names = OPTION,
      paramLabel = "DIR",
      defaultValue = "maestro-results",
      description = "Folder for the results' files (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Option(
      names = "--allow-errors",
      description = "Exit with 0 although answers were wrong, double, missing or the like.")
  private boolean allowErrors;

  @Mixin private ProgressOptions progress;

  private FolderClaim claim;
  private List<String> logs = List.of();

  /** The folder, made when it is missing. */
  public Path folder() throws IOException {
    return OptionFiles.folder(OPTION, folder);
  }

  boolean draws() {
    return progress.draws();
  }

  /**
   * Keeps other runs out of the folder until {@link #release}.
   *
   * @param kind of run: those of another kind have files by other names
   * @throws IOException in one line when another run is writing there
   */
  public void claim(String kind) throws IOException {
    claim = FolderClaim.of(OPTION, folder(), kind);
  }

  /** Lets other runs write into the folder, if {@link #claim} kept them out. */
  public void release() throws IOException {
    if (claim != null) {
      claim.release();
    }
  }

  /**
   * Looks whether the files of results can be written, and claims the folder.
   *
   * @param ownLogs what controllers write into the folder in this run
   */
  void claimForResults(List<String> ownLogs) throws IOException {
    logs = ownLogs;
    Path made = folder();
    new ResultFiles(made).check();
    for (String name : ownLogs) {
      OptionFiles.check(OPTION, made.resolve(name));
    }
    claim("results");
  }

  /**
   * Prints the results with what is to be said of them, and writes them. They are printed first: a
   * disk may be full. Returns the exit status: 1 when a run did not end well, else that of {@code
   * --fail-if}, else 1 when there were errors that are not allowed.
   */
  int show(List<RunResult> results, FailIf failIf, FailIf.Planned planned, CommandLine command)
      throws IOException {
    PrintWriter err = command.getErr();
    int ofRuns = 1;
    if (!results.isEmpty()) {
      command.getOut().print(TextReport.table(results));
      command.getOut().flush();
      ofRuns = sayCompletions(results, err);
    }
    int onErrors = sayErrors(results, err);
    List<FailIf.Verdict> verdicts = failIf.judge(results, planned);
    verdicts.forEach(verdict -> err.println(verdict.line()));
    err.flush();
    new ResultFiles(folder())
        .write(results, verdicts, logs)
        .ifPresent(page -> err.println("written: " + page.toAbsolutePath().normalize()));
    err.flush();
    return IntStream.of(ofRuns, FailIf.status(verdicts), onErrors)
        .filter(each -> each != 0)
        .findFirst()
        .orElse(0);
  }

  private static int sayCompletions(List<RunResult> results, PrintWriter err) {
    int status = 0;
    for (RunResult result : results) {
      if (!result.completion().complete()) {
        err.println(result.controller() + ": " + result.completion().reason());
        status = 1;
      }
    }
    return status;
  }

  private int sayErrors(List<RunResult> results, PrintWriter err) {
    int status = 0;
    for (RunResult result : results) {
      long errors = result.answers().measuredErrors();
      if (errors > 0 && !allowErrors) {
        err.println(
            result.controller()
                + ": there were errors, which is exit status 1: "
                + Figures.count(errors)
                + " (--allow-errors accepts them)");
        status = 1;
      }
    }
    return status;
  }
}
