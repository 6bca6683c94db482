package maestro.bench.isolation;

import java.util.List;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.TextTable.Column;

/** The results of attacks as one self-contained page. */
final class IsolationPage {
  /**
   * One attack, as the page's script shows it.
   *
   * @param failures why its promise was not kept, a line each
   * @param noticed by the good switch: a cell for each of its columns
   * @param done by the controller: the same
   */
  record Line(
      String attack,
      String promise,
      String what,
      boolean kept,
      List<String> failures,
      List<String> noticed,
      List<String> done) {}

  /** All of it. */
  record Page(String verdict, List<String> facts, List<Line> attacks) {}

  private IsolationPage() {}

  static String page(Isolation isolation) {
    List<Line> lines = isolation.attacks().stream().map(IsolationPage::line).toList();
    Page page =
        new Page(IsolationReport.verdict(isolation), IsolationReport.facts(isolation), lines);
    return HtmlReport.page(
        "Maestro isolation",
        "isolation.md",
        HtmlReport.resource(IsolationPage.class, "isolation.js"),
        ResultJson.compact(page));
  }

  private static Line line(IsolationResult result) {
    return new Line(
        result.attack(),
        result.promise(),
        result.what(),
        result.isKept(),
        IsolationReport.failures(result),
        cells(IsolationReport.NOTICED, result),
        cells(IsolationReport.DONE, result));
  }

  private static List<String> cells(List<Column<IsolationResult>> columns, IsolationResult result) {
    return columns.stream().map(column -> column.cell().apply(result)).toList();
  }
}
