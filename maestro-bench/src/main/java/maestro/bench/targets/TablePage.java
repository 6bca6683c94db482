package maestro.bench.targets;

import java.util.Arrays;
import java.util.List;
import maestro.bench.targets.TableResult.Row;
import maestro.bench.targets.TableResult.Target;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.MachineFacts;
import maestro.emulator.report.ResultJson;

/** A table of targets as one page that needs nothing else. */
public final class TablePage {
  /**
   * What the page's script draws.
   *
   * @param score how many times better than it must be; 1 is just enough; NaN when unknown
   * @param aimScore the same of the aim
   * @param scores of each round
   */
  @SuppressWarnings("ArrayRecordComponent") // written as JSON, never compared
  record Line(
      String name,
      String what,
      String value,
      String must,
      String aim,
      String verdict,
      String met,
      String note,
      double score,
      double aimScore,
      double[] scores) {}

  /** All of it. */
  record Page(MachineFacts machine, String measuredAt, List<Line> rows) {}

  private TablePage() {}

  /** The page. */
  public static String page(TableResult table) {
    String measuredAt =
        table.rows().stream().map(Row::measuredAt).max(String::compareTo).orElse("");
    List<Line> lines = table.rows().stream().map(TablePage::line).toList();
    return HtmlReport.page(
        "Maestro: what it must reach",
        "the JSON file",
        HtmlReport.resource(TablePage.class, "table.js"),
        ResultJson.compact(new Page(table.machine(), measuredAt, lines)));
  }

  private static Line line(Row row) {
    Target target = row.target();
    double[] scores =
        row.rounds().stream().mapToDouble(round -> score(target, round.value())).toArray();
    return new Line(
        row.name(),
        row.what(),
        TableText.number(row.value(), target.unit()),
        TableText.limit(target, target.must()),
        TableText.limit(target, target.aim()),
        row.verdict().name(),
        row.verdict().text(),
        row.note(),
        score(target, row.value()),
        score(target, target.aim()),
        Arrays.stream(scores).filter(score -> !Double.isNaN(score)).toArray());
  }

  /** How many times better than it must be; NaN when that has no meaning. */
  static double score(Target target, double value) {
    double score = target.atLeast() ? value / target.must() : target.must() / value;
    return Double.isFinite(score) && score > 0 ? score : Double.NaN;
  }
}
