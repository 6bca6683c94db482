package maestro.apps.learning;

/**
 * Where the hosts of one switch are: VLAN and Ethernet address to port, with primitive keys,
 * bounded and aged. Hosts are named by their {@link maestro.api.Vlans#hostKey}.
 *
 * <p>An open-addressing hash table. An address lies within {@value #WINDOW} slots from where it
 * hashes to, or nowhere:
 *
 * <ol>
 *   <li>Look at the slots of its window. Nothing is ever deleted, so an empty slot ends the search.
 *   <li>A new address takes the empty slot, or else one whose address was not heard of for the
 *       timeout.
 *   <li>If there is neither, addresses are moved, each within its own window, until the next empty
 *       slot behind the window has come into it (hopscotch hashing: Herlihy, Shavit and Tzafrir,
 *       DISC 2008). Without that, random addresses would fill a third of the table at most.
 *   <li>If that does not succeed, the table doubles, up to its bound.
 *   <li>At the bound, the port that has most of the window's addresses, the new one included, loses
 *       one of them. So a flood of addresses at one port displaces its own and not the hosts of
 *       other ports (longest queue drop; hashing makes each window a sample of the table).
 *   <li>Of that port's addresses one goes that is not <em>confirmed</em>: heard again at the same
 *       port some time after it was learned, as hosts are and forged addresses are not. Among
 *       equals it is the one that was heard of longest ago.
 * </ol>
 *
 * <p>A slot takes 12 bytes: the address with its age in the 15 bits above it and whether it is
 * confirmed in the highest, and the port. From the first host of a VLAN on it takes 2 more, for the
 * VLAN. All VLANs share the one table and its bound, and 5 is about ports whatever their VLANs are:
 * so a port that makes up addresses in 4094 VLANs displaces its own, too. Ages count parts of the
 * timeout and wrap after 1000 timeouts, so once in that time an address that is long forgotten is
 * remembered wrongly, for one timeout at the most.
 *
 * <p>Not thread-safe, and it need not be: it belongs to one switch. It allocates only when it
 * doubles.
 */
final class HostTable {
  /** No port: the address is not known. */
  static final int UNKNOWN = 0;

  private static final int WINDOW = 16;
  private static final int LOOK_AHEAD = 256;
  private static final int MOST_MOVES = 32;
  private static final int FIRST_SLOTS = 64;
  private static final int MIN_TICKS_PER_TIMEOUT = 16;
  private static final int ADDRESS_BITS = 48;
  private static final long ADDRESS_MASK = (1L << ADDRESS_BITS) - 1;
  private static final int AGE_MASK = 0x7fff;
  private static final long CONFIRMED = 1L << 63;
  private static final short NO_VLAN = 0;

  /**
   * 2^64 divided by the golden ratio: spreads neighbouring addresses (Knuth, volume 3, section
   * 6.4).
   */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final int maxSlots;
  private final int tickShift;
  private final int timeoutTicks;

  /** Age and address; 0 is an empty slot. */
  private long[] keys;

  private int[] ports;

  /** Null as long as all hosts are untagged. */
  private short[] vlans;

  private int shift;

  /** Slots between which addresses are moved, as distances from where a window begins. */
  private final int[] chain = new int[MOST_MOVES];

  /**
   * Makes an empty table.
   *
   * @param maxAddresses how many it should be able to hold
   * @param timeoutNs an address that was not heard of for so long is forgotten
   */
  HostTable(int maxAddresses, long timeoutNs) {
    int slots = maxAddresses + maxAddresses / 2;
    maxSlots = Math.max(WINDOW, Integer.highestOneBit(2 * slots - 1));
    tickShift = 63 - Long.numberOfLeadingZeros(Math.max(1, timeoutNs / MIN_TICKS_PER_TIMEOUT));
    timeoutTicks = (int) (timeoutNs >>> tickShift);
    allocate(Math.min(FIRST_SLOTS, maxSlots));
  }

  /** The port a host was last heard at; {@link #UNKNOWN} when it was not, or too long ago. */
  int portOf(long host, long nowNs) {
    int slot = find(host); // 1
    return slot < 0 || isOld(keys[slot], tick(nowNs)) ? UNKNOWN : ports[slot];
  }

  /**
   * A host was heard at a port.
   *
   * @param host its address is not 0, which is no host's
   * @param port not {@link #UNKNOWN}
   * @return where it was before; {@link #UNKNOWN} when that was not known
   */
  int learn(long host, int port, long nowNs) {
    if ((host & ADDRESS_MASK) == 0) {
      return UNKNOWN;
    }
    learnOfVlans(host);
    int now = tick(nowNs);
    int slot = find(host); // 1
    if (slot >= 0) {
      long key = keys[slot];
      int before = isOld(key, now) ? UNKNOWN : ports[slot];
      boolean isHeardAgain = before == port && (key < 0 || age(key, now) > 0);
      put(slot, host, port, now, isHeardAgain ? CONFIRMED : 0);
      return before;
    }
    put(roomFor(host, port, now), host, port, now, 0);
    return UNKNOWN;
  }

  /**
   * A host is said to be at a port, though it was not heard there: by a flow entry that was found.
   * It is kept for half the timeout, is displaced before any that was heard, and displaces none.
   *
   * @param host one that {@link #portOf} does not know; address 0 is no host's
   * @param port not {@link #UNKNOWN}
   */
  void adopt(long host, int port, long nowNs) {
    learnOfVlans(host);
    int now = tick(nowNs);
    int slot = find(host);
    if (slot < 0) {
      slot = oldest(host, now);
      while (!isFree(slot, now) && keys.length < maxSlots) {
        grow(now);
        slot = oldest(host, now);
      }
    }
    if ((host & ADDRESS_MASK) != 0 && isFree(slot, now)) {
      put(slot, host, port, (now - timeoutTicks / 2) & AGE_MASK, 0);
    }
  }

  private void learnOfVlans(long host) {
    if (vlans == null && host >>> ADDRESS_BITS != NO_VLAN) {
      vlans = new short[keys.length];
    }
  }

  /** How many slots there are now, for a look at memory. */
  int slots() {
    return keys.length;
  }

  /**
   * Begins to fetch what look-ups of the addresses will need, without waiting for it: the processor
   * goes on to the next one while memory answers. It goes on for some hundred instructions only, so
   * nothing else is done between them.
   *
   * @return nothing that means anything, but it has to be used, or the compiler leaves the reads
   *     out
   */
  long fetch(long[] hosts, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      int slot = hash(hosts[i]);
      sum ^= keys[slot] ^ ports[slot];
    }
    return sum;
  }

  private int find(long host) {
    int mask = keys.length - 1;
    int first = hash(host);
    long address = host & ADDRESS_MASK;
    boolean isPlain = vlans == null && address == host; // the usual case: nothing to compare
    for (int i = 0; i < WINDOW; i++) {
      int slot = (first + i) & mask;
      long key = keys[slot];
      if ((key & ADDRESS_MASK) == address && (isPlain || isVlan(slot, host))) {
        return key == 0 ? -1 : slot;
      }
      if (key == 0) {
        return -1;
      }
    }
    return -1;
  }

  private boolean isVlan(int slot, long host) {
    return (vlans == null ? NO_VLAN : vlans[slot]) == (short) (host >>> ADDRESS_BITS);
  }

  private int roomFor(long host, int port, int now) {
    int slot = oldest(host, now);
    return isFree(slot, now) ? slot : makeRoomFor(host, port, now); // 2
  }

  /** Apart from the usual case, which compilers then inline with all that stands around it. */
  private int makeRoomFor(long host, int port, int now) {
    int slot;
    do {
      int freed = makeRoom(hash(host)); // 3
      if (freed >= 0) {
        return freed;
      }
      if (keys.length == maxSlots) {
        return displaced(host, port, now); // 5, 6
      }
      grow(now); // 4
      slot = oldest(host, now);
    } while (!isFree(slot, now));
    return slot;
  }

  private boolean isFree(int slot, int now) {
    return keys[slot] == 0 || isOld(keys[slot], now);
  }

  /**
   * Moves addresses, so that a slot of the window that begins at {@code first} can be written.
   *
   * @return the slot; −1, and nothing is moved, when there is no way
   */
  private int makeRoom(int first) {
    int mask = keys.length - 1;
    int distance = WINDOW;
    int end = Math.min(LOOK_AHEAD, keys.length);
    while (distance < end && keys[(first + distance) & mask] != 0) {
      distance++;
    }
    if (distance >= end) {
      return -1;
    }
    int moves = 0;
    while (distance >= WINDOW) {
      int from = movable(first, distance);
      if (from == distance || moves == MOST_MOVES - 1) {
        return -1;
      }
      chain[moves++] = distance;
      distance = from;
    }
    chain[moves] = distance;
    for (int i = 0; i < moves; i++) {
      int to = (first + chain[i]) & mask;
      int from = (first + chain[i + 1]) & mask;
      keys[to] = keys[from];
      ports[to] = ports[from];
      if (vlans != null) {
        vlans[to] = vlans[from];
      }
    }
    return (first + distance) & mask;
  }

  /** The farthest place before a free one whose address may be there, too; else the free one. */
  private int movable(int first, int free) {
    int mask = keys.length - 1;
    int from = free - WINDOW + 1;
    while (from < free) {
      int home = hash(hostAt((first + from) & mask));
      if (((first + free - home) & mask) < WINDOW) {
        return from;
      }
      from++;
    }
    return free;
  }

  /** The slot of a full window that makes room for an address at this port. */
  private int displaced(long host, int port, int now) {
    int first = hash(host);
    int crowded = crowdedPort(first, port); // 5
    int displaced = -1;
    int highestRank = -1;
    for (int i = 0; i < WINDOW; i++) { // 6
      int slot = (first + i) & (keys.length - 1);
      long key = keys[slot];
      int rank = age(key, now) + (key < 0 ? 0 : AGE_MASK + 1);
      if (ports[slot] == crowded && rank > highestRank) {
        displaced = slot;
        highestRank = rank;
      }
    }
    return displaced;
  }

  /** The port with most addresses in a window; of several the newcomer's, if it has any there. */
  private int crowdedPort(int first, int newcomersPort) {
    int crowded = newcomersPort;
    int most = count(first, newcomersPort);
    most = most == 0 ? 0 : most + 1;
    for (int i = 0; i < WINDOW; i++) {
      int port = ports[(first + i) & (keys.length - 1)];
      int count = port == crowded ? 0 : count(first, port);
      if (count > most) {
        crowded = port;
        most = count;
      }
    }
    return crowded;
  }

  private int count(int first, int port) {
    int count = 0;
    for (int i = 0; i < WINDOW; i++) {
      count += ports[(first + i) & (keys.length - 1)] == port ? 1 : 0;
    }
    return count;
  }

  /** The first empty slot of the window, else the one that was heard of longest ago. */
  private int oldest(long host, int now) {
    int mask = keys.length - 1;
    int first = hash(host);
    int oldest = first;
    for (int i = 0; i < WINDOW; i++) {
      int slot = (first + i) & mask;
      if (keys[slot] == 0) {
        return slot;
      }
      if (age(keys[slot], now) > age(keys[oldest], now)) {
        oldest = slot;
      }
    }
    return oldest;
  }

  private void grow(int now) {
    long[] oldKeys = keys;
    int[] oldPorts = ports;
    short[] oldVlans = vlans;
    allocate(oldKeys.length * 2);
    for (int i = 0; i < oldKeys.length; i++) {
      long key = oldKeys[i];
      if (key != 0 && !isOld(key, now)) {
        long host = host(key, oldVlans, i);
        int slot = oldest(host, now);
        int freed = isFree(slot, now) ? slot : makeRoom(hash(host));
        slot = freed >= 0 ? freed : slot;
        keys[slot] = key;
        ports[slot] = oldPorts[i];
        if (vlans != null) {
          vlans[slot] = oldVlans[i];
        }
      }
    }
  }

  private void allocate(int slots) {
    keys = new long[slots];
    ports = new int[slots];
    vlans = vlans == null ? null : new short[slots];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
  }

  private void put(int slot, long host, int port, int now, long confirmed) {
    keys[slot] = confirmed | ((long) now << ADDRESS_BITS) | (host & ADDRESS_MASK);
    ports[slot] = port;
    if (vlans != null) {
      vlans[slot] = (short) (host >>> ADDRESS_BITS);
    }
  }

  private long hostAt(int slot) {
    return host(keys[slot], vlans, slot);
  }

  private static long host(long key, short[] vlansOfSlots, int slot) {
    long vlan = vlansOfSlots == null ? NO_VLAN : vlansOfSlots[slot];
    return (vlan << ADDRESS_BITS) | (key & ADDRESS_MASK);
  }

  private int hash(long host) {
    return (int) ((host * SPREAD) >>> shift);
  }

  private int tick(long nowNs) {
    return (int) (nowNs >>> tickShift) & AGE_MASK;
  }

  private static int age(long key, int now) {
    return (now - (int) (key >>> ADDRESS_BITS)) & AGE_MASK; // the highest bit falls away
  }

  private boolean isOld(long key, int now) {
    return age(key, now) >= timeoutTicks;
  }
}
