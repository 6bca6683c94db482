package maestro.apps.routeflow;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The hosts to which paths were set up of late. Hosts with the same hash count as one.
 *
 * <p>Threads: any. Each place is volatile: a worker that first adds a host and then reads the table
 * of {@link TreeDestinations} either sees the host there, or is seen by it. That holds, too, when
 * it finds the host added of late and leaves the place as it is: whoever wrote the place did so
 * before. So a place is written four times a second at most, and the usual call only reads.
 */
final class RecentHosts {
  private static final int PLACES = 1 << 12;

  /** Times are kept in units of 2^20 ns, somewhat above a millisecond. */
  private static final int UNIT_BITS = 20;

  /** {@link #REFRESH_UNITS}, and longer than any batch takes. */
  private static final int MEMORY_UNITS = 1_000;

  /** A place is written again when it is older. */
  private static final int REFRESH_UNITS = 250;

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
    if (age(host, nowNs) > REFRESH_UNITS) {
      places.set(place(host), units(nowNs));
    }
  }

  /** Whether a host was added of late: certainly within three quarters of a second. */
  boolean has(long host, long nowNs) {
    return age(host, nowNs) <= MEMORY_UNITS;
  }

  /** In units; workers read their clocks apart. */
  private int age(long host, long nowNs) {
    return Math.abs(units(nowNs) - places.get(place(host)));
  }

  private static int units(long nowNs) {
    return (int) (nowNs >> UNIT_BITS);
  }

  private static int place(long host) {
    long mixed = host * 0x9e37_79b9_7f4a_7c15L;
    return (int) (mixed ^ (mixed >>> 29)) & (PLACES - 1);
  }
}
