package maestro.emulator.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import maestro.emulator.report.IsolationResult.Footprint;
import maestro.emulator.report.IsolationResult.Noticed;
import maestro.emulator.report.TextTable.Column;

/** What came of attacks, for a terminal, a page and a document. */
public final class IsolationReport {
  private static final String REACTION = "the controller";
  private static final String GOOD = "good switch";
  private static final String DELAY = "its delay, ms";
  private static final String GROWN = "grown by";
  private static final double BYTES_PER_KIB = 1024;

  private static final List<Column<IsolationResult>> NUMBERS =
      List.of(
          new Column<>("", "tried", r -> Figures.count(r.tried())),
          new Column<>(REACTION, "refused", r -> Figures.count(r.reaction().refused())),
          new Column<>(REACTION, "closed", r -> Figures.count(r.reaction().closed())),
          new Column<>(REACTION, "errors", r -> Figures.count(r.reaction().errors())),
          new Column<>(GOOD, "asked", r -> Figures.count(r.beside().requests())),
          new Column<>(GOOD, "lost", r -> Figures.count(r.beside().lost())),
          new Column<>(GOOD, "wrong", r -> Figures.count(r.beside().wrong())),
          new Column<>(GOOD, "doubled", r -> Figures.count(r.beside().doubled())),
          new Column<>(DELAY, "p99", r -> Figures.milliseconds((double) r.beside().p99Ns())),
          new Column<>(DELAY, "worst", r -> Figures.milliseconds((double) r.beside().worstNs())),
          new Column<>(
              DELAY, "worst in peace", r -> Figures.milliseconds((double) r.calm().worstNs())),
          new Column<>(GROWN, "files", r -> grown(r, Footprint::descriptors, 1)),
          new Column<>(GROWN, "threads", r -> grown(r, Footprint::threads, 1)),
          new Column<>(GROWN, "heap KiB", r -> grown(r, Footprint::liveHeapBytes, BYTES_PER_KIB)));

  private IsolationReport() {}

  /** A line an attack, and a line for each promise that was broken. */
  public static String table(List<IsolationResult> results) {
    List<Column<IsolationResult>> columns = new ArrayList<>();
    columns.add(new Column<>("", "attack", IsolationResult::attack));
    columns.addAll(NUMBERS);
    StringBuilder out = new StringBuilder(new TextTable<>(columns).text(results));
    for (IsolationResult result : results) {
      failures(result)
          .forEach(f -> out.append(result.attack()).append(": ").append(f).append('\n'));
    }
    return out.toString();
  }

  /** Why the promise was not kept, a line each; empty when it was. */
  public static List<String> failures(IsolationResult result) {
    List<String> failures = new ArrayList<>();
    Noticed beside = result.beside();
    if (!result.after().alive()) {
      failures.add("the controller has died");
    }
    if (!beside.disconnected().isEmpty()) {
      failures.add("the good switch: " + beside.disconnected());
    }
    if (beside.lost() + beside.wrong() + beside.doubled() > 0) {
      failures.add("the good switch did not get every answer once and right");
    }
    if (result.reaction().broken() > 0) {
      failures.add(
          Figures.count(result.reaction().broken()) + " times: " + result.reaction().firstBroken());
    }
    if (result.after().descriptors() > result.before().descriptors()) {
      failures.add("descriptors are left open");
    }
    if (!result.isKept() && failures.isEmpty()) {
      failures.add("nothing was tried");
    }
    return failures;
  }

  /** The same as a table of Markdown, with promise and attack in words. */
  public static String markdown(List<IsolationResult> results) {
    StringBuilder out = new StringBuilder("| promise | attack |");
    NUMBERS.forEach(column -> out.append(' ').append(title(column)).append(" |"));
    out.append("\n|---|---|").append("--:|".repeat(NUMBERS.size())).append('\n');
    for (IsolationResult result : results) {
      out.append("| ").append(result.promise());
      out.append(" | `").append(result.attack()).append("`: ").append(result.what()).append(" |");
      NUMBERS.forEach(c -> out.append(' ').append(c.cell().apply(result)).append(" |"));
      out.append('\n');
    }
    return out.toString();
  }

  /** The same as a page that needs nothing else. */
  static String page(List<IsolationResult> results) {
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head>");
    out.append("<meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">");
    out.append("<title>What a good switch notices of attacks</title><style>\n");
    out.append(HtmlReport.resource("report.css"));
    out.append(
        "\ntd.words { text-align: left; white-space: normal; min-width: 24ch; }</style></head>");
    out.append("<body><main><h1>What a good switch notices of attacks</h1>");
    out.append("<section class=\"scroll\"><table><thead><tr><th>promise<th class=words>attack");
    NUMBERS.forEach(column -> out.append("<th>").append(title(column)));
    out.append("</thead><tbody>\n");
    for (IsolationResult result : results) {
      out.append("<tr><td class=\"words\">").append(escaped(result.promise()));
      out.append("<td class=\"words\"><b>").append(escaped(result.attack())).append("</b> ");
      out.append(escaped(result.what()));
      NUMBERS.forEach(c -> out.append("<td>").append(c.cell().apply(result)));
      out.append('\n');
    }
    out.append("</tbody></table></section>\n");
    for (IsolationResult result : results) {
      for (String failure : failures(result)) {
        out.append("<p class=\"warn\">").append(escaped(result.attack() + ": " + failure));
      }
    }
    return out.append("</main></body></html>\n").toString();
  }

  /**
   * Writes {@code isolation.json}, {@code isolation.md} and {@code isolation.html}; what was there
   * is overwritten.
   *
   * @param directory made when it is missing
   * @return the page
   */
  public static Path write(Path directory, List<IsolationResult> results) throws IOException {
    Files.createDirectories(directory);
    String json = ResultJson.writeIsolation(results);
    Files.writeString(directory.resolve("isolation.json"), json + "\n");
    Files.writeString(directory.resolve("isolation.md"), markdown(results));
    return Files.writeString(directory.resolve("isolation.html"), page(results));
  }

  private static String title(Column<IsolationResult> column) {
    return (column.group() + " " + column.title()).strip();
  }

  private static String grown(
      IsolationResult result, ToLongFunction<Footprint> what, double unitBytes) {
    long before = what.applyAsLong(result.before());
    long after = what.applyAsLong(result.after());
    return before < 0 || after < 0
        ? Figures.UNKNOWN
        : Figures.count(Math.round((after - before) / unitBytes));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
