package maestro.emulator.engine;

/**
 * When the requests of one switch were planned, in measured time: how many in each 100 ms, and the
 * longest time between two of them. With these a switch is judged by what it asked for, whatever
 * its mean rate is. Confined to one thread; allocates nothing after construction.
 */
final class PlannedCounts {
  private static final double NONE = -1;

  private final int[] byWindow;
  private double lastNs = NONE;
  private double longestGapNs;

  /** The window of the last time, and where it ends. */
  private int window;

  private double windowEndNs = LoadResult.WINDOW_NS;

  /**
   * @param windowCount of measured time, {@link LoadResult#WINDOW_NS} each; 0 for a switch without
   *     a plan
   */
  PlannedCounts(int windowCount) {
    byWindow = new int[windowCount];
  }

  /** Takes planned times that were sent, in nanoseconds since measured time began, ascending. */
  void add(double[] timesNs, int count) {
    if (count == 0 || timesNs[count - 1] <= -1) {
      return;
    }
    for (int i = 0; i < count; i++) {
      add(timesNs[i]);
    }
  }

  /** Takes one, not before the last. */
  void add(double timeNs) {
    if (timeNs <= -1) { // as the sender rounds it
      return;
    }
    while (timeNs >= windowEndNs) {
      window++;
      windowEndNs += LoadResult.WINDOW_NS;
    }
    if (window < byWindow.length) {
      byWindow[window]++;
    }
    longestGapNs = isFirst() ? 0 : Math.max(longestGapNs, timeNs - lastNs);
    lastNs = timeNs;
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
