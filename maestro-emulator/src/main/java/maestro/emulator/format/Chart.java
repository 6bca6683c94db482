package maestro.emulator.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Lines over two axes, as the script of a {@link ReportPage} draws them. Immutable.
 *
 * @param summary for those who do not see it
 * @param lines as many as the legend has
 * @param dots points of their own
 */
public record Chart(String summary, Axis x, Axis y, List<Line> lines, List<Dot> dots) {
  /**
   * A line.
   *
   * @param points x and y of each
   */
  public record Line(String name, List<double[]> points) {
    /** A line through all rows of which both values are known. */
    public static <R> Line of(
        String name, List<R> rows, ToDoubleFunction<R> x, ToDoubleFunction<R> y) {
      List<double[]> points = new ArrayList<>();
      for (R row : rows) {
        double[] point = {x.applyAsDouble(row), y.applyAsDouble(row)};
        if (!Double.isNaN(point[0]) && !Double.isNaN(point[1])) {
          points.add(point);
        }
      }
      return new Line(name, points);
    }
  }

  /**
   * A point of a line that says more.
   *
   * @param line its number, from 0
   * @param low of the values behind it; the same as {@code high} without any
   * @param isRing whether it is drawn as a ring, and on top
   * @param note what must be known about it; may be empty
   */
  public record Dot(
      int line, double x, double y, double low, double high, boolean isRing, String note) {}

  /** Keeps copies of the lists. */
  public Chart {
    lines = List.copyOf(lines);
    dots = List.copyOf(dots);
  }

  /** A chart without dots. */
  public Chart(String summary, Axis x, Axis y, List<Line> lines) {
    this(summary, x, y, lines, List.of());
  }
}
