package maestro.sequence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Knows which application one thread is in, and since when; so that one that takes long is named
 * when it comes back, and one that does not come back is named, too.
 *
 * <p>Threads: {@link #enter} and {@link #leave} are for the thread it belongs to, {@link #look} for
 * the conductor.
 */
final class StageClock {
  /** Whoever takes so long is taken for stuck. */
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

  /** Of the conductor: the run it has reported. */
  private long reportedSinceNs;

  StageClock(String thread) {
    this.thread = thread;
  }

  /** The thread calls an application. */
  void enter(RunningApplication application) {
    if (owner == null) {
      owner = Thread.currentThread();
    }
    SINCE.setOpaque(this, System.nanoTime());
    CURRENT.setRelease(this, application);
  }

  /** The application has come back. */
  void leave() {
    RunningApplication application = current;
    CURRENT.setRelease(this, (RunningApplication) null);
    application.took(System.nanoTime() - sinceNs);
  }

  /**
   * Names the application when it has been in there for too long. Whether the thread is stuck in
   * it.
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
