package maestro.emulator.limit;

import java.util.Arrays;

/**
 * How long a thread that always wants to run has to wait on this machine, since somebody else has
 * its processor: other programs, the kernel, or the host of a virtual machine. No controller's
 * probing delay can be better.
 *
 * <ol>
 *   <li>One thread for each processor does nothing but look at the clock. When it looks up later
 *       than it should, it was away in between.
 *   <li>A request that comes at any moment waits until the end of the gap it falls into: the mean
 *       is Σ gap² ÷ 2 T; the 99th percentile is where the gaps' parts that are longer make 1 % of
 *       T.
 *   <li>A request passes a controller and a load generator, each on a processor; so the gaps of two
 *       threads count together.
 * </ol>
 *
 * @param meanNs of the wait of two threads
 * @param p99Ns the same, the 99th percentile
 * @param longestNs the longest gap
 * @param lostShare the part of its time in which a thread was away
 */
public record MachinePauses(double meanNs, double p99Ns, double longestNs, double lostShare) {
  /** Shorter ones are the clock's own cost, or an interrupt. */
  private static final long LEAST_GAP_NS = 20_000;

  private static final int MOST_GAPS = 1 << 20;
  private static final int PAIR = 2;

  /** Looks for so long, with all processors busy. */
  public static MachinePauses look(long lastingNs, int processors) throws InterruptedException {
    Gaps[] gaps = new Gaps[processors];
    Thread[] threads = new Thread[processors];
    for (int i = 0; i < processors; i++) {
      Gaps own = new Gaps();
      gaps[i] = own;
      threads[i] = new Thread(() -> own.look(lastingNs), "clock-" + i);
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

  /** What gaps of so many threads come to. */
  static MachinePauses of(long[] gapsNs, long lastingNs, int threads) {
    double timeNs = (double) lastingNs * threads / Math.min(PAIR, threads);
    double squares = Arrays.stream(gapsNs).mapToDouble(gap -> (double) gap * gap).sum();
    long[] sorted = Arrays.stream(gapsNs).sorted().toArray();
    double p99Ns = 0;
    double longerNs = 0; // sum of all gaps that are longer, and how many
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

    void look(long lastingNs) {
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
