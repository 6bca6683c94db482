package maestro.emulator.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;

/**
 * Who gets what when some switches ask for more than their fair share and others for less: the
 * first table of such a comparison, with a bar for each wait. Stateless.
 */
final class SkewedOverload {
  /** A switch is light when its fair share is this part of what it asks for, or all of it. */
  private static final double ALL = 0.98;

  private static final double STARVED_DEVIATION = -0.1;
  private static final int BAR_CHARACTERS = 24;
  private static final double NONE = Double.NaN;
  private static final String LIGHT = "light switches";
  private static final String HEAVY = "heavy switches";
  private static final String LEGEND =
      "least, most: what a switch got, of its fair share; wait: of a light switch; starved: with less"
          + " than 90 % of its\nfair share; the bars show the p99 of the wait. All numbers follow.\n";

  private static final Table<Row> TABLE =
      new Table<>(
          List.of(
              new Column<>("", "controller", row -> TextReport.name(row.run)),
              new Column<>("answered", "a second", of(r -> Figures.rate(throughput(r)))),
              new Column<>(LIGHT, "least, %", of(r -> percent(got(r, true).min().orElse(NONE)))),
              new Column<>(LIGHT, "wait, ms", of(r -> wait(r, r.waits().probing().meanNs()))),
              new Column<>(LIGHT, "p99", of(r -> wait(r, r.waits().probing().p99Ns()))),
              new Column<>(HEAVY, "least, %", of(r -> percent(got(r, false).min().orElse(NONE)))),
              new Column<>(HEAVY, "most, %", of(r -> percent(got(r, false).max().orElse(NONE)))),
              new Column<>("", "starved", of(r -> Figures.count(starvedCount(r)))),
              Column.words("", row -> row.bar)));

  private SkewedOverload() {}

  /** A run, and how long its wait is beside those of the others. */
  private record Row(RunResult run, String bar) {}

  private static Function<Row, String> of(Function<RunResult, String> cell) {
    return row -> cell.apply(row.run);
  }

  /**
   * A sentence, the table and what its columns mean; empty unless there are light and heavy
   * switches.
   *
   * @param runs one for each controller
   */
  static String text(List<RunResult> runs) {
    List<RunResult> skewed =
        runs.stream()
            .filter(r -> r.switches().stream().anyMatch(SkewedOverload::isLight))
            .filter(r -> r.switches().stream().anyMatch(SkewedOverload::isHeavy))
            .toList();
    if (skewed.isEmpty()) {
      return "";
    }
    double longestNs =
        runs.stream()
            .mapToDouble(r -> r.waits().probing().p99Ns())
            .filter(ns -> !Double.isNaN(ns))
            .max()
            .orElse(NONE);
    List<Row> rows =
        runs.stream().map(r -> new Row(r, bar(r.waits().probing().p99Ns(), longestNs))).toList();
    return sentence(skewed) + "\n\n" + TABLE.text(rows) + LEGEND;
  }

  private static String sentence(List<RunResult> runs) {
    RunResult run =
        runs.stream().max(Comparator.comparing(SkewedOverload::throughput)).orElseThrow();
    long heavy = run.switches().stream().filter(SkewedOverload::isHeavy).count();
    boolean single = heavy == 1;
    return "Asked for: %s requests/s, %s of them by %d of %d switches, more than the controller can"
            .formatted(
                Figures.rate(asked(run, s -> true)),
                Figures.rate(asked(run, SkewedOverload::isHeavy)),
                heavy,
                run.switches().size())
        + " answer; fair is\nthat the light switches get all they ask for and do not wait, and that "
        + (single ? "the heavy one gets the rest." : "the heavy ones share the rest equally.");
  }

  private static double asked(RunResult run, Predicate<SwitchResult> which) {
    return run.switches().stream()
        .filter(which)
        .mapToDouble(SwitchResult::offeredRequestsPerSecond)
        .sum();
  }

  private static boolean isLight(SwitchResult s) {
    return s.offeredRequestsPerSecond() > 0
        && s.fairShareRequestsPerSecond() >= ALL * s.offeredRequestsPerSecond();
  }

  private static boolean isHeavy(SwitchResult s) {
    return s.fairShareRequestsPerSecond() < ALL * s.offeredRequestsPerSecond();
  }

  private static double throughput(RunResult run) {
    return run.throughputRequestsPerSecond();
  }

  /** What the light switches got, or the heavy ones, as parts of their fair shares. */
  private static DoubleStream got(RunResult run, boolean light) {
    return run.switches().stream()
        .filter(light ? SkewedOverload::isLight : SkewedOverload::isHeavy)
        .mapToDouble(SwitchResult::deviation)
        .filter(deviation -> !Double.isNaN(deviation))
        .map(deviation -> 1 + deviation);
  }

  private static long starvedCount(RunResult run) {
    return run.switches().stream().filter(s -> s.deviation() < STARVED_DEVIATION).count();
  }

  private static String wait(RunResult run, double ns) {
    return Figures.milliseconds(ns, run.waits().probing().isAtLeast(ns));
  }

  private static String percent(double part) {
    return Double.isNaN(part) ? Figures.UNKNOWN : String.format(Locale.ROOT, "%.0f", part * 100);
  }

  /** As long as the wait is beside the longest one. */
  private static String bar(double ns, double longestNs) {
    long filled = Double.isNaN(ns) ? 0 : Math.max(1, Math.round(BAR_CHARACTERS * ns / longestNs));
    return "#".repeat((int) Math.min(filled, BAR_CHARACTERS));
  }
}
