package maestro.emulator.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes every form of the results into one directory. */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes {@code results.json}, {@code summary.csv}, {@code switches.csv} and {@code report.html};
   * what was there is overwritten.
   *
   * @param directory made when it is missing
   * @return the page
   */
  public static Path write(Path directory, List<RunResult> results) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("results.json"), ResultJson.write(results) + "\n");
    Files.writeString(directory.resolve("summary.csv"), CsvReport.summary(results));
    Files.writeString(directory.resolve("switches.csv"), CsvReport.switches(results));
    return Files.writeString(directory.resolve("report.html"), HtmlReport.page(results));
  }
}
