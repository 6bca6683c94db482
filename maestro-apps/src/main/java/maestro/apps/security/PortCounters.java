package maestro.apps.security;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Counts the requests of a switch's port, and their source addresses in a window of time.
 *
 * <p>Addresses are counted by linear counting (Whang, Vander-Zanden and Taylor, 1990): each address
 * sets one of {@value #BITS} bits, and the share of clear bits gives the number of addresses.
 *
 * <p>One writer at a time, the worker that has claimed the switch. The monitor reads concurrently;
 * each number is opaque, so it is never torn.
 */
final class PortCounters {
  /** The most addresses in a window that can be counted. */
  static final int MAX_ADDRESSES = 5000;

  private static final int BITS = 2048;
  private static final int HASH_SHIFT = Long.SIZE - 11;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;
  private static final VarHandle REQUESTS;
  private static final VarHandle SET_BITS;
  private static final VarHandle SET_BITS_BEFORE;
  private static final VarHandle BLOCKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      REQUESTS = lookup.findVarHandle(PortCounters.class, "requests", long.class);
      SET_BITS = lookup.findVarHandle(PortCounters.class, "setBits", int.class);
      SET_BITS_BEFORE = lookup.findVarHandle(PortCounters.class, "setBitsBefore", int.class);
      BLOCKED = lookup.findVarHandle(PortCounters.class, "blocked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int port;
  private final long windowNs;
  private final long[] seen = new long[BITS / Long.SIZE];
  private long windowEndNs;
  private long requests;
  private int setBits;

  @SuppressWarnings("UnusedVariable") // used through SET_BITS_BEFORE
  private int setBitsBefore;

  @SuppressWarnings("UnusedVariable") // used through BLOCKED
  private boolean blocked;

  // For the monitor.
  private long requestsTaken;
  private long blockedUntilNs;

  PortCounters(int port, long windowNs, long nowNs) {
    this.port = port;
    this.windowNs = windowNs;
    this.windowEndNs = nowNs + windowNs;
  }

  int port() {
    return port;
  }

  /** Counts a request. Allocates nothing. */
  void count(long ethSrc, long nowNs) {
    if (nowNs - windowEndNs >= 0) {
      SET_BITS_BEFORE.setOpaque(this, nowNs - windowEndNs < windowNs ? setBits : 0);
      SET_BITS.setOpaque(this, 0);
      Arrays.fill(seen, 0);
      windowEndNs = nowNs + windowNs;
    }
    long hash = ethSrc * SPREAD;
    int bit = (int) (((hash ^ hash >>> 32) * SPREAD) >>> HASH_SHIFT); // twice: adjacent ones, too
    long mask = 1L << bit;
    if ((seen[bit >>> 6] & mask) == 0) {
      seen[bit >>> 6] |= mask;
      SET_BITS.setOpaque(this, setBits + 1);
    }
    REQUESTS.setOpaque(this, requests + 1);
  }

  /** The number of requests so far. */
  long requests() {
    return (long) REQUESTS.getOpaque(this);
  }

  /** The approximate number of addresses in this window or in the one before, whichever is more. */
  long addresses() {
    int bits = Math.max((int) SET_BITS.getOpaque(this), (int) SET_BITS_BEFORE.getOpaque(this));
    double clear = Math.max(1, BITS - bits) / (double) BITS;
    return Math.round(-BITS * Math.log(clear));
  }

  /** The requests since the last call. For the monitor. */
  long takeRequests() {
    long all = requests();
    long came = all - requestsTaken;
    requestsTaken = all;
    return came;
  }

  /** Whether to drop requests from this port. */
  boolean isBlocked() {
    return (boolean) BLOCKED.getOpaque(this);
  }

  /** Drops requests from this port until the given time. For the monitor. */
  void block(long untilNs) {
    blockedUntilNs = untilNs;
    BLOCKED.setOpaque(this, true);
  }

  /** Drops no more requests when the time of the block is over. For the monitor. */
  void unblockWhenOver(long nowNs) {
    if (nowNs - blockedUntilNs >= 0) {
      BLOCKED.setOpaque(this, false);
    }
  }
}
