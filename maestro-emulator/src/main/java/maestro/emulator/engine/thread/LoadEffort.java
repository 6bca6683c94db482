package maestro.emulator.engine.thread;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How hard a load thread worked in measured time. The result of a run says by it whether the
 * emulator limited the run. The load thread writes it; others read it after the thread has ended.
 */
public final class LoadEffort {
  private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
  private long beganNs;
  private long endedNs;
  private long cpuAtBeginNs;
  private long cpuNs;
  private long idleNs;
  private long longestCycleNs;
  private long samples;
  private long servedSamples;
  private long readSamples;
  private long unreadSamples;
  private long socketSamples;
  private long emptySamples;
  private boolean begun;
  private boolean ended;

  /** Drops the counts of a rehearsal; measured time has not begun. */
  void forget() {
    begun = false;
    ended = false;
    idleNs = 0;
    longestCycleNs = 0;
    samples = 0;
    servedSamples = 0;
    readSamples = 0;
    unreadSamples = 0;
    socketSamples = 0;
    emptySamples = 0;
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

  /** Leaves out a time in which the load was held. */
  void stoodStill(long ns) {
    if (begun && !ended) {
      beganNs += ns;
    }
  }

  /** Counts a cycle; an idle one found nothing to do. */
  void cycle(long tookNs, boolean idle) {
    if (begun && !ended) {
      idleNs += idle ? tookNs : 0;
      longestCycleNs = Math.max(longestCycleNs, tookNs);
    }
  }

  /** Counts a sample of a switch: whether the controller had answered about all of its requests. */
  void sample(boolean served) {
    if (begun && !ended) {
      samples++;
      servedSamples += served ? 1 : 0;
    }
  }

  /** Counts a sample of a switch: whether many answers to it waited to be read. */
  void sampleUnread(boolean unread) {
    if (begun && !ended) {
      readSamples++;
      unreadSamples += unread ? 1 : 0;
    }
  }

  /** Counts a sample of all sockets under full load, of which so many had run empty. */
  void sampleEmpty(int empty, int all) {
    if (begun && !ended) {
      socketSamples += all;
      emptySamples += empty;
    }
  }

  /** Sockets in all samples together. */
  public long socketSamples() {
    return socketSamples;
  }

  /** Those of them that had run empty. */
  public long emptySamples() {
    return emptySamples;
  }

  /** The part of samples that found the controller out of work, 0 to 1. */
  public double servedShare() {
    return samples == 0 ? 0 : (double) servedSamples / samples;
  }

  /** The part of samples that found many answers unread, 0 to 1. */
  public double unreadShare() {
    return readSamples == 0 ? 0 : (double) unreadSamples / readSamples;
  }

  /** The part of measured time in which there was something to do, 0 to 1. */
  public double busyShare() {
    return ended && endedNs > beganNs ? 1 - (double) idleNs / (endedNs - beganNs) : 0;
  }

  /** The part of a processor that the thread got, 0 to 1. */
  public double cpuShare() {
    return ended && endedNs > beganNs ? (double) cpuNs / (endedNs - beganNs) : 0;
  }

  /** The longest of {@link #cycle}. */
  public long longestCycleNs() {
    return longestCycleNs;
  }

  public double cpuSeconds() {
    return cpuNs / 1e9;
  }
}
