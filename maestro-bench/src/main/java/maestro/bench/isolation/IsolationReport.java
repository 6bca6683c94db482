package maestro.bench.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import maestro.bench.isolation.IsolationResult.Noticed;
import maestro.emulator.controller.Footprint;
import maestro.emulator.report.Figures;
import maestro.emulator.report.MachineFacts;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.TextTable;
import maestro.emulator.report.TextTable.Column;

/**
 * The results of attacks, for a terminal and a document; {@link IsolationPage} is for a browser.
 */
public final class IsolationReport {
  private static final String GOOD = "good switch";
  private static final String DELAY = "its delay, ms";
  private static final String REACTION = "the controller";
  private static final String GROWN = "grown by";
  private static final double BYTES_PER_KIB = 1024;

  /** The effect on the good switch, which a reader looks for first. */
  static final List<Column<IsolationResult>> NOTICED =
      List.of(
          new Column<>(GOOD, "lost", r -> Figures.count(r.beside().lost())),
          new Column<>(GOOD, "wrong", r -> Figures.count(r.beside().wrong())),
          new Column<>(GOOD, "doubled", r -> Figures.count(r.beside().doubled())),
          new Column<>(GOOD, "asked", r -> Figures.count(r.beside().requests())),
          new Column<>(DELAY, "p99", r -> Figures.milliseconds((double) r.beside().p99Ns())),
          new Column<>(DELAY, "worst", r -> Figures.milliseconds((double) r.beside().worstNs())),
          new Column<>(DELAY, "in peace", r -> Figures.milliseconds((double) r.calm().worstNs())));

  /** The reactions of the controller, and the resources that it kept. */
  static final List<Column<IsolationResult>> DONE =
      List.of(
          new Column<>("", "tried", r -> Figures.count(r.tried())),
          new Column<>(REACTION, "refused", r -> Figures.count(r.reaction().refused())),
          new Column<>(REACTION, "closed", r -> Figures.count(r.reaction().closed())),
          new Column<>(REACTION, "errors", r -> Figures.count(r.reaction().errors())),
          new Column<>(GROWN, "files", r -> grown(r, Footprint::descriptors, 1)),
          new Column<>(GROWN, "threads", r -> grown(r, Footprint::threads, 1)),
          new Column<>(GROWN, "heap KiB", r -> grown(r, Footprint::liveHeapBytes, BYTES_PER_KIB)));

  private static final List<Column<IsolationResult>> NUMBERS =
      Stream.concat(NOTICED.stream(), DONE.stream()).toList();

  private IsolationReport() {}

  /** The verdict, a line an attack, and a line for each promise that was broken. */
  public static String table(Isolation isolation) {
    List<Column<IsolationResult>> columns = new ArrayList<>();
    columns.add(new Column<>("", "attack", IsolationResult::attack));
    columns.addAll(NUMBERS);
    StringBuilder out = new StringBuilder(verdict(isolation)).append("\n\n");
    out.append(new TextTable<>(columns).text(isolation.attacks()));
    for (IsolationResult result : isolation.attacks()) {
      failures(result)
          .forEach(f -> out.append(result.attack()).append(": ").append(f).append('\n'));
    }
    return out.toString();
  }

  /** All attacks in one line. */
  static String verdict(Isolation isolation) {
    List<IsolationResult> attacks = isolation.attacks();
    long broken = attacks.stream().filter(attack -> !attack.isKept()).count();
    String many = attacks.size() == 1 ? "1 attack" : attacks.size() + " attacks";
    long lost = count(attacks, Noticed::lost);
    long wrong = count(attacks, Noticed::wrong);
    long doubled = count(attacks, Noticed::doubled);
    String answers =
        lost + wrong + doubled == 0
            ? "no answer of the good switch was lost, wrong or doubled"
            : "answers of the good switch: %s lost, %s wrong, %s doubled"
                .formatted(Figures.count(lost), Figures.count(wrong), Figures.count(doubled));
    return (broken == 0 ? many : broken + " of " + many + " broke what is promised")
        + ": "
        + answers
        + "; its worst delay "
        + longest(attacks.stream().map(IsolationResult::beside))
        + ", in peace "
        + longest(attacks.stream().map(IsolationResult::calm));
  }

  private static long count(List<IsolationResult> attacks, ToLongFunction<Noticed> what) {
    return attacks.stream().map(IsolationResult::beside).mapToLong(what).sum();
  }

  private static String longest(Stream<Noticed> noticed) {
    return Figures.milliseconds((double) noticed.mapToLong(Noticed::worstNs).max().orElse(0))
        + " ms";
  }

  /** When, where and against what. */
  static List<String> facts(Isolation isolation) {
    MachineFacts machine = isolation.machine();
    return List.of(
        isolation.startedAt(),
        isolation.controller(),
        "OpenFlow " + isolation.openflow(),
        machine.cores() + (machine.processor().isEmpty() ? "" : ", " + machine.processor()),
        machine.jvm(),
        machine.os());
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
  public static String markdown(Isolation isolation) {
    StringBuilder out = new StringBuilder(verdict(isolation)).append(".\n\n");
    out.append(String.join("; ", facts(isolation))).append(".\n\n| promise | attack |");
    NUMBERS.forEach(column -> out.append(' ').append(title(column)).append(" |"));
    out.append("\n|---|---|").append("--:|".repeat(NUMBERS.size())).append('\n');
    for (IsolationResult result : isolation.attacks()) {
      out.append("| ").append(result.promise());
      out.append(" | `").append(result.attack()).append("`: ").append(result.what()).append(" |");
      NUMBERS.forEach(c -> out.append(' ').append(c.cell().apply(result)).append(" |"));
      out.append('\n');
    }
    return out.toString();
  }

  /**
   * Writes {@code isolation.json}, {@code isolation.md} and {@code isolation.html}, and overwrites
   * old ones.
   *
   * @param directory made when it is missing
   * @return the page
   */
  public static Path write(Path directory, Isolation isolation) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("isolation.json"), ResultJson.indented(isolation) + "\n");
    Files.writeString(directory.resolve("isolation.md"), markdown(isolation));
    return Files.writeString(directory.resolve("isolation.html"), IsolationPage.page(isolation));
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
}
