package maestro.emulator.engine;

/**
 * How hard a load thread worked in measured time, by which a run is told whether the emulator was
 * its limit. Written by the load thread, read once that has ended.
 */
final class LoadEffort {
  private long beganNs;
  private long endedNs;
  private long cpuAtBeginNs;
  private long cpuNs;
  private long idleNs;
  private boolean begun;
  private boolean ended;

  void begin(long nowNs, long threadCpuNs) {
    beganNs = nowNs;
    cpuAtBeginNs = threadCpuNs;
    begun = true;
  }

  void end(long nowNs, long threadCpuNs) {
    endedNs = nowNs;
    cpuNs = threadCpuNs - cpuAtBeginNs;
    ended = true;
  }

  boolean isEnded() {
    return ended;
  }

  /** A cycle took so long; an idle one found nothing to do. */
  void cycle(long tookNs, boolean idle) {
    if (begun && !ended && idle) {
      idleNs += tookNs;
    }
  }

  /** The part of measured time in which there was something to do, 0 to 1. */
  double busyShare() {
    return ended && endedNs > beganNs ? 1 - (double) idleNs / (endedNs - beganNs) : 0;
  }

  /** The part of a processor that the thread got, 0 to 1. */
  double cpuShare() {
    return ended && endedNs > beganNs ? (double) cpuNs / (endedNs - beganNs) : 0;
  }

  double cpuSeconds() {
    return cpuNs / 1e9;
  }
}
