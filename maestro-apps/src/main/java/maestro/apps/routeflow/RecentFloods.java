package maestro.apps.routeflow;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The hosts to which packets were sent along the tree of late, since nobody knew where they are.
 * Hosts with the same hash count as one.
 *
 * <p>Threads: any. Each place is opaque: a copy of a packet comes to the next switch after the
 * place was written, and a place that is seen late costs a packet that arrives twice.
 */
final class RecentFloods {
  private static final int PLACES = 1 << 12;

  /** Times are kept in units of 2^20 ns, somewhat above a millisecond. */
  private static final int UNIT_BITS = 20;

  /** Longer than a copy waits for its answer at the next switch, in an overload, too. */
  private static final int MEMORY_UNITS = 1_000;

  /** When a packet to a host of this hash was sent last. */
  private final AtomicIntegerArray places = new AtomicIntegerArray(PLACES);

  /** Remembers nothing. */
  RecentFloods(long nowNs) {
    for (int i = 0; i < PLACES; i++) {
      places.setPlain(i, units(nowNs) - 2 * MEMORY_UNITS);
    }
  }

  /**
   * A packet to a host is sent along the tree.
   *
   * @param host a key that tells hosts apart, as of {@code Vlans.hostKey}
   */
  void add(long host, long nowNs) {
    places.setOpaque(place(host), units(nowNs));
  }

  /** Whether one was sent within the last second or so. */
  boolean has(long host, long nowNs) {
    return Math.abs(units(nowNs) - places.getOpaque(place(host))) <= MEMORY_UNITS;
  }

  private static int units(long nowNs) {
    return (int) (nowNs >> UNIT_BITS);
  }

  private static int place(long host) {
    long mixed = host * 0x9e37_79b9_7f4a_7c15L;
    return (int) (mixed ^ (mixed >>> 29)) & (PLACES - 1);
  }
}
