package maestro.emulator.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import maestro.config.StrategyName;
import maestro.emulator.format.Json;
import maestro.emulator.metrics.MedianJson;
import maestro.emulator.report.CsvReport;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.RunResult;

/** The files that {@code emulate} and {@code compare} write into the folder of {@code --out}. */
final class ResultFiles {
  private static final String OPTION = "--out";
  private static final String PAGE = "report.html";
  private static final String VERDICTS = "verdicts.json";
  private static final String LOG = ".log";
  private static final String SUBJECT_LOG = ".subject.log";

  /** What stands in each file, in the order in which they are written. */
  private static final Map<String, Function<List<RunResult>, String>> FILES = new LinkedHashMap<>();

  static {
    FILES.put("results.json", results -> ResultJson.write(results) + "\n");
    FILES.put("summary.csv", CsvReport::summary);
    FILES.put("switches.csv", CsvReport::switches);
    FILES.put(PAGE, HtmlReport::page);
    FILES.put("medians.json", results -> MedianJson.write(results) + "\n");
  }

  private final Path folder;

  /** Files of a folder that is there. */
  ResultFiles(Path folder) {
    this.folder = folder;
  }

  /** Looks whether each can be written, before the time is spent that a run takes. */
  void check() throws IOException {
    for (String name : FILES.keySet()) {
      OptionFiles.check(OPTION, folder.resolve(name));
    }
    OptionFiles.check(OPTION, folder.resolve(VERDICTS));
  }

  /**
   * Removes the files of an earlier run, so that none stays beside those of this one, and writes
   * all. Where a link stands, the file that it leads to is overwritten. Does nothing when there is
   * nothing to write.
   *
   * @param results may be none: then there is no page
   * @param verdicts what {@code --fail-if} said; empty without it
   * @param ownLogs logs of this run; those of other strategies are of an earlier one
   * @return the page
   */
  Optional<Path> write(List<RunResult> results, List<FailIf.Verdict> verdicts, List<String> ownLogs)
      throws IOException {
    if (results.isEmpty() && verdicts.isEmpty()) {
      return Optional.empty();
    }
    for (String name : FILES.keySet()) {
      remove(folder.resolve(name));
    }
    remove(folder.resolve(VERDICTS));
    removeLogsBut(ownLogs);
    if (!verdicts.isEmpty()) {
      String text = Json.indented(verdicts) + "\n";
      OptionFiles.write(OPTION, folder.resolve(VERDICTS), text);
    }
    if (results.isEmpty()) {
      return Optional.empty();
    }
    for (Map.Entry<String, Function<List<RunResult>, String>> file : FILES.entrySet()) {
      OptionFiles.write(OPTION, folder.resolve(file.getKey()), file.getValue().apply(results));
    }
    return Optional.of(folder.resolve(PAGE));
  }

  /** The log of a controller: that of a subject is told from files of the operator by its end. */
  static String log(StrategySubject subject) {
    return subject.name().equals(subject.strategy())
        ? subject.strategy() + LOG
        : subject.name() + SUBJECT_LOG;
  }

  private void removeLogsBut(List<String> own) throws IOException {
    for (StrategyName strategy : StrategyName.values()) {
      if (!own.contains(strategy.text() + LOG)) {
        remove(folder.resolve(strategy.text() + LOG));
      }
    }
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*" + SUBJECT_LOG)) {
      for (Path log : logs) {
        if (!own.contains(log.getFileName().toString())) {
          remove(log);
        }
      }
    }
  }

  private static void remove(Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      OptionFiles.remove(OPTION, file);
    }
  }
}
