package maestro.apps.learning;

/**
 * The locations of one switch's hosts for one worker at a time, with primitive keys.
 *
 * <p>An open-addressing hash table. An address is within {@value #WINDOW} slots from its hash slot,
 * or not in the table:
 *
 * <ol>
 *   <li>Search the slots of the address's window. Nothing is ever deleted, so an empty slot ends
 *       the search.
 *   <li>A new address takes the empty slot, or else a slot whose address was last heard longer ago
 *       than the timeout.
 *   <li>If there is neither, addresses move, each within its own window, until the next empty slot
 *       behind the window has moved into the window (hopscotch hashing: Herlihy, Shavit and
 *       Tzafrir, DISC 2008). Without this step, random addresses would fill a third of the table at
 *       most.
 *   <li>If no address can move, the table doubles, up to its bound.
 *   <li>At the bound, the port with the most addresses in the window, the new one included, loses
 *       an address. So a flood of addresses at one port displaces its own addresses and not the
 *       hosts of other ports (longest queue drop; hashing makes each window a sample of the table).
 *   <li>The displaced address of that port is one that is not <em>confirmed</em>. An address is
 *       confirmed when it was heard again at the same port some time after it was learned, as hosts
 *       are and forged addresses are not. Among equals the address that was heard longest ago goes.
 * </ol>
 *
 * <p>A slot takes 12 bytes: 4 for the port and 8 for the address, its age in the 15 bits above the
 * address, and the confirmed mark in the highest bit. With the first host of a VLAN, each slot
 * takes 2 bytes more for the VLAN. All VLANs share the table and its bound. Step 5 counts ports
 * over all VLANs, so a port that forges addresses in 4094 VLANs displaces its own addresses, too.
 * Ages count parts of the timeout and wrap after 1000 timeouts or more. After each wrap, an expired
 * address counts as known for one timeout at most.
 *
 * <p>Not thread-safe: the table belongs to one switch. It allocates only when it doubles.
 */
final class HostTable implements LearnedHosts {
  private static final int WINDOW = 16;
  private static final int LOOK_AHEAD = 256;
  private static final int MOST_MOVES = 32;
  private static final int[] NO_CHAIN = {};
  private static final int MIN_TICKS_PER_TIMEOUT = 16;
  private static final int ADDRESS_BITS = 48;
  private static final long ADDRESS_MASK = (1L << ADDRESS_BITS) - 1;
  static final int AGE_MASK = 0x7fff;
  private static final long CONFIRMED = 1L << 63;
  private static final short NO_VLAN = 0;

  /** 2^64 ÷ the golden ratio: spreads neighbouring addresses (Knuth, volume 3, section 6.4). */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final int maxSlots;
  private final Newcomers newcomers;
  private final int tickShift;
  private final int timeoutTicks;

  /** Age and address; 0 is an empty slot. */
  private long[] keys;

  private int[] ports;

  /** Null as long as all hosts are untagged. */
  private short[] vlans;

  private int shift;

  /** Slots between which addresses move, by distance from a window's begin; empty in one window. */
  private int[] chain = NO_CHAIN;

  /**
   * Makes an empty table.
   *
   * @param maxAddresses the number of addresses that it should be able to hold
   * @param timeoutNs the time after which an address that was not heard again is forgotten
   */
  HostTable(int maxAddresses, long timeoutNs) {
    int slots = maxAddresses + maxAddresses / 2;
    maxSlots = Math.max(WINDOW, Integer.highestOneBit(2 * slots - 1));
    tickShift = 63 - Long.numberOfLeadingZeros(Math.max(1, timeoutNs / MIN_TICKS_PER_TIMEOUT));
    timeoutTicks = (int) (timeoutNs >>> tickShift);
    newcomers = new Newcomers(timeoutTicks);
    allocate(WINDOW);
  }

  @Override
  public int portOf(long host, long nowNs) {
    int slot = find(host); // 1
    return slot < 0 || isOld(keys[slot], tick(nowNs)) ? UNKNOWN : ports[slot];
  }

  @Override
  public int learn(long host, int port, long nowNs) {
    if ((host & ADDRESS_MASK) == 0) {
      return UNKNOWN;
    }
    learnOfVlans(host);
    int now = tick(nowNs);
    int slot = find(host); // 1
    if (slot >= 0) {
      long key = keys[slot];
      int before = isOld(key, now) ? UNKNOWN : ports[slot];
      long wasOrIs = key | -(long) age(key, now); // no branch that is new after the first tick
      put(slot, host, port, now, before == port ? wasOrIs & CONFIRMED : 0);
      return before;
    }
    put(roomFor(host, port, now), host, port, now, 0);
    return UNKNOWN;
  }

  @Override
  public void adopt(long host, int port, long nowNs) {
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

  @Override
  public Newcomers newcomers() {
    return newcomers;
  }

  @Override
  public int slots() {
    return keys.length;
  }

  @Override
  public long fetch(long[] hosts, int count) {
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
    for (int i = 0; i < WINDOW; i++) {
      int slot = (first + i) & mask;
      long key = keys[slot];
      if ((key & ADDRESS_MASK) == address && isVlan(slot, host)) {
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

  /** A method of its own, so that the compiler inlines the usual case. */
  private int makeRoomFor(long host, int port, int now) {
    int slot;
    do {
      int freed = makeRoom(hash(host)); // 3
      if (freed >= 0) {
        return freed;
      }
      if (keys.length == maxSlots) {
        newcomers.note(host, now);
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
   * Moves addresses, so that a slot of the window that begins at {@code first} becomes free.
   *
   * @return the slot; −1, and no address has moved, when that is not possible
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

  /**
   * The farthest slot before {@code free} whose address may move there; {@code free} when there is
   * none.
   */
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

  /**
   * The port with the most addresses in a window, counting the new one; on a tie the new one's
   * port, if it has any there.
   */
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

  /** The first empty slot of the window, else the slot whose address was heard longest ago. */
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
    chain = slots > WINDOW && chain.length == 0 ? new int[MOST_MOVES] : chain;
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
    return (now - (int) (key >>> ADDRESS_BITS)) & AGE_MASK; // the mask removes the confirmed bit
  }

  private boolean isOld(long key, int now) {
    return age(key, now) >= timeoutTicks;
  }
}
