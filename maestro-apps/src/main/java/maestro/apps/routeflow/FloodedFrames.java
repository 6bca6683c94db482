package maestro.apps.routeflow;

import java.util.concurrent.atomic.AtomicLongArray;
import maestro.api.FlowRequest;

/**
 * The frames to hosts that were sent along the tree of late, by a hash of their first bytes. So the
 * copies of a frame are told from all other packets, also from those of its flow. Tags do not
 * count: they come and go on the way.
 *
 * <p>Errors are on the side of a second copy, not of a loss: a frame whose place another one takes
 * is forgotten. So is a frame when a path is set up for one with the same bytes, since copies of
 * the second go by that path.
 *
 * <p>Limit: the copies of a frame are known to the controller, not to switches. A copy that meets
 * an entry for a later frame of its flow goes by it, and may arrive, too.
 *
 * <p>Threads: any. Each place is volatile: a copy comes to the next switch after the place was
 * written. Nothing is allocated.
 */
final class FloodedFrames {
  private static final int PLACES = 1 << 13;

  /** So many places can have a frame; the oldest frame there makes room. */
  private static final int WAYS = 4;

  /** Times are kept in units of 2^20 ns, somewhat above a millisecond. */
  private static final int UNIT_BITS = 20;

  /** Longer than a copy waits for its answer at the next switch, in an overload, too. */
  private static final int MEMORY_UNITS = 1_000;

  /** A place has the time in these bits, and in the others those of the hash. */
  private static final long TIME_MASK = (1L << 24) - 1;

  private static final int NOWHERE = -1;

  private static final int ADDRESSES_BYTES = 12;
  private static final int TAG_BYTES = 4;

  /** Without a tag; so few that switches with buffers send them, too. */
  private static final int MOST_BYTES = 64;

  private final AtomicLongArray places = new AtomicLongArray(PLACES);

  /** When a frame was added last. */
  private volatile long lastUnits = Long.MIN_VALUE / 2;

  /**
   * Adds the frame of a request.
   *
   * @param host {@code Vlans.hostKey} of its destination
   */
  void add(long host, FlowRequest request) {
    long hash = hashOf(host, request.untracked());
    int place = find(hash);
    if (place == NOWHERE) {
      place = oldest(hash, units(request));
    }
    places.set(place, (hash & ~TIME_MASK) | (units(request) & TIME_MASK));
    if (lastUnits != units(request)) { // written seldom, since every worker reads it
      lastUnits = units(request);
    }
  }

  /** Whether the frame of a request was added within the last second or so, at any switch. */
  boolean has(long host, FlowRequest request) {
    if (isQuiet(request)) {
      return false;
    }
    int place = find(hashOf(host, request.untracked()));
    return place != NOWHERE && age(places.get(place), units(request)) <= 2 * MEMORY_UNITS;
  }

  /** Forgets the frame of a request: what has the same bytes from now on is another frame. */
  void forget(long host, FlowRequest request) {
    if (isQuiet(request)) {
      return;
    }
    int place = find(hashOf(host, request.untracked()));
    if (place != NOWHERE) {
      places.set(place, 0);
    }
  }

  /** Whether no frame was added of late: the usual case. */
  private boolean isQuiet(FlowRequest request) {
    return units(request) - lastUnits > MEMORY_UNITS;
  }

  private int find(long hash) {
    int first = first(hash);
    for (int place = first; place < first + WAYS; place++) {
      if (((places.get(place) ^ hash) & ~TIME_MASK) == 0) {
        return place;
      }
    }
    return NOWHERE;
  }

  private int oldest(long hash, long units) {
    int oldest = first(hash);
    for (int place = oldest + 1; place % WAYS != 0; place++) {
      if (age(places.get(place), units) > age(places.get(oldest), units)) {
        oldest = place;
      }
    }
    return oldest;
  }

  /** The age and {@link #MEMORY_UNITS}, since workers read their clocks apart. */
  private static long age(long place, long units) {
    return (units + MEMORY_UNITS - place) & TIME_MASK;
  }

  private static long units(FlowRequest request) {
    return request.nowNs() >> UNIT_BITS;
  }

  private static int first(long hash) {
    return (int) hash & (PLACES - 1) & -WAYS;
  }

  private static long hashOf(long host, FlowRequest untracked) {
    int tagBytes = untracked.vlanId() < 0 ? 0 : TAG_BYTES;
    int end = Math.min(untracked.frameLength(), MOST_BYTES + tagBytes);
    long hash = mixed(host, untracked.ethSrc());
    for (int i = ADDRESSES_BYTES + tagBytes; i < end; i++) {
      hash = mixed(hash, untracked.frameByte(i));
    }
    return hash ^ (hash >>> 32);
  }

  private static long mixed(long hash, long next) {
    return (hash ^ (hash >>> 29) ^ next) * 0x9e37_79b9_7f4a_7c15L;
  }
}
