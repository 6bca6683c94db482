package maestro.emulator.engine.result;

/**
 * What one switch asked for in measured time, or in a rehearsal of it, by 100 ms; what was planned
 * for it; and the longest time between two planned requests. With these a controller is judged by
 * what it was asked, whatever the mean rate of a switch is.
 *
 * <p>A request was asked when it left. When the socket was full, so that the controller kept it
 * from leaving, it was asked when it was planned. So a thread of the emulator that comes late to a
 * switch does not make a controller late. A request that was refused since the socket was full was
 * asked, too. Times are in nanoseconds since measured time began.
 *
 * <p>Confined to one thread; allocates nothing after construction.
 */
public final class PlannedCounts {
  private static final double NONE = Double.NEGATIVE_INFINITY;

  /** The sender rounds a time to whole nanoseconds, toward 0. */
  private static final double ROUNDING_NS = 1;

  private final WindowCounts planned;
  private final WindowCounts asked;
  private final WindowCounts refused;
  private final double[] one = new double[1];

  /** Up to this a time is before what is counted. */
  private double beforeNs;

  private double lastNs;
  private double longestGapNs;

  /**
   * @param windowCount of measured time, {@link LoadResult#WINDOW_NS} each; 0 for a switch without
   *     a plan
   */
  public PlannedCounts(int windowCount) {
    planned = new WindowCounts(windowCount);
    asked = new WindowCounts(windowCount);
    refused = new WindowCounts(windowCount);
    begin(0);
  }

  /**
   * Counts anew what comes from a time on.
   *
   * @param fromNs negative for a rehearsal
   */
  public void begin(long fromNs) {
    double beginNs = (double) fromNs;
    planned.begin(beginNs);
    asked.begin(beginNs);
    refused.begin(beginNs);
    beforeNs = beginNs - ROUNDING_NS;
    lastNs = NONE;
    longestGapNs = 0;
  }

  /**
   * Takes requests that were sent.
   *
   * @param timesNs for when they were planned, ascending
   * @param heldUntilNs until when the socket was full
   * @param leftNs when they left
   */
  public void add(double[] timesNs, int count, double heldUntilNs, double leftNs) {
    int first = plan(timesNs, 0, count);
    int free = first;
    while (free < count && timesNs[free] <= heldUntilNs) {
      free++;
    }
    asked.add(timesNs, first, free);
    asked.add(leftNs, count - free);
  }

  /**
   * Takes requests that were refused: when their time came, the socket was full.
   *
   * @param timesNs for when they were planned, ascending
   */
  public void refuse(double[] timesNs, int from, int to) {
    int first = plan(timesNs, from, to);
    asked.add(timesNs, first, to);
    refused.add(timesNs, first, to);
  }

  /**
   * Takes a request that was not sent, after all that were.
   *
   * @param isHeld whether the socket was full; otherwise nobody was asked
   * @param isRefused whether it was refused for that
   */
  public void addUnsent(double timeNs, boolean isHeld, boolean isRefused) {
    one[0] = timeNs;
    int first = plan(one, 0, 1);
    if (isHeld) {
      asked.add(one, first, 1);
    }
    if (isRefused) {
      refused.add(one, first, 1);
    }
  }

  /** Counts planned times. Returns the first that is not before what is counted. */
  private int plan(double[] timesNs, int from, int count) {
    int first = from;
    while (first < count && timesNs[first] <= beforeNs) {
      first++;
    }
    if (first == count) {
      return first;
    }
    if (isFirst()) {
      lastNs = timesNs[first];
    }
    double earlierNs = lastNs;
    double gapNs = longestGapNs;
    for (int i = first; i < count; i++) {
      double timeNs = timesNs[i];
      if (timeNs - earlierNs > gapNs) { // Math.max would look for NaN, too
        gapNs = timeNs - earlierNs;
      }
      earlierNs = timeNs;
    }
    longestGapNs = gapNs;
    lastNs = earlierNs;
    planned.add(timesNs, first, count);
    return first;
  }

  private boolean isFirst() {
    return lastNs == NONE;
  }

  /** Planned requests by 100 ms; empty without a plan. */
  public int[] byWindow() {
    return planned.byWindow();
  }

  /** Those that the controller was asked, by 100 ms. */
  public int[] askedByWindow() {
    return asked.byWindow();
  }

  /** Those of them that were refused, by 100 ms. */
  public int[] refusedByWindow() {
    return refused.byWindow();
  }

  /** The longest time between two; −1 when there were fewer. */
  public long longestGapNs() {
    return longestGapNs > 0 ? (long) longestGapNs : -1;
  }
}
