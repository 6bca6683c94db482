package maestro.emulator.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How hard a load thread worked in measured time, by which a run is told whether the emulator was
 * its limit. Written by the load thread, read once that has ended.
 */
final class LoadEffort {
  private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
  private long beganNs;
  private long endedNs;
  private long cpuAtBeginNs;
  private long cpuNs;
  private long idleNs;
  private long longestCycleNs;
  private long looks;
  private long servedLooks;
  private boolean begun;
  private boolean ended;

  /** Throws away what a rehearsal has counted; measured time has not begun. */
  void forget() {
    begun = false;
    ended = false;
    idleNs = 0;
    longestCycleNs = 0;
    looks = 0;
    servedLooks = 0;
  }

  /** Measured time begins; on the load thread. */
  void begin(long nowNs) {
    beganNs = nowNs;
    cpuAtBeginNs = cpu.getCurrentThreadCpuTime();
    begun = true;
  }

  boolean isBegun() {
    return begun;
  }

  /** Measured time ends, if it has begun and has not ended; on the load thread. */
  void end(long nowNs) {
    if (begun && !ended) {
      endedNs = nowNs;
      cpuNs = cpu.getCurrentThreadCpuTime() - cpuAtBeginNs;
      ended = true;
    }
  }

  /** The thread was told to do nothing for so long, which does not count. */
  void stoodStill(long ns) {
    if (begun && !ended) {
      beganNs += ns;
    }
  }

  /** A cycle took so long; an idle one found nothing to do. */
  void cycle(long tookNs, boolean idle) {
    if (begun && !ended) {
      idleNs += idle ? tookNs : 0;
      longestCycleNs = Math.max(longestCycleNs, tookNs);
    }
  }

  /** A look at what a switch had waiting: whether the controller had answered about all of it. */
  void look(boolean served) {
    if (begun && !ended) {
      looks++;
      servedLooks += served ? 1 : 0;
    }
  }

  /** The part of looks that found the controller out of work, 0 to 1. */
  double servedShare() {
    return looks == 0 ? 0 : (double) servedLooks / looks;
  }

  /** The part of measured time in which there was something to do, 0 to 1. */
  double busyShare() {
    return ended && endedNs > beganNs ? 1 - (double) idleNs / (endedNs - beganNs) : 0;
  }

  /** The part of a processor that the thread got, 0 to 1. */
  double cpuShare() {
    return ended && endedNs > beganNs ? (double) cpuNs / (endedNs - beganNs) : 0;
  }

  /** The longest of {@link #cycle}. */
  long longestCycleNs() {
    return longestCycleNs;
  }

  double cpuSeconds() {
    return cpuNs / 1e9;
  }
}
