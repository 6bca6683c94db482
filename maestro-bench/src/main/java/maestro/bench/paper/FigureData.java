package maestro.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import maestro.bench.paper.PaperEntry.CurveKind;
import maestro.bench.paper.PaperEntry.Line;
import maestro.bench.paper.PaperEntry.Place;
import maestro.emulator.condition.Claim.Equation;
import maestro.emulator.condition.Claim.Value;

/**
 * A figure as pages, pictures and tables show it. Immutable.
 *
 * @param charts one for each metric, and one for the curve
 */
record FigureData(PaperFigure repeated, List<Chart> charts) {
  FigureData {
    charts = List.copyOf(charts);
  }

  /**
   * One metric of all subjects.
   *
   * @param curve whether lines are curves of the first round, and not points with a spread
   * @param unit of y, as drawn
   * @param ticks names of places that have no number; then x counts them from 1
   */
  record Chart(
      String metric,
      boolean curve,
      String x,
      String y,
      String unit,
      boolean logarithmic,
      List<String> ticks,
      List<Drawn> lines) {
    Chart {
      ticks = List.copyOf(ticks);
      lines = List.copyOf(lines);
    }

    /** The label of y with its unit. */
    String labelOfY() {
      return y + (unit.equals("1") ? "" : ", " + unit);
    }

    /** Whether there is more to see than one place, which a table shows as well. */
    boolean hasSeveralPlaces() {
      return lines.stream()
              .flatMap(line -> line.points().stream())
              .filter(at -> !Double.isNaN(at.y()))
              .mapToDouble(At::x)
              .distinct()
              .count()
          > 1;
    }
  }

  /** A line. */
  record Drawn(String name, String badge, List<At> points) {
    Drawn {
      points = List.copyOf(points);
    }

    /** The name, and whether the line stands for what is not here. */
    String label() {
      return name + (badge.equals(PaperFigure.STAND_IN) ? " (stand-in)" : "");
    }
  }

  /**
   * A point.
   *
   * @param at the name of the place
   * @param y the median; NaN when it is not known
   * @param stated what the paper says; NaN when it says nothing
   * @param marked whether it is in doubt
   */
  record At(
      String at, double x, double y, double low, double high, double stated, boolean marked) {}

  PaperEntry entry() {
    return repeated.entry();
  }

  /** Of a figure that was repeated. */
  static FigureData of(PaperFigure repeated) {
    PaperEntry entry = repeated.entry();
    List<Chart> charts = new ArrayList<>();
    entry.shown().curve().ifPresent(curve -> charts.add(curve(curve, repeated)));
    for (PaperMetric metric : entry.shown().metrics()) {
      charts.add(chart(metric, repeated));
    }
    return new FigureData(repeated, charts);
  }

  private static Chart curve(CurveKind kind, PaperFigure repeated) {
    List<Drawn> lines = new ArrayList<>();
    for (PaperRound.Curve curve : repeated.readings().curves()) {
      List<At> points = new ArrayList<>();
      for (int i = 0; i < curve.x().size(); i++) {
        double y = curve.y().get(i);
        points.add(new At("", curve.x().get(i), y, y, y, Double.NaN, false));
      }
      lines.add(new Drawn(curve.name(), badge(repeated, curve.name()), points));
    }
    boolean isLogarithmic = kind == CurveKind.RATES;
    return new Chart(kind.text(), true, kind.x(), kind.y(), "1", isLogarithmic, List.of(), lines);
  }

  private static Chart chart(PaperMetric metric, PaperFigure repeated) {
    PaperEntry entry = repeated.entry();
    double scale = metric.scale();
    boolean hasNumbers = entry.sweep().places().stream().allMatch(place -> place.at().isPresent());
    List<Drawn> lines = new ArrayList<>();
    for (Line subject : entry.subjects()) {
      List<At> points = new ArrayList<>();
      int count = 0;
      for (Place place : entry.sweep().places()) {
        count++;
        Value value = new Value(metric.text(), subject.name(), place.name());
        Readings readings = repeated.readings();
        points.add(
            new At(
                place.name(),
                hasNumbers ? place.at().orElseThrow() : count,
                readings.median(value) / scale,
                readings.lowest(value) / scale,
                readings.highest(value) / scale,
                stated(entry, value).orElse(Double.NaN) / scale,
                !readings.mark(value).isEmpty()));
      }
      lines.add(new Drawn(subject.name(), badge(repeated, subject.name()), points));
    }
    return new Chart(
        metric.text(),
        false,
        entry.sweep().label(),
        metric.label(),
        metric.unit(),
        entry.shown().isLogarithmic(),
        hasNumbers ? List.of() : List.copyOf(entry.sweep().names()),
        lines);
  }

  private static String badge(PaperFigure repeated, String subject) {
    boolean isStandIn =
        repeated.entry().subjects().stream()
            .anyMatch(line -> line.name().equals(subject) && line.isStandIn());
    return isStandIn ? PaperFigure.STAND_IN : repeated.badge();
  }

  private static OptionalDouble stated(PaperEntry entry, Value value) {
    return entry.stated().stream()
        .filter(equation -> equation.value().equals(value))
        .mapToDouble(Equation::number)
        .findFirst();
  }
}
