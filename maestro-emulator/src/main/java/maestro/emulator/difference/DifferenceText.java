package maestro.emulator.difference;

import java.util.List;
import java.util.Locale;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;
import maestro.emulator.metrics.Interval;
import maestro.emulator.metrics.Metric;

/** A difference for a terminal, in lines that end with a line feed. Stateless. */
public final class DifferenceText {
  private static final Table<MetricDifference> TABLE =
      new Table<>(
          List.of(
              new Column<>("", "metric", d -> d.metric().name()),
              new Column<>("A", "median", d -> median(d.metric(), d.a())),
              new Column<>("A", "lowest – highest", d -> spread(d.metric(), d.a())),
              new Column<>("B", "median", d -> median(d.metric(), d.b())),
              new Column<>("B", "lowest – highest", d -> spread(d.metric(), d.b())),
              new Column<>("", "B/A", d -> ratio(d.ratio())),
              Column.words("", d -> d.finding().text())));

  private DifferenceText() {}

  /** Warnings first, then a table a controller, and what the rounds are worth. */
  public static String of(Difference difference) {
    StringBuilder out = new StringBuilder();
    out.append("A: ").append(difference.a().file()).append('\n');
    out.append("B: ").append(difference.b().file()).append('\n');
    difference.warnings().forEach(line -> out.append("! ").append(line).append('\n'));
    for (ControllerDifference controller : difference.controllers()) {
      out.append('\n').append(title(controller)).append('\n');
      List<MetricDifference> shown =
          controller.metrics().stream().filter(DifferenceText::isShown).toList();
      out.append(TABLE.text(shown)).append(worth(controller)).append('\n');
    }
    return out.toString();
  }

  /** Columns of a distribution, and kinds of errors that nobody made, stand in the JSON alone. */
  private static boolean isShown(MetricDifference d) {
    boolean known = d.a().isKnown() || d.b().isKnown();
    boolean happened = d.a().highest() > 0 || d.b().highest() > 0;
    boolean silent = d.metric().faults() && !happened;
    return known
        && d.metric().better() != Metric.Better.NEARER
        && (!silent || d.metric().name().equals("errors"));
  }

  private static String title(ControllerDifference c) {
    return c.name() + ": " + rounds(c.roundsOfA()) + " in A, " + rounds(c.roundsOfB()) + " in B";
  }

  private static String rounds(int count) {
    return Figures.count(count, "round", "rounds");
  }

  private static String worth(ControllerDifference c) {
    if (c.roundsOfA() < 2 || c.roundsOfB() < 2) {
      return "One round has no spread, so nobody can tell a difference from chance: use --rounds 5.";
    }
    return String.format(
        Locale.ROOT,
        "Without any difference, rounds as many as these lie apart for %s of the metrics, by"
            + " chance.",
        percent(c.chance()));
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, part < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * part);
  }

  private static String median(Metric metric, Interval interval) {
    String text = metric.quantity().text(interval.median());
    return (interval.atLeast() && interval.isKnown() ? "≥ " : "") + text;
  }

  private static String spread(Metric metric, Interval interval) {
    if (!interval.isKnown() || interval.count() < 2) {
      return "";
    }
    return metric.quantity().text(interval.lowest())
        + " – "
        + metric.quantity().text(interval.highest());
  }

  private static String ratio(double ratio) {
    return Double.isNaN(ratio) ? "–" : String.format(Locale.ROOT, "%.3f", ratio);
  }
}
