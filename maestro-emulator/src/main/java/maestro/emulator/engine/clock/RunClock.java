package maestro.emulator.engine.clock;

/**
 * When the parts of a run begin and end.
 *
 * <p>Set-up and learning have no fixed length. Then one thread calls {@link #start} once, and all
 * else follows from that time. Any thread may read it at any time.
 */
public final class RunClock {
  private static final int MOST_DRAINS = 20;

  private final long warmUpNs;
  private final long measureNs;
  private final long drainNs;
  private volatile long startNs = Long.MAX_VALUE;
  private volatile long stopNs = Long.MAX_VALUE;
  private volatile long finishNs = Long.MAX_VALUE;

  public RunClock(long warmUpNs, long measureNs, long drainNs) {
    this.warmUpNs = warmUpNs;
    this.measureNs = measureNs;
    this.drainNs = drainNs;
  }

  /** Load begins at this time of {@link EngineTime#nowNs}. */
  public void start(long atNs) {
    startNs = atNs;
  }

  /** Ends the run early. Measured time ends now if it has begun. */
  public void stop(long nowNs) {
    stopNs = nowNs;
  }

  /** Ends measured time, which has begun. The drain follows. */
  public void finish(long nowNs) {
    finishNs = nowNs;
  }

  public boolean isStarted() {
    return startNs != Long.MAX_VALUE;
  }

  public boolean isStopped() {
    return stopNs != Long.MAX_VALUE;
  }

  /** Start of the warm-up; {@link Long#MAX_VALUE} while it is not known. */
  public long startNs() {
    return startNs;
  }

  public long measureStartNs() {
    return startNs + warmUpNs;
  }

  public long measureEndNs() {
    long plannedNs = startNs + warmUpNs + measureNs;
    long earlyNs = finishNs;
    return earlyNs != Long.MAX_VALUE && earlyNs - plannedNs < 0 ? earlyNs : plannedNs;
  }

  /** How long the drain waits for one more answer. */
  public long drainNs() {
    return drainNs;
  }

  /** The end of the drain, even if answers still come. */
  public long lastDrainEndNs() {
    return measureEndNs() + MOST_DRAINS * drainNs;
  }

  public long measureNs() {
    return measureNs;
  }

  /** The measured time that had passed at {@code nowNs}, or when the run was stopped. */
  public long measuredNs(long nowNs) {
    if (!isStarted()) {
      return 0;
    }
    long until = isStopped() ? Math.min(nowNs, stopNs) : nowNs;
    long endNs = measureEndNs();
    return Math.max(0, (until - endNs < 0 ? until : endNs) - measureStartNs());
  }
}
