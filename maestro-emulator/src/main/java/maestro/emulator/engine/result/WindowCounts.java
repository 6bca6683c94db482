package maestro.emulator.engine.result;

import java.util.Arrays;

/**
 * How many of something happened in each window of {@link LoadResult#WINDOW_NS}. What is earlier
 * than what was counted before counts in the same window as that. Confined to one thread; allocates
 * nothing after construction.
 */
final class WindowCounts {
  private final int[] counts;

  /** The window of the last time, and where it ends. */
  private int window;

  private double endNs;

  /** For so many windows; what comes after them is left out. */
  WindowCounts(int windowCount) {
    counts = new int[windowCount];
  }

  /** Counts anew; the first window begins at this time. */
  void begin(double fromNs) {
    Arrays.fill(counts, 0);
    window = 0;
    endNs = fromNs + LoadResult.WINDOW_NS;
  }

  /** Takes ascending times. Most calls are about times of one window. */
  void add(double[] timesNs, int from, int to) {
    int next = from;
    while (next < to) {
      goTo(timesNs[next]);
      int begin = next;
      next = timesNs[to - 1] < endNs ? to : next + 1;
      count(next - begin);
    }
  }

  /** Takes so many at one time. */
  void add(double timeNs, int count) {
    if (count > 0) {
      goTo(timeNs);
      count(count);
    }
  }

  private void goTo(double timeNs) {
    while (timeNs >= endNs) {
      window++;
      endNs += LoadResult.WINDOW_NS;
    }
  }

  private void count(int count) {
    if (window < counts.length) {
      counts[window] += count;
    }
  }

  /** The counts by window; the array itself. */
  int[] byWindow() {
    return counts;
  }
}
