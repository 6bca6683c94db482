package maestro.emulator.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.cli.table.Column;
import maestro.cli.table.Grid;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;
import maestro.emulator.report.RunResult.ScenarioFacts;

/** Results for a terminal, in lines that end with a line feed. */
public final class TextReport {
  private static final String DEVIATION = "deviation from fair share, %";
  private static final String PROBING = "probing delay, ms";
  private static final String DISTURBED =
      "* other programs used processors meanwhile (%s): delays are longer and throughput is lower"
          + " than they would be";
  private static final String ONE_ROUND =
      "one round of each: a difference may be chance; --rounds 5 shows how far rounds differ";

  private static final Table<RunResult> TABLE =
      Table.of(
          new Column<>("controller", TextReport::name),
          new Column<>("requests", "a second", Figures::rate, r -> r.throughputRequestsPerSecond()),
          new Column<>(DEVIATION, "min", Figures::deviation, r -> r.fairness().deviation().min()),
          new Column<>(DEVIATION, "p10", Figures::deviation, r -> r.fairness().deviation().p10()),
          new Column<>(DEVIATION, "p50", Figures::deviation, r -> r.fairness().deviation().p50()),
          new Column<>(DEVIATION, "p90", Figures::deviation, r -> r.fairness().deviation().p90()),
          new Column<>(DEVIATION, "max", Figures::deviation, r -> r.fairness().deviation().max()),
          new Column<>(
              DEVIATION, "once", Figures::deviation, r -> r.fairness().filledOnce().farthest()),
          new Column<>("", "Jain", Figures::index, r -> r.fairness().jain()),
          new Column<>(PROBING, "mean", TextReport::probingMean),
          new Column<>(PROBING, "p50", probing(DelaySummary::p50Ns)),
          new Column<>(PROBING, "p99", probing(DelaySummary::p99Ns)),
          new Column<>(PROBING, "max", probing(DelaySummary::maxNs)),
          new Column<>(
              "CPU s",
              "per M",
              r -> Figures.seconds(r.processors().cpuSecondsPerMillionRequests())),
          new Column<>("answered", "by", r -> r.answers().answeredBy().text()),
          new Column<>("errors", TextReport::measuredErrors));

  private TextReport() {}

  /**
   * One run or several side by side: a header, a line each, what must be known about them, and the
   * worst switches of each. Lines that a note concerns are marked with {@code *} in both tables.
   */
  public static String table(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    List<Rounds> rounds = Rounds.of(results);
    rounds.stream()
        .map(r -> scenario(r.typical().subject().scenario()))
        .distinct()
        .forEach(line -> out.append(line).append('\n'));
    rounds.stream()
        .map(r -> r.typical().subject())
        .filter(subject -> !subject.startedWith().isEmpty())
        .map(subject -> subject.controller() + ": " + subject.startedWith())
        .forEach(line -> out.append(line).append('\n'));
    String story =
        SkewedOverload.text(
            rounds.stream().map(r -> r.count() == 1 ? r.typical() : r.median()).toList());
    out.append(story.isEmpty() || rounds.size() == 1 ? "" : "\n" + story);
    out.append('\n').append(numbers(rounds).text());
    List<String> notes = notes(rounds);
    out.append(notes.isEmpty() ? "" : "\n");
    notes.forEach(note -> out.append(note).append('\n'));
    String worst = WorstSwitches.table(named(rounds));
    out.append(worst.isEmpty() ? "" : "\n" + worst);
    return out.toString();
  }

  /** The numbers of all controllers. */
  static Grid numbers(List<Rounds> rounds) {
    return TABLE.of(rounds.stream().flatMap(TextReport::rows).toList());
  }

  /** What must be known about the numbers; {@code * } is before what makes them doubtful. */
  static List<String> notes(List<Rounds> rounds) {
    List<RunResult> named = named(rounds);
    List<String> notes = new ArrayList<>();
    named.forEach(run -> notes(run, notes));
    String disturbed =
        named.stream()
            .filter(r -> r.processors().otherPrograms().disturbing())
            .map(TextReport::others)
            .collect(Collectors.joining(", "));
    if (!disturbed.isEmpty()) {
      notes.add(DISTURBED.formatted(disturbed));
    }
    notes.addAll(ThroughputTrend.notes(named));
    if (rounds.size() > 1 && rounds.stream().allMatch(r -> r.count() == 1)) {
      notes.add(ONE_ROUND);
    }
    return notes;
  }

  /** A run, or the medians of several with the lowest and the highest of each number. */
  private static Stream<RunResult> rows(Rounds rounds) {
    if (rounds.count() == 1) {
      return rounds.runs().stream();
    }
    return Stream.of(
        called(rounds.median(), rounds.controller() + ", " + rounds.medianOf()),
        called(rounds.lowest(), "  lowest"),
        called(rounds.highest(), "  highest"));
  }

  /** The runs by the names that notes call them. */
  private static List<RunResult> named(List<Rounds> rounds) {
    return rounds.stream()
        .flatMap(
            of ->
                of.runs().stream()
                    .map(
                        run ->
                            of.count() == 1
                                ? run
                                : called(
                                    run, run.controller() + ", round " + run.subject().round())))
        .toList();
  }

  private static RunResult called(RunResult result, String name) {
    return result.withSubject(result.subject().withController(name));
  }

  /** The scenario in one line. */
  static String scenario(ScenarioFacts facts) {
    List<String> parts = new ArrayList<>();
    parts.add(Figures.count(facts.switchCount(), "switch", "switches"));
    parts.add(Figures.count(facts.hostCount(), "host", "hosts"));
    boolean hasRates = !facts.rates().isEmpty() && !facts.rates().equals(facts.load());
    parts.add("load " + facts.load() + (hasRates ? ", " + facts.rates() : ""));
    parts.add(facts.frameSizeBytes() + " B frames " + (facts.buffered() ? "" : "un") + "buffered");
    parts.add("OpenFlow " + facts.openflow());
    return facts.name() + ": " + String.join("; ", parts);
  }

  /** The name of the run, marked when its numbers are doubtful. */
  static String name(RunResult result) {
    return result.controller() + (result.isMarked() ? " *" : "");
  }

  private static String others(RunResult result) {
    double processors = result.processors().otherPrograms().processors();
    return String.format(Locale.ROOT, "%s: %.1f", result.controller(), processors);
  }

  private static void notes(RunResult result, List<String> notes) {
    String name = result.controller() + ": ";
    Rounds.doubts(result).map(doubt -> "* " + name + doubt).forEach(notes::add);
    RunResult.Capacity capacity = result.subject().scenario().capacity();
    RunResult.Answers answers = result.answers();
    Stream.of(
            capacity.isDoubtful() ? "" : capacity.note(),
            result.sending().summary(),
            result.fairness().portions().note(),
            answers.answeredBy().isMixed() ? answers.answeredBy().counts() : "")
        .filter(note -> !note.isEmpty())
        .map(note -> name + note)
        .forEach(notes::add);
    answerers(notes, result);
    errors(notes, result);
    if (answers.floodedRequests() > 0) {
      String many = Figures.count(answers.floodedRequests());
      notes.add(name + many + " right answers went to all ports");
    }
  }

  /** What several controllers did together, and where a change took longest. */
  private static void answerers(List<String> notes, RunResult result) {
    List<SwitchResult> shared =
        result.switches().stream().filter(s -> s.answerers() != null).toList();
    if (shared.isEmpty()) {
      return;
    }
    Answerers all = shared.stream().map(SwitchResult::answerers).reduce(Answerers::plus).get();
    String name = result.controller() + ": ";
    notes.add(
        name
            + Figures.count(all.byTwo(), "answer", "answers")
            + " by a second controller, "
            + Figures.count(all.byNobody(), "request", "requests")
            + " answered by nobody, "
            + Figures.count(all.refusedWrites(), "message", "messages")
            + " of a slave refused");
    shared.stream()
        .filter(s -> s.answerers().changes() > 0)
        .max(Comparator.comparingDouble(s -> s.answerers().longestChangeNs()))
        .ifPresent(
            s ->
                notes.add(
                    name
                        + "another controller answered at "
                        + shared.stream().filter(each -> each.answerers().changes() > 0).count()
                        + " of "
                        + shared.size()
                        + " switches; the longest change took "
                        + Figures.milliseconds(s.answerers().longestChangeNs())
                        + " ms, at switch "
                        + s.dpid()));
  }

  private static String measuredErrors(RunResult result) {
    RunResult.Answers answers = result.answers();
    return answers.measuredSeconds() > 0
        ? Figures.count(answers.measuredErrors())
        : Figures.UNKNOWN;
  }

  private static void errors(List<String> notes, RunResult result) {
    RunResult.Answers answers = result.answers();
    String name = result.controller() + ": ";
    kinds(notes, name + "errors: ", answers.errors());
    kinds(notes, name + "errors of the probing switch: ", answers.probingErrors());
    kinds(notes, name + "errors of the warm-up, not counted: ", answers.warmUpErrors());
    for (FirstError first : answers.firstErrors()) {
      notes.add(name + "first " + first.kind().text() + ": " + first.text());
    }
  }

  private static void kinds(List<String> notes, String what, ErrorCounts errors) {
    if (errors.total() > 0) {
      notes.add(
          Arrays.stream(ErrorKind.values())
              .filter(kind -> errors.count(kind) > 0)
              .map(kind -> kind.text() + " " + Figures.count(errors.count(kind)))
              .collect(Collectors.joining(", ", what, "")));
    }
  }

  private static String probingMean(RunResult result) {
    DelaySummary probing = result.waits().probing();
    return Figures.milliseconds(probing.meanNs(), probing.meanAtLeast());
  }

  private static Function<RunResult, String> probing(ToDoubleFunction<DelaySummary> value) {
    return result -> {
      DelaySummary probing = result.waits().probing();
      double ns = value.applyAsDouble(probing);
      return Figures.milliseconds(ns, probing.isAtLeast(ns));
    };
  }
}
