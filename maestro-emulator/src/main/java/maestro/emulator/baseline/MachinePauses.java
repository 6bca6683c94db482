package maestro.emulator.baseline;

import java.util.Arrays;

/**
 * How long a thread that is always ready to run waits for a processor of this machine. The
 * processor is taken by other programs, the kernel, or the host of a virtual machine. No
 * controller's probing delay can be lower than this wait.
 *
 * <ol>
 *   <li>One thread for each processor reads the clock in a loop. A long time between two reads is a
 *       gap, in which the thread did not run.
 *   <li>A request that arrives in a gap waits until the end of the gap. Over a time T the mean wait
 *       is Σ gap² ÷ 2 T. The 99th percentile is the wait for which the longer parts of all gaps
 *       make 1 % of T.
 *   <li>A request passes a controller and a load generator, each on a processor; so the gaps of two
 *       threads are added.
 * </ol>
 *
 * @param meanNs the mean wait, with the gaps of two threads
 * @param p99Ns the same, the 99th percentile
 * @param longestNs the longest gap
 * @param lostShare the part of its time in which a thread did not run
 */
public record MachinePauses(double meanNs, double p99Ns, double longestNs, double lostShare) {
  /** The shortest gap that counts. A shorter one is the cost of the clock, or an interrupt. */
  private static final long LEAST_GAP_NS = 20_000;

  private static final int MOST_GAPS = 1 << 20;
  private static final int PAIR = 2;

  /** Measures for this time, and keeps all processors busy meanwhile. */
  public static MachinePauses measure(long lastingNs, int processors) throws InterruptedException {
    Gaps[] gaps = new Gaps[processors];
    Thread[] threads = new Thread[processors];
    for (int i = 0; i < processors; i++) {
      Gaps own = new Gaps();
      gaps[i] = own;
      threads[i] = new Thread(() -> own.measure(lastingNs), "clock-" + i);
      threads[i].setDaemon(true);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long[] all =
        Arrays.stream(gaps).flatMapToLong(own -> Arrays.stream(own.ns, 0, own.count)).toArray();
    return of(all, lastingNs, processors);
  }

  /** The result for the gaps of this many threads. */
  static MachinePauses of(long[] gapsNs, long lastingNs, int threads) {
    double timeNs = (double) lastingNs * threads / Math.min(PAIR, threads);
    double squares = Arrays.stream(gapsNs).mapToDouble(gap -> (double) gap * gap).sum();
    long[] sorted = Arrays.stream(gapsNs).sorted().toArray();
    double p99Ns = 0;
    double longerNs = 0; // the sum of all longer gaps, and their number
    for (int i = sorted.length - 1; i >= 0; i--) {
      longerNs += sorted[i];
      int longer = sorted.length - i;
      double level = (longerNs - 0.01 * timeNs) / longer; // 2
      double next = i == 0 ? 0 : sorted[i - 1];
      if (level >= next) {
        p99Ns = level;
        break;
      }
    }
    return new MachinePauses(
        squares / 2 / timeNs,
        Math.max(0, p99Ns),
        sorted.length == 0 ? 0 : sorted[sorted.length - 1],
        Arrays.stream(gapsNs).sum() / ((double) lastingNs * threads));
  }

  private static final class Gaps {
    private final long[] ns = new long[MOST_GAPS];
    private int count;

    void measure(long lastingNs) {
      long beganNs = System.nanoTime();
      long beforeNs = beganNs;
      while (beforeNs - beganNs < lastingNs) {
        long nowNs = System.nanoTime();
        if (nowNs - beforeNs > LEAST_GAP_NS && count < MOST_GAPS) {
          ns[count++] = nowNs - beforeNs;
        }
        beforeNs = nowNs;
      }
    }
  }
}
