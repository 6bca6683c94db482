package maestro.apps.ports;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The state of a switch's ports, found by port number without allocating. A port gets its state at
 * the first access.
 *
 * <p>One writer at a time, the worker that has claimed the switch; any thread may read
 * concurrently.
 *
 * @param <T> the state of one port
 */
public final class PortMap<T> {
  /**
   * The most ports with a state of their own. A switch that reports more is lying; they share the
   * last.
   */
  static final int MAX_PORTS = 4096;

  /** What an empty map has; never written. */
  private static final Slot[] NO_SLOTS = new Slot[2];

  private static final int SPREAD = 0x9e37_79b9;
  private static final VarHandle SLOTS;

  static {
    try {
      SLOTS = MethodHandles.lookup().findVarHandle(PortMap.class, "slots", Slot[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private record Slot(int port, Object state) {}

  private final IntFunction<T> initial;

  /**
   * Open addressing, at most half full. Replaced as a whole when it changes: release by the writer,
   * acquire by readers.
   */
  private Slot[] slots = NO_SLOTS;

  private int count;

  /** The state of the last port that was added. */
  private T last;

  /**
   * Makes an empty map.
   *
   * @param initial makes the state of a port; called by the writer
   */
  public PortMap(IntFunction<T> initial) {
    this.initial = initial;
  }

  /** The state of a port. For the writer. */
  public T of(int port) {
    T found = in(slots, port);
    return found != null ? found : add(port);
  }

  private T add(int port) {
    if (count == MAX_PORTS) {
      return last;
    }
    count++;
    Slot[] grown = new Slot[2 * count > slots.length ? slots.length * 2 : slots.length];
    for (Slot slot : slots) {
      if (slot != null) {
        grown[indexOf(grown, slot.port())] = slot;
      }
    }
    last = initial.apply(port);
    grown[indexOf(grown, port)] = new Slot(port, last);
    SLOTS.setRelease(this, grown);
    return last;
  }

  /** The state of a port, or null when it has none. Any thread. */
  public T find(int port) {
    return in((Slot[]) SLOTS.getAcquire(this), port);
  }

  @SuppressWarnings("unchecked") // only add() makes slots
  private T in(Slot[] from, int port) {
    Slot slot = from[indexOf(from, port)];
    return slot == null ? null : (T) slot.state();
  }

  private static int indexOf(Slot[] slots, int port) {
    int index = (port * SPREAD) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    while (slots[index] != null && slots[index].port() != port) {
      index = (index + 1) & (slots.length - 1);
    }
    return index;
  }

  /** The states of all ports that have one. Any thread. */
  @SuppressWarnings("unchecked") // only add() makes slots
  public List<T> all() {
    List<T> all = new ArrayList<>();
    for (Slot slot : (Slot[]) SLOTS.getAcquire(this)) {
      if (slot != null) {
        all.add((T) slot.state());
      }
    }
    return all;
  }
}
