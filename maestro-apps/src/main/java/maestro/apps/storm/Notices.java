package maestro.apps.storm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * Hands ports that have sent too much from the workers to the event thread, without allocating. It
 * is a stack that is linked through the ports themselves (R. K. Treiber, "Systems Programming:
 * Coping with Parallelism", 1986). The stack is only emptied as a whole, so no link can be mistaken
 * for an older one. A port is on it at most once: {@link PortTraffic#count} reports it again only
 * after {@link PortTraffic#tellAgain}.
 *
 * <p>Threads: {@link #add} is for workers, {@link #take} for the event thread.
 */
final class Notices {
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(Notices.class, "last", PortTraffic.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The newest port, null when there is none. Acquire and release. */
  @SuppressWarnings("UnusedVariable") // used through LAST
  private PortTraffic last;

  /** Adds a port that has sent too much. Neither waits nor allocates. */
  void add(PortTraffic traffic) {
    PortTraffic before;
    do {
      before = (PortTraffic) LAST.getAcquire(this); // hands on that port's fields with this one's
      traffic.nextTold = before;
    } while (!LAST.weakCompareAndSetRelease(this, before, traffic));
  }

  /** Takes all ports, in the order in which they were added. */
  void take(Consumer<Excess> taker) {
    if (LAST.getOpaque(this) == null) {
      return;
    }
    PortTraffic newest = (PortTraffic) LAST.getAndSetAcquire(this, null);
    PortTraffic oldest = null;
    while (newest != null) { // reverses the order
      PortTraffic next = newest.nextTold;
      newest.nextTold = oldest;
      oldest = newest;
      newest = next;
    }
    while (oldest != null) {
      PortTraffic next = oldest.nextTold; // the taker may let a worker add it again
      oldest.nextTold = null;
      taker.accept(oldest.excess());
      oldest = next;
    }
  }
}
