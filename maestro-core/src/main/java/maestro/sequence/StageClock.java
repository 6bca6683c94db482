package maestro.sequence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Records which application a thread runs, and since when. A slow stage is logged when it returns;
 * a stage that does not return is logged while it runs.
 *
 * <p>Threads: {@link #enter} and {@link #leave} are for the observed thread, {@link #look} for the
 * conductor.
 */
final class StageClock {
  /** After this time an application counts as stuck. */
  private static final long STUCK_NS = 1_000_000_000;

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

  /** Release by the thread, acquire by the conductor: it orders {@link #sinceNs}. */
  private RunningApplication current;

  /** Opaque, single writer. */
  private long sinceNs;

  /** Set once, before the first release of {@link #current}. */
  private Thread owner;

  /** Owned by the conductor: the start of the run that it logged last. */
  private long reportedSinceNs;

  StageClock(String thread) {
    this.thread = thread;
  }

  /** Called before the thread calls an application. */
  void enter(RunningApplication application) {
    if (owner == null) {
      owner = Thread.currentThread();
    }
    SINCE.setOpaque(this, System.nanoTime());
    CURRENT.setRelease(this, application);
  }

  /** Called when the application has returned. */
  void leave() {
    RunningApplication application = current;
    CURRENT.setRelease(this, (RunningApplication) null);
    application.took(System.nanoTime() - sinceNs);
  }

  /**
   * Logs the application when it has not returned for too long. Returns whether the thread is stuck
   * in it.
   */
  boolean look() {
    RunningApplication application = (RunningApplication) CURRENT.getAcquire(this);
    if (application == null) {
      return false;
    }
    long since = (long) SINCE.getOpaque(this);
    long elapsedNs = System.nanoTime() - since;
    if (elapsedNs > application.slowStageNs() && since != reportedSinceNs) {
      reportedSinceNs = since;
      application.isStuck(thread, elapsedNs, owner.getStackTrace());
    }
    return elapsedNs > STUCK_NS && elapsedNs > application.slowStageNs();
  }
}
