package maestro.apps.global;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A table in parts, each with a lock of its own, which look-ups take, too. Threads wait for each
 * other at the same part.
 */
final class LockTable implements LocationTable {
  private final Part[] parts;
  private final int shift;

  /**
   * Makes an empty table.
   *
   * @param partCount a power of two; 1 is a single lock
   */
  LockTable(int capacity, int partCount) {
    parts = new Part[partCount];
    Arrays.setAll(parts, i -> new Part((capacity + partCount - 1) / partCount));
    shift = Integer.numberOfLeadingZeros(partCount - 1);
  }

  @Override
  public long get(long address) {
    int hash = hash(address);
    return part(hash).get(address, hash);
  }

  @Override
  public long put(long address, long location, long heardNs) {
    int hash = hash(address);
    return part(hash).put(address, hash, location);
  }

  private static int hash(long address) {
    return (int) ((address * SPREAD) >>> 32);
  }

  private Part part(int hash) {
    return parts[parts.length == 1 ? 0 : hash >>> shift];
  }

  /** Open addressing, at most half full. */
  private static final class Part {
    private final ReentrantLock lock = new ReentrantLock();
    private final long[] addresses;
    private final long[] locations;
    private int count;

    Part(int capacity) {
      int slots = Integer.highestOneBit(Math.max(1, 2 * capacity - 1)) * 2;
      addresses = new long[slots];
      locations = new long[slots];
    }

    long get(long address, int hash) {
      lock.lock();
      try {
        int slot = slotOf(address, hash);
        return addresses[slot] == 0 ? ABSENT : locations[slot];
      } finally {
        lock.unlock();
      }
    }

    long put(long address, int hash, long location) {
      lock.lock();
      try {
        int slot = slotOf(address, hash);
        boolean isNew = addresses[slot] == 0;
        if (isNew && count == addresses.length / 2) {
          throw new IllegalStateException("full");
        }
        long before = isNew ? ABSENT : locations[slot];
        count += isNew ? 1 : 0;
        addresses[slot] = address;
        locations[slot] = location;
        return before;
      } finally {
        lock.unlock();
      }
    }

    private int slotOf(long address, int hash) {
      int slot = hash & (addresses.length - 1);
      while (addresses[slot] != 0 && addresses[slot] != address) {
        slot = (slot + 1) & (addresses.length - 1);
      }
      return slot;
    }
  }
}
