package maestro.emulator.engine;

import java.util.Arrays;

/**
 * When the requests of one switch were planned, in measured time or a rehearsal of it: how many in
 * each 100 ms, and the longest time between two of them. With these a switch is judged by what it
 * asked for, whatever its mean rate is. Confined to one thread; allocates nothing after
 * construction.
 */
final class PlannedCounts {
  private static final double NONE = Double.NEGATIVE_INFINITY;

  /** The sender rounds a time to whole nanoseconds, toward 0. */
  private static final double ROUNDING_NS = 1;

  private final int[] byWindow;
  private final double[] one = new double[1];

  /** Up to this a time is before what is counted. */
  private double beforeNs;

  private double lastNs;
  private double longestGapNs;

  /** The window of the last time, and where it ends. */
  private int window;

  private double windowEndNs;

  /**
   * @param windowCount of measured time, {@link LoadResult#WINDOW_NS} each; 0 for a switch without
   *     a plan
   */
  PlannedCounts(int windowCount) {
    byWindow = new int[windowCount];
    begin(0);
  }

  /**
   * Counts anew what comes from a time on.
   *
   * @param fromNs since measured time began; negative for a rehearsal
   */
  void begin(long fromNs) {
    Arrays.fill(byWindow, 0);
    double beginNs = (double) fromNs;
    beforeNs = beginNs - ROUNDING_NS;
    lastNs = NONE;
    longestGapNs = 0;
    window = 0;
    windowEndNs = beginNs + LoadResult.WINDOW_NS;
  }

  /** Takes planned times that were sent, in nanoseconds since measured time began, ascending. */
  void add(double[] timesNs, int count) {
    int first = 0;
    while (first < count && timesNs[first] <= beforeNs) {
      first++;
    }
    if (first == count) {
      return;
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
    countByWindow(timesNs, first, count);
  }

  /** Most calls are about times of one window. */
  private void countByWindow(double[] timesNs, int from, int to) {
    int next = from;
    while (next < to) {
      while (timesNs[next] >= windowEndNs) {
        window++;
        windowEndNs += LoadResult.WINDOW_NS;
      }
      int begin = next;
      next = timesNs[to - 1] < windowEndNs ? to : next + 1;
      if (window < byWindow.length) {
        byWindow[window] += next - begin;
      }
    }
  }

  /** Takes one, not before the last. */
  void add(double timeNs) {
    one[0] = timeNs;
    add(one, 1);
  }

  private boolean isFirst() {
    return lastNs == NONE;
  }

  /** Requests by 100 ms; empty without a plan. */
  int[] byWindow() {
    return byWindow;
  }

  /** The longest time between two; −1 when there were fewer. */
  long longestGapNs() {
    return longestGapNs > 0 ? (long) longestGapNs : -1;
  }
}
