package maestro.emulator.engine;

/**
 * When the parts of a run begin and end, as all load threads know it.
 *
 * <p>Set-up and learning take as long as they take; then somebody calls {@link #start} once, and
 * from there on all follows the clock. Threads read it at any time.
 */
final class RunClock {
  private static final int MOST_DRAINS = 20;

  private final long warmUpNs;
  private final long measureNs;
  private final long drainNs;
  private volatile long startNs = Long.MAX_VALUE;
  private volatile long stopNs = Long.MAX_VALUE;
  private volatile long finishNs = Long.MAX_VALUE;

  RunClock(long warmUpNs, long measureNs, long drainNs) {
    this.warmUpNs = warmUpNs;
    this.measureNs = measureNs;
    this.drainNs = drainNs;
  }

  /** Load begins at this time of {@link System#nanoTime}. */
  void start(long atNs) {
    startNs = atNs;
  }

  /** Ends the run early; measured time ends now if it has begun. */
  void stop(long nowNs) {
    stopNs = nowNs;
  }

  /** Measured time ends now, unless it has ended; the drain follows. Once it has begun. */
  void finish(long nowNs) {
    finishNs = nowNs;
  }

  boolean isStarted() {
    return startNs != Long.MAX_VALUE;
  }

  boolean isStopped() {
    return stopNs != Long.MAX_VALUE;
  }

  /** Start of the warm-up; {@link Long#MAX_VALUE} while it is not known. */
  long startNs() {
    return startNs;
  }

  long measureStartNs() {
    return startNs + warmUpNs;
  }

  long measureEndNs() {
    long plannedNs = startNs + warmUpNs + measureNs;
    long earlyNs = finishNs;
    return earlyNs != Long.MAX_VALUE && earlyNs - plannedNs < 0 ? earlyNs : plannedNs;
  }

  /** How long to wait for one more answer once load has ended. */
  long drainNs() {
    return drainNs;
  }

  /** By then the drain is over even if answers still come. */
  long lastDrainEndNs() {
    return measureEndNs() + MOST_DRAINS * drainNs;
  }

  long measureNs() {
    return measureNs;
  }

  /**
   * The part of the measured time that has passed at {@code nowNs} or before the run was stopped.
   */
  long measuredNs(long nowNs) {
    if (!isStarted()) {
      return 0;
    }
    long until = isStopped() ? Math.min(nowNs, stopNs) : nowNs;
    long endNs = measureEndNs();
    return Math.max(0, (until - endNs < 0 ? until : endNs) - measureStartNs());
  }
}
