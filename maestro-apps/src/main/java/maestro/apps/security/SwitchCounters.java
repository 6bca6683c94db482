package maestro.apps.security;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The counters of a switch's ports, found by port number without allocating. A port gets its own
 * with its first request.
 *
 * <p>One writer at a time, the worker that has the switch; the monitor reads meanwhile.
 */
final class SwitchCounters {
  private static final int FIRST_SLOTS = 16;

  /** What lies about its ports beyond this shares the last counters there are. */
  private static final int MAX_PORTS = 4096;

  private static final int SPREAD = 0x9e37_79b9;
  private static final VarHandle SLOTS;

  static {
    try {
      SLOTS =
          MethodHandles.lookup().findVarHandle(SwitchCounters.class, "slots", PortCounters[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long datapathId;
  private final long windowNs;

  /**
   * Open addressing, at most half full. Replaced when it grows, so that readers see a whole one.
   */
  private PortCounters[] slots = new PortCounters[FIRST_SLOTS];

  private int count;

  SwitchCounters(long datapathId, long windowNs) {
    this.datapathId = datapathId;
    this.windowNs = windowNs;
  }

  long datapathId() {
    return datapathId;
  }

  /** The counters of a port. */
  PortCounters of(int port, long nowNs) {
    int slot = slotOf(slots, port);
    if (slots[slot] == null) {
      if (count == MAX_PORTS) {
        return slots[lastSlot()];
      }
      if (2 * (count + 1) > slots.length) {
        grow();
        slot = slotOf(slots, port);
      }
      count++;
      PortCounters[] grown = slots.clone();
      grown[slot] = new PortCounters(port, windowNs, nowNs);
      SLOTS.setRelease(this, grown);
    }
    return slots[slot];
  }

  private int lastSlot() {
    int slot = slots.length - 1;
    while (slots[slot] == null) {
      slot--;
    }
    return slot;
  }

  private void grow() {
    PortCounters[] grown = new PortCounters[slots.length * 2];
    for (PortCounters port : slots) {
      if (port != null) {
        grown[slotOf(grown, port.port())] = port;
      }
    }
    SLOTS.setRelease(this, grown);
  }

  private static int slotOf(PortCounters[] slots, int port) {
    int slot = (port * SPREAD) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    while (slots[slot] != null && slots[slot].port() != port) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  /** All counters there are. Any thread. */
  List<PortCounters> all() {
    List<PortCounters> all = new ArrayList<>();
    for (PortCounters port : (PortCounters[]) SLOTS.getAcquire(this)) {
      if (port != null) {
        all.add(port);
      }
    }
    return all;
  }
}
