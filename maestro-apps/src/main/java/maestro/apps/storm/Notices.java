package maestro.apps.storm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * Hands ports that have sent too much from the workers to the event thread, without allocating. It
 * is a stack that is linked through the ports themselves (R. K. Treiber, "Systems Programming:
 * Coping with Parallelism", 1986). The stack is only emptied as a whole, so no link can be mistaken
 * for an older one. A port is on it at most once: {@link Traffic#count} reports it again only after
 * {@link Traffic#tellAgain}.
 *
 * <p>Threads: {@link #add} is for workers, {@link #take} for the event thread.
 */
final class Notices {
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(Notices.class, "last", Traffic.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The newest port, null when there is none. Acquire and release. */
  @SuppressWarnings("UnusedVariable") // used through LAST
  private Traffic last;

  /** Adds a port that has sent too much. Neither waits nor allocates. */
  void add(Traffic traffic) {
    Traffic before;
    do {
      before = (Traffic) LAST.getAcquire(this); // hands on that port's fields with this one's
      traffic.nextTold = before;
    } while (!LAST.weakCompareAndSetRelease(this, before, traffic));
  }

  /** Takes all ports, in the order in which they were added. */
  void take(Consumer<Excess> taker) {
    if (LAST.getOpaque(this) == null) {
      return;
    }
    Traffic newest = (Traffic) LAST.getAndSetAcquire(this, null);
    Traffic oldest = null;
    while (newest != null) { // reverses the order
      Traffic next = newest.nextTold;
      newest.nextTold = oldest;
      oldest = newest;
      newest = next;
    }
    while (oldest != null) {
      Traffic next = oldest.nextTold; // the taker may let a worker add it again
      oldest.nextTold = null;
      taker.accept(oldest.excess());
      oldest = next;
    }
  }
}
