package maestro.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import maestro.bench.soak.SoakResult.Finding;
import maestro.emulator.report.Figures;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;

/** Writes a soak for a terminal, as JSON, and as one self-contained page. */
public final class SoakReport {
  private SoakReport() {}

  /**
   * Writes {@code soak.json} and {@code soak.html}, and overwrites old ones.
   *
   * @param directory made when it is missing
   * @return the page
   */
  public static Path write(Path directory, SoakResult result) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("soak.json"), ResultJson.indented(result) + "\n");
    return Files.writeString(directory.resolve("soak.html"), page(result));
  }

  /** The page. */
  static String page(SoakResult result) {
    return HtmlReport.page(
        "Maestro soak",
        "soak.json",
        HtmlReport.resource(SoakReport.class, "soak.js"),
        ResultJson.compact(result));
  }

  /** The verdict, in lines that end with a line feed. */
  public static String text(SoakResult result) {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "soak of %s: %s of %s; seed %d%n%s%n%n",
            result.subject().controller(),
            time(result.subject().seconds()),
            time(result.subject().plannedSeconds()),
            result.subject().seed(),
            result.subject().load()));
    int whatWidth = width(result, true);
    int foundWidth = width(result, false);
    for (Finding finding : result.findings()) {
      String line =
          String.format(
              Locale.ROOT,
              "%-" + whatWidth + "s  %-" + foundWidth + "s  %s",
              finding.what(),
              finding.found(),
              finding.word());
      out.append(line.stripTrailing()).append('\n');
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%nanswers %,d; delay p50 %s ms, p99 %s ms, longest %s ms; joins of switches that come"
                + " and go %,d%n",
            result.outcome().steady().right() + result.outcome().churning().right(),
            Figures.milliseconds(result.waits().delays().p50Ns()),
            Figures.milliseconds(result.waits().delays().p99Ns()),
            Figures.milliseconds(result.waits().longestDelayNs()),
            result.outcome().joins()));
    result.failures().forEach(failure -> out.append("broke off: ").append(failure).append('\n'));
    return out.toString();
  }

  private static int width(SoakResult result, boolean what) {
    return result.findings().stream()
        .mapToInt(finding -> (what ? finding.what() : finding.found()).length())
        .max()
        .orElse(1);
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60);
  }
}
