package maestro.bench.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import maestro.bench.isolation.IsolationResult.Noticed;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.controller.Footprint;
import maestro.emulator.format.Figures;
import maestro.emulator.format.Json;
import maestro.emulator.format.ReportPage;
import maestro.emulator.report.MachineFacts;

/** The results of attacks for a terminal, a document and a browser. Stateless. */
public final class IsolationReport {
  private static final String GOOD = "good switch";
  private static final String DELAY = "its delay, ms";
  private static final String REACTION = "the controller";
  private static final String GROWN = "grown by";
  private static final double BYTES_PER_KIB = 1024;

  private static final Column<IsolationResult> NAME =
      new Column<>("attack", IsolationResult::attack);

  /** The effect on the good switch, which a reader looks for first. */
  private static final List<Column<IsolationResult>> NOTICED =
      List.of(
          new Column<>(GOOD, "lost", Figures::count, r -> r.beside().lost()),
          new Column<>(GOOD, "wrong", Figures::count, r -> r.beside().wrong()),
          new Column<>(GOOD, "doubled", Figures::count, r -> r.beside().doubled()),
          new Column<>(GOOD, "asked", Figures::count, r -> r.beside().requests()),
          new Column<>(DELAY, "p99", Figures::milliseconds, r -> r.beside().p99Ns()),
          new Column<>(DELAY, "worst", Figures::milliseconds, r -> r.beside().worstNs()),
          new Column<>(DELAY, "in peace", Figures::milliseconds, r -> r.calm().worstNs()));

  /** The reactions of the controller, and the resources that it kept. */
  private static final List<Column<IsolationResult>> DONE =
      List.of(
          new Column<>("", "tried", Figures::count, IsolationResult::tried),
          new Column<>(REACTION, "refused", Figures::count, r -> r.reaction().refused()),
          new Column<>(REACTION, "closed", Figures::count, r -> r.reaction().closed()),
          new Column<>(REACTION, "errors", Figures::count, r -> r.reaction().errors()),
          new Column<>(REACTION, "lets in, ms", IsolationReport::join),
          new Column<>(GROWN, "files", Figures::count, r -> grown(r, Footprint::descriptors)),
          new Column<>(GROWN, "threads", Figures::count, r -> grown(r, Footprint::threads)),
          new Column<>(
              GROWN,
              "heap KiB",
              Figures::count,
              r -> grown(r, Footprint::liveHeapBytes) / BYTES_PER_KIB));

  private IsolationReport() {}

  /** The verdict, a line an attack, and a line for each promise that was broken. */
  public static String table(Isolation isolation) {
    String numbers = table(List.of(List.of(NAME), NOTICED, DONE)).text(isolation.attacks());
    StringBuilder out = new StringBuilder(verdict(isolation)).append("\n\n").append(numbers);
    broken(isolation).forEach(line -> out.append(line).append('\n'));
    return out.toString();
  }

  private static Table<IsolationResult> table(List<List<Column<IsolationResult>>> columns) {
    return new Table<>(columns.stream().flatMap(List::stream).toList());
  }

  private static List<String> broken(Isolation isolation) {
    return isolation.attacks().stream()
        .flatMap(result -> failures(result).stream().map(f -> result.attack() + ": " + f))
        .toList();
  }

  /** All attacks in one line. */
  static String verdict(Isolation isolation) {
    List<IsolationResult> attacks = isolation.attacks();
    long broken = attacks.stream().filter(attack -> !attack.isKept()).count();
    String many = Figures.count(attacks.size(), "attack", "attacks");
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
    List<Column<IsolationResult>> words =
        List.of(
            Column.words("promise", IsolationResult::promise),
            Column.words("attack", r -> "`" + r.attack() + "`: " + r.what()));
    return verdict(isolation)
        + ".\n\n"
        + String.join("; ", facts(isolation))
        + ".\n\n"
        + table(List.of(words, NOTICED, DONE)).markdown(isolation.attacks());
  }

  /** The same as a page. */
  private static String page(Isolation isolation) {
    List<IsolationResult> attacks = isolation.attacks();
    Column<IsolationResult> kept = new Column<>("kept", r -> r.isKept() ? "yes" : "NO");
    Column<IsolationResult> words = Column.words("", r -> r.promise() + " " + r.what());
    ReportPage page =
        new ReportPage("Maestro isolation", "isolation.md")
            .heading("What a good switch notices of attacks")
            .lead(verdict(isolation) + ".")
            .facts(facts(isolation).toArray(String[]::new));
    broken(isolation).forEach(page::warning);
    return page.section(
            "The good switch",
            "It asks 500 times a second while a controller is attacked. Its longest delay in peace"
                + " is that before any attack.",
            table(List.of(List.of(NAME, kept), NOTICED)).of(attacks).styled("fit"))
        .section(
            "The controller",
            "Connections that it refused or closed, ERROR messages that it sent, and by how much"
                + " its open files, threads and live heap have grown.",
            table(List.of(List.of(NAME), DONE)).of(attacks).styled("fit"))
        .section(
            "The attacks",
            "What each promises, and what one try does.",
            Table.of(new Column<>("", IsolationResult::attack), words).of(attacks).styled("facts"))
        .html();
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
    Files.writeString(directory.resolve("isolation.json"), Json.indented(isolation) + "\n");
    Files.writeString(directory.resolve("isolation.md"), markdown(isolation));
    return Files.writeString(directory.resolve("isolation.html"), page(isolation));
  }

  /** How long a right switch took to get in, where that was timed. */
  private static String join(IsolationResult result) {
    long ns = result.reaction().longestJoinNs();
    return Figures.milliseconds(ns == 0 ? Double.NaN : ns);
  }

  /** By how much something grew; NaN when that is unknown. */
  private static double grown(IsolationResult result, ToLongFunction<Footprint> what) {
    long before = what.applyAsLong(result.before());
    long after = what.applyAsLong(result.after());
    return before < 0 || after < 0 ? Double.NaN : after - before;
  }
}
