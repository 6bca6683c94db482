package maestro.apps.storm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * Hands ports that have sent too much from the workers to the event thread, without allocating: a
 * stack that is linked through the ports themselves (R. K. Treiber, "Systems Programming: Coping
 * with Parallelism", 1986). It is only ever emptied as a whole, so no link can be mistaken for an
 * older one. A port is on it once: {@link Traffic#count} tells no second time before somebody has
 * taken the first and said {@link Traffic#tellAgain}.
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

  /** Acquire and release; null is empty. */
  @SuppressWarnings("UnusedVariable") // through LAST
  private Traffic last;

  /** A port has sent too much. Neither waits nor allocates. */
  void add(Traffic traffic) {
    Traffic before;
    do {
      before = (Traffic) LAST.getAcquire(this); // what that one tells is handed on with this one
      traffic.nextTold = before;
    } while (!LAST.weakCompareAndSetRelease(this, before, traffic));
  }

  /** Takes all, in the order in which they came. */
  void take(Consumer<Excess> taker) {
    if (LAST.getOpaque(this) == null) {
      return;
    }
    Traffic newest = (Traffic) LAST.getAndSetAcquire(this, null);
    Traffic oldest = null;
    while (newest != null) { // turns it round
      Traffic next = newest.nextTold;
      newest.nextTold = oldest;
      oldest = newest;
      newest = next;
    }
    while (oldest != null) {
      Traffic next = oldest.nextTold; // the taker may have it told again
      oldest.nextTold = null;
      taker.accept(oldest.excess());
      oldest = next;
    }
  }
}
