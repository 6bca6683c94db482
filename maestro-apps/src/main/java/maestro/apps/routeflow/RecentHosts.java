package maestro.apps.routeflow;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The hosts of which something was done of late, such as to send their packets along the tree.
 * Hosts with the same hash count as one.
 *
 * <p>Threads: any. Each place is volatile: a copy of a packet comes to the next switch after the
 * place was written; and a worker that first adds a host and then reads the table of {@link
 * TreeDestinations} either sees the host there, or is seen by it.
 */
final class RecentHosts {
  private static final int PLACES = 1 << 12;

  /** Times are kept in units of 2^20 ns, somewhat above a millisecond. */
  private static final int UNIT_BITS = 20;

  /** Longer than a copy waits for its answer at the next switch, in an overload, too. */
  private static final int MEMORY_UNITS = 1_000;

  /** When a host of this hash was added last. */
  private final AtomicIntegerArray places = new AtomicIntegerArray(PLACES);

  /** Remembers nothing. */
  RecentHosts(long nowNs) {
    for (int i = 0; i < PLACES; i++) {
      places.setPlain(i, units(nowNs) - 2 * MEMORY_UNITS);
    }
  }

  /**
   * Adds a host.
   *
   * @param host a key that tells hosts apart, as of {@code Vlans.hostKey}
   */
  void add(long host, long nowNs) {
    places.set(place(host), units(nowNs));
  }

  /** Whether a host was added within the last second or so. */
  boolean has(long host, long nowNs) {
    return Math.abs(units(nowNs) - places.get(place(host))) <= MEMORY_UNITS;
  }

  private static int units(long nowNs) {
    return (int) (nowNs >> UNIT_BITS);
  }

  private static int place(long host) {
    long mixed = host * 0x9e37_79b9_7f4a_7c15L;
    return (int) (mixed ^ (mixed >>> 29)) & (PLACES - 1);
  }
}
