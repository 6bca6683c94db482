package maestro.sequence.application;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records which application a thread runs, and since when. A slow stage is logged when it returns;
 * a stage that does not return is logged while it runs.
 *
 * <p>Threads: {@link #enter} and {@link #leave} are for the observed thread, {@link #check} for the
 * conductor, {@link #running} for any.
 */
public final class StageClock {
  /** After this time an application counts as stuck. */
  private static final long STUCK_NS = 1_000_000_000;

  /** The same when it is called for the first time, and loads its classes. */
  private static final long FIRST_STUCK_NS = 10 * STUCK_NS;

  private static final VarHandle CURRENT;
  private static final VarHandle SINCE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CURRENT = lookup.findVarHandle(StageClock.class, "current", RunningApplication.class);
      SINCE = lookup.findVarHandle(StageClock.class, "sinceNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String thread;
  private final LongSupplier clock;

  /** Release by the thread, acquire by the conductor: it orders {@link #sinceNs}. */
  @SuppressWarnings("unused") // through its VarHandle
  private @Nullable RunningApplication current;

  /** Opaque, single writer. */
  private long sinceNs;

  /** Volatile, written by the thread: whether it calls the stage for the first time. */
  private volatile boolean isFirstCall;

  /** Set once, before the first release of {@link #current}. */
  private @Nullable Thread owner;

  /** Owned by the conductor: the start of the run that it counted last. */
  private long countedSinceNs;

  /** Owned by the conductor: the start of the run that it logged last. */
  private long reportedSinceNs;

  /**
   * Makes the record of one thread.
   *
   * @param thread its name in log lines
   * @param clock in nanoseconds, such as {@link System#nanoTime}; read by both threads
   */
  public StageClock(String thread, LongSupplier clock) {
    this.thread = thread;
    this.clock = clock;
  }

  /** Called before the thread calls an application. */
  public void enter(RunningApplication application) {
    enter(application, clock.getAsLong());
  }

  /**
   * Called before the thread calls an application.
   *
   * @param nowNs the clock's time, read not long ago: a reading for each stage of a batch is enough
   */
  public void enter(RunningApplication application, long nowNs) {
    if (owner == null) {
      owner = Thread.currentThread();
    }
    SINCE.setOpaque(this, nowNs);
    CURRENT.setRelease(this, application);
  }

  /** Says whether the call that has begun is the first one of the stage, or that this is over. */
  public void isFirstCall(boolean isFirst) {
    isFirstCall = isFirst;
  }

  /** Called when the application that was entered has returned. Returns the clock's time. */
  public long leave(RunningApplication application) {
    CURRENT.setRelease(this, (RunningApplication) null);
    long nowNs = clock.getAsLong();
    application.took(nowNs - sinceNs);
    return nowNs;
  }

  /** The application that the thread runs by now; empty when none. Any thread. */
  public Optional<RunningStage> running() {
    RunningApplication application = (RunningApplication) CURRENT.getAcquire(this);
    if (application == null) {
      return Optional.empty();
    }
    long elapsedNs = clock.getAsLong() - (long) SINCE.getOpaque(this);
    return Optional.of(new RunningStage(application.name(), thread, elapsedNs));
  }

  /**
   * Counts the application when it has not returned for too long, and logs that, once for each run
   * at most. Returns whether the thread is stuck in it.
   */
  public boolean check() {
    RunningApplication application = (RunningApplication) CURRENT.getAcquire(this);
    if (application == null) {
      return false;
    }
    long since = (long) SINCE.getOpaque(this);
    long elapsedNs = clock.getAsLong() - since;
    boolean isSlow = elapsedNs > application.slowStageNs();
    if (isSlow && since != countedSinceNs) {
      countedSinceNs = since;
      application.isAway();
    }
    if (isSlow
        && since != reportedSinceNs
        && owner != null
        && application.tellAway(thread, elapsedNs, owner)) {
      reportedSinceNs = since;
    }
    return elapsedNs > (isFirstCall ? FIRST_STUCK_NS : STUCK_NS) && isSlow;
  }
}
