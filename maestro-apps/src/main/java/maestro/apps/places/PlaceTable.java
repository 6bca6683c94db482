package maestro.apps.places;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The places where hosts were last heard, for all workers at once. A place is any number, such as a
 * port. Open addressing in one array, which begins small and grows:
 *
 * <ol>
 *   <li>A host has a slot among the first {@code window} from its hash slot on. It takes the first
 *       free one, by compare-and-swap. Slots never become free again, so a free slot ends a search,
 *       and no host gets two.
 *   <li>A slot is a key, a place and the time at which the host was heard. Who writes sets the
 *       highest bit of the key first, by compare-and-swap, and clears it after some nanoseconds. So
 *       a request costs one locked instruction, and only writers of one host wait for each other.
 *   <li>Of two places the one that was heard later stays, whichever thread is first. {@code
 *       FlowRequest.nowNs} follows the order in which a switch has sent its requests.
 *   <li>Readers wait for nobody who writes a place, and write nothing.
 *   <li>When the slots of a window are taken, the table doubles. The thread that doubles it takes
 *       all slots as in 2 and keeps them, so writers wait until they find the larger array.
 *   <li>At the bound, a host that was not heard for the timeout makes room, else one at the place
 *       with the most hosts among the first {@value #SAMPLED} slots of the window: the one that was
 *       heard longest ago. So a place that floods displaces its own hosts. Readers start again when
 *       a slot gets another host meanwhile (a sequence lock). Without a timeout no host makes room.
 * </ol>
 *
 * <p>Threads: any. Steps 5 and 6 lock; no other step does. Only step 5 allocates.
 */
public final class PlaceTable {
  /** The result for a host that is not known. Not a place. */
  public static final long NONE = Long.MIN_VALUE;

  /** Is told of hosts for which others had to make room, by one thread at a time. */
  @FunctionalInterface
  public interface Newcomer {
    /** A host has displaced another one. */
    void displaces(long host, long heardNs);
  }

  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int SLOT = 3;
  private static final int PLACE = 1;
  private static final int HEARD = 2;
  private static final int SAMPLED = 16;
  private static final int SPINS = 128;

  /** 2^64 divided by the golden ratio: spreads neighbouring addresses (Knuth, volume 3, 6.4). */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  /** In a key: a thread writes the slot. Alone: the slot gets another host, or is never used. */
  private static final long BUSY = 1L << 63;

  /** {@link #put}: look for the slot again. Not a place before, since no place is written twice. */
  private static final long AGAIN = NONE + 1;

  private final int mostSlots;
  private final int window;
  private final long timeoutNs;
  private final Newcomer newcomer;
  private volatile Slots slots;

  /** Odd while a slot gets another host. Written under the monitor. */
  private volatile int replacements;

  /**
   * Makes an empty table.
   *
   * @param firstSlots a power of two
   * @param mostSlots the bound to which it grows, a power of two
   * @param window how many slots a search may look at
   * @param timeoutNs how long a host is known that is not heard again; 0 for ever
   * @param newcomer is told when hosts are displaced
   */
  public PlaceTable(int firstSlots, int mostSlots, int window, long timeoutNs, Newcomer newcomer) {
    this.mostSlots = mostSlots;
    this.window = window;
    this.timeoutNs = timeoutNs;
    this.newcomer = newcomer;
    slots = new Slots(firstSlots);
  }

  /** One array. */
  private static final class Slots {
    /** Key, place and time of each slot. Key: acquire and release; the others: opaque. */
    final long[] cells;

    final int mask;
    final int shift;

    Slots(int count) {
      cells = new long[SLOT * count];
      mask = count - 1;
      shift = Long.SIZE - Integer.numberOfTrailingZeros(count);
    }

    int count() {
      return mask + 1;
    }

    /** The cell of the key that a search for the host looks at first. */
    int first(long host) {
      return (int) ((host * SPREAD) >>> shift) * SLOT;
    }

    int next(int at) {
      int next = at + SLOT;
      return next == cells.length ? 0 : next;
    }

    long key(int at) {
      return (long) CELLS.getAcquire(cells, at);
    }

    /** A place is kept so that the 0 of a new slot is {@link PlaceTable#NONE}. */
    long place(int at) {
      return (long) CELLS.getOpaque(cells, at + PLACE) ^ NONE;
    }

    long heardNs(int at) {
      return (long) CELLS.getOpaque(cells, at + HEARD);
    }

    void set(int at, long place, long heardNs) {
      CELLS.setOpaque(cells, at + PLACE, place ^ NONE);
      CELLS.setOpaque(cells, at + HEARD, heardNs);
    }

    /** Takes a slot; false when another thread has it or it has another key. */
    boolean take(int at, long key, long busy) {
      return CELLS.compareAndSet(cells, at, key, busy);
    }

    void release(int at, long host) {
      CELLS.setRelease(cells, at, host);
    }
  }

  /**
   * The place where a host was heard last, or {@link #NONE}.
   *
   * @param host not 0, up to 63 bits
   */
  public long placeOf(long host, long nowNs) { // 4
    while (true) {
      int before = replacements;
      Slots now = slots;
      int at = find(now, host);
      long place = at < 0 || isOld(now, at, nowNs) ? NONE : now.place(at);
      VarHandle.acquireFence();
      if ((before & 1) == 0 && replacements == before) {
        return place;
      }
      Thread.onSpinWait();
    }
  }

  private boolean isOld(Slots in, int at, long nowNs) {
    return timeoutNs != 0 && nowNs - in.heardNs(at) >= timeoutNs;
  }

  /** The cell of the host's key; -1 when it has none. */
  private int find(Slots in, long host) {
    int at = in.first(host);
    for (int i = 0; i < window; i++) { // 1
      long key = in.key(at) & ~BUSY;
      if (key == host) {
        return at;
      }
      if (key == 0) {
        return -1;
      }
      at = in.next(at);
    }
    return -1;
  }

  /**
   * A host was heard at a place.
   *
   * @param host not 0, up to 63 bits
   * @param place not {@link #NONE}, nor that and 1
   * @return the place before, also when it is another one and the timeout is over; {@link #NONE}
   *     when there was none; {@code place} when the host was heard later than that already, so that
   *     nothing has changed
   * @throws IllegalArgumentException when the host is 0 or has more bits
   * @throws IllegalStateException when the host is new, and there is no room and no timeout
   */
  public long learn(long host, long place, long heardNs) {
    long before = AGAIN;
    while (before == AGAIN) {
      before = put(slots, host, place, heardNs, true);
    }
    return before;
  }

  /** Gives a host that is not known a place; displaces no host. */
  public void adopt(long host, long place, long heardNs) {
    long before = AGAIN;
    while (before == AGAIN) {
      before = put(slots, host, place, heardNs, false);
    }
  }

  private long put(Slots in, long host, long place, long heardNs, boolean isHeard) {
    if (host <= 0) {
      throw new IllegalArgumentException("host " + host + "; allowed: 1 to 63 bits");
    }
    int at = in.first(host);
    for (int i = 0; i < window; i++) {
      long key = in.key(at);
      if (key == 0 && in.take(at, 0, host | BUSY)) { // 1
        in.set(at, place, heardNs);
        in.release(at, host);
        return NONE;
      }
      if ((in.key(at) & ~BUSY) == host) { // also when another thread has just taken it
        return isHeard ? move(in, at, host, place, heardNs) : place;
      }
      at = in.next(at);
    }
    return makeRoom(in, host, place, heardNs, isHeard);
  }

  private long move(Slots in, int at, long host, long place, long heardNs) {
    int spins = 0;
    while (!in.take(at, host, host | BUSY)) { // 2
      if (in.key(at) == host) {
        continue;
      }
      if ((in.key(at) & BUSY) == 0 || slots != in) { // 5, 6
        return AGAIN;
      }
      pause(++spins);
    }
    long before = in.place(at);
    boolean isLate = in.heardNs(at) - heardNs > 0; // 3
    boolean wasUnknown = before == place && isOld(in, at, heardNs);
    if (!isLate) {
      in.set(at, place, heardNs);
    }
    in.release(at, host);
    return isLate ? place : wasUnknown ? NONE : before;
  }

  /** Whoever has the slot needs some nanoseconds, unless the system has taken its processor. */
  @SuppressWarnings("ThreadPriorityCheck") // that thread may need this processor
  private static void pause(int spins) {
    if (spins % SPINS == 0) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }

  private synchronized long makeRoom(
      Slots full, long host, long place, long heardNs, boolean isHeard) {
    if (slots != full || find(full, host) >= 0) {
      return AGAIN; // another thread was here first
    }
    if (full.count() < mostSlots) {
      grow(full, heardNs);
      return AGAIN;
    }
    if (timeoutNs == 0) {
      throw new IllegalStateException("the table is full");
    }
    int at = oldest(full, host);
    if (!isOld(full, at, heardNs)) {
      if (!isHeard) {
        return place;
      }
      at = oldestOfMost(full, host, place);
      newcomer.displaces(host, heardNs);
    }
    replace(full, at, host, place, heardNs);
    return NONE;
  }

  private void grow(Slots old, long nowNs) { // 5
    Slots larger = new Slots(2 * old.count());
    for (int at = 0; at < old.cells.length; at += SLOT) {
      long host = take(old, at);
      if (host != 0 && !isOld(old, at, nowNs)) {
        int to = larger.first(host);
        for (int i = 0; i < window && larger.key(to) != 0; i++) {
          to = larger.next(to);
        }
        if (larger.key(to) == 0) { // else it is forgotten
          larger.set(to, old.place(at), old.heardNs(at));
          larger.release(to, host);
        }
      }
    }
    slots = larger;
  }

  private void replace(Slots in, int at, long host, long place, long heardNs) { // 6
    int before = replacements;
    replacements = before + 1;
    take(in, at);
    in.release(at, BUSY); // no host's
    in.set(at, place, heardNs);
    in.release(at, host);
    replacements = before + 2;
  }

  /** Takes a slot as soon as nobody has it, and returns its host. */
  private static long take(Slots in, int at) {
    int spins = 0;
    while (true) {
      long key = in.key(at);
      if ((key & BUSY) == 0 && in.take(at, key, key | BUSY)) {
        return key;
      }
      pause(++spins);
    }
  }

  /** The slot of those that are sampled whose host was heard longest ago. */
  private int oldest(Slots in, long host) {
    int at = in.first(host);
    int oldest = at;
    for (int i = 1; i < SAMPLED; i++) {
      at = in.next(at);
      oldest = in.heardNs(at) - in.heardNs(oldest) < 0 ? at : oldest;
    }
    return oldest;
  }

  /**
   * The same of the hosts at the place with the most hosts, the new one included. On a tie it is
   * the place of the new one, if that has any.
   */
  private int oldestOfMost(Slots in, long host, long newPlace) {
    int first = in.first(host);
    long crowded = newPlace;
    int most = count(in, first, newPlace);
    most += most == 0 ? 0 : 1;
    int at = first;
    for (int i = 0; i < SAMPLED; i++) {
      int count = in.place(at) == crowded ? 0 : count(in, first, in.place(at));
      if (count > most) {
        crowded = in.place(at);
        most = count;
      }
      at = in.next(at);
    }
    int oldest = -1;
    at = first;
    for (int i = 0; i < SAMPLED; i++) {
      boolean isIn = in.place(at) == crowded;
      if (isIn && (oldest < 0 || in.heardNs(at) - in.heardNs(oldest) < 0)) {
        oldest = at;
      }
      at = in.next(at);
    }
    return oldest < 0 ? first : oldest; // a host has moved meanwhile
  }

  private static int count(Slots in, int first, long place) {
    int count = 0;
    int at = first;
    for (int i = 0; i < SAMPLED; i++) {
      count += in.place(at) == place ? 1 : 0;
      at = in.next(at);
    }
    return count;
  }

  /** The present number of slots. */
  public int slots() {
    return slots.count();
  }

  /**
   * Begins to load the slots of these hosts into the cache, without waiting for them.
   *
   * @return a value without meaning, which the caller has to use
   */
  public long fetch(long[] hosts, int count) {
    Slots now = slots;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum ^= (long) CELLS.getOpaque(now.cells, now.first(hosts[i]));
    }
    return sum;
  }
}
