package maestro.bench.dataplane;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import maestro.emulator.report.MachineFacts;

/**
 * What was measured. Immutable; travels as JSON.
 *
 * @param startedAt date and time, ISO 8601 with zone
 * @param note one line when not everything was measured, or the machine was busy; else empty
 */
public record DataplaneResult(
    String startedAt, MachineFacts machine, Plan plan, List<Point> points, String note) {
  /** Keeps a copy of the list. */
  public DataplaneResult {
    points = List.copyOf(points);
  }

  /**
   * One round of a cell.
   *
   * @param framesPerSecond that were forwarded
   * @param firstLoss the part of the first flow's frames that was lost; NaN without
   * @param secondLoss that of the second flow's
   * @param delayNs mean time of a frame from its arrival to the end of its burst; NaN when frames
   *     never run out
   * @param allocatedBytesPerFrame on the heap; NaN when it was not looked at
   * @param processor the part of the time for which the thread had a processor
   */
  public record Round(
      double framesPerSecond,
      double firstLoss,
      double secondLoss,
      double delayNs,
      double allocatedBytesPerFrame,
      double processor) {
    private static final double LEAST_PROCESSOR = 0.95;

    /** Why its numbers are in doubt; empty when they are not. */
    public String doubt() {
      return processor >= LEAST_PROCESSOR
          ? ""
          : "the machine was busy: the thread had a processor for "
              + Math.round(100 * processor)
              + " % of the time of a measurement";
    }
  }

  /**
   * A cell of a figure.
   *
   * @param framesPerSecond of all rounds
   * @param rounds in order; the same round of the cells of a group was measured at the same time
   */
  public record Point(Figure figure, Cell cell, Spread framesPerSecond, List<Round> rounds) {
    /** Keeps a copy of the list. */
    public Point {
      rounds = List.copyOf(rounds);
    }

    static Point of(Figure figure, Cell cell, List<Round> rounds) {
      double[] rates = rounds.stream().mapToDouble(Round::framesPerSecond).toArray();
      return new Point(figure, cell, Spread.of(rates), rounds);
    }

    /** Some number of each round. */
    public Spread spread(ToDoubleFunction<Round> of) {
      return Spread.of(rounds.stream().mapToDouble(of).toArray());
    }

    /** Throughput in parts of another point's, round by round. */
    public Spread ratioTo(Point other) {
      int count = Math.min(rounds.size(), other.rounds.size());
      double[] ratios = new double[count];
      for (int i = 0; i < count; i++) {
        ratios[i] = rounds.get(i).framesPerSecond() / other.rounds.get(i).framesPerSecond();
      }
      return Spread.of(ratios);
    }

    /** How much more of the second flow's frames was lost than of the first one's. */
    public Spread favour() {
      return spread(round -> round.secondLoss() - round.firstLoss());
    }
  }

  /** The points of a figure. */
  public List<Point> of(Figure figure) {
    return points.stream().filter(point -> point.figure() == figure).toList();
  }

  /** The point of a figure whose cell is wanted. */
  public Optional<Point> find(Figure figure, Predicate<Cell> wanted) {
    return of(figure).stream().filter(point -> wanted.test(point.cell())).findFirst();
  }
}
