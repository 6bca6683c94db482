package maestro.emulator.engine.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Delays of the probing switch: all of measured time, and sums by 100 ms. Confined to one thread.
 */
public final class ProbeDelays {
  public final Delays all = new Delays();
  private final long[] sumNsByWindow;
  private final int[] countByWindow;

  public ProbeDelays(int timeWindowCount) {
    sumNsByWindow = new long[timeWindowCount];
    countByWindow = new int[timeWindowCount];
  }

  public List<LoadResult.ProbeWindow> windows() {
    List<LoadResult.ProbeWindow> windows = new ArrayList<>();
    for (int i = 0; i < countByWindow.length; i++) {
      windows.add(new LoadResult.ProbeWindow(sumNsByWindow[i], countByWindow[i]));
    }
    return windows;
  }

  /** Throws all away. */
  public void forget() {
    all.forget();
    Arrays.fill(sumNsByWindow, 0);
    Arrays.fill(countByWindow, 0);
  }

  /**
   * Notes one delay.
   *
   * @param atNs when the answer came, from the start of measured time
   */
  public void record(long delayNs, long atNs) {
    all.record(delayNs);
    long window = atNs / LoadResult.WINDOW_NS;
    if (atNs >= 0 && window < countByWindow.length) {
      sumNsByWindow[(int) window] += delayNs;
      countByWindow[(int) window]++;
    }
  }
}
