package maestro.apps.routing;

import java.util.Arrays;

/**
 * The waiting switches, the nearest first: a binary heap of numbers with the distance in the upper
 * half and the switch in the lower. Confined to one thread.
 */
final class DistanceHeap {
  private long[] entries = new long[64];
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  void add(int distance, int switchIndex) {
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, 2 * count);
    }
    long entry = (long) distance << 32 | switchIndex;
    int child = count++;
    while (child > 0) {
      int parent = (child - 1) >>> 1;
      if (entries[parent] <= entry) {
        break;
      }
      entries[child] = entries[parent];
      child = parent;
    }
    entries[child] = entry;
  }

  /** Removes the nearest. */
  long remove() {
    long least = entries[0];
    long moved = entries[--count];
    int parent = 0;
    int child = 1;
    while (child < count) {
      if (child + 1 < count && entries[child + 1] < entries[child]) {
        child++;
      }
      if (moved <= entries[child]) {
        break;
      }
      entries[parent] = entries[child];
      parent = child;
      child = 2 * child + 1;
    }
    entries[parent] = moved;
    return least;
  }

  static int distance(long entry) {
    return (int) (entry >>> 32);
  }

  static int switchIndex(long entry) {
    return (int) entry;
  }
}
