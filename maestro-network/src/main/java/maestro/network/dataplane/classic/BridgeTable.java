package maestro.network.dataplane.classic;

/**
 * The Ethernet addresses that a bridge has learned: a hash table with open addressing and linear
 * probing, never more than half full. An address takes one word, and the time of its last frame
 * lies apart, so a lookup reads one line of memory. Confined to one thread; lookups allocate
 * nothing.
 *
 * <pre>
 *  slots: | address 48 | port 16 |      0 is a free slot
 * </pre>
 */
final class BridgeTable {
  /** There is no port 0. */
  static final int UNKNOWN = 0;

  private static final int PORT_BITS = 16;
  private static final int PORT_MASK = 0xffff;
  private static final int LEAST_SLOTS = 16;

  private final int mostAddresses;
  private long[] slots = new long[LEAST_SLOTS];
  private long[] seenNs = new long[LEAST_SLOTS];
  private int count;

  BridgeTable(int mostAddresses) {
    this.mostAddresses = mostAddresses;
  }

  int count() {
    return count;
  }

  /** The port behind which an address was seen last, or {@link #UNKNOWN}. */
  int port(long address) {
    return (int) slots[find(address)] & PORT_MASK;
  }

  /** Reads the slot where a lookup begins, so that the cache has it. */
  long touch(long address) {
    return slots[home(address)];
  }

  /**
   * An address was seen behind a port. Returns false when it is new and has no room.
   *
   * @param address 48 bits
   * @param port 1 to 65535
   */
  boolean learn(long address, int port, long nowNs) {
    int slot = find(address);
    if (slots[slot] == 0) {
      if (count == mostAddresses) {
        return false;
      }
      if (2 * (count + 1) > slots.length) {
        grow();
        slot = find(address);
      }
      count++;
    }
    slots[slot] = address << PORT_BITS | port;
    seenNs[slot] = nowNs;
    return true;
  }

  /** Forgets the addresses that were seen last so long ago, or longer. */
  void forget(long nowNs, long ageNs) {
    for (int slot = 0; slot < slots.length; slot++) {
      while (slots[slot] != 0 && nowNs - seenNs[slot] >= ageNs) {
        remove(slot); // another one may stand here then
      }
    }
  }

  /** The slot of an address, or the free one behind its run. */
  private int find(long address) {
    int mask = slots.length - 1;
    int slot = home(address);
    while (slots[slot] != 0 && slots[slot] >>> PORT_BITS != address) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int home(long address) {
    long product = address * 0x9e37_79b9_7f4a_7c15L;
    return (int) (product >>> 32 ^ product >>> 49) & (slots.length - 1);
  }

  private void remove(int freed) {
    int mask = slots.length - 1;
    int hole = freed;
    for (int next = (hole + 1) & mask; slots[next] != 0; next = (next + 1) & mask) {
      int distance = (next - home(slots[next] >>> PORT_BITS)) & mask;
      if (distance >= ((next - hole) & mask)) {
        slots[hole] = slots[next];
        seenNs[hole] = seenNs[next];
        hole = next;
      }
    }
    slots[hole] = 0;
    count--;
  }

  private void grow() {
    long[] oldSlots = slots;
    long[] oldSeenNs = seenNs;
    slots = new long[2 * oldSlots.length];
    seenNs = new long[slots.length];
    for (int old = 0; old < oldSlots.length; old++) {
      if (oldSlots[old] != 0) {
        int slot = find(oldSlots[old] >>> PORT_BITS);
        slots[slot] = oldSlots[old];
        seenNs[slot] = oldSeenNs[old];
      }
    }
  }
}
