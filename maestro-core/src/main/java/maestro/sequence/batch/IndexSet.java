package maestro.sequence.batch;

import java.util.Arrays;

/**
 * A set of numbers from 0 to a capacity, read in ascending order. Confined to one thread; allocates
 * only when it is made.
 */
final class IndexSet {
  /** The result of {@link #next} when there are no more numbers. */
  static final int NONE = -1;

  private final long[] bits;
  private boolean isEmpty = true;

  IndexSet(int capacity) {
    this.bits = new long[(capacity + Long.SIZE - 1) / Long.SIZE];
  }

  void add(int index) {
    bits[index >>> 6] |= 1L << index; // the lower six bits count
    isEmpty = false;
  }

  void remove(int index) {
    bits[index >>> 6] &= ~(1L << index);
  }

  void clear() {
    if (!isEmpty) {
      Arrays.fill(bits, 0);
      isEmpty = true;
    }
  }

  /** The lowest number in the set that is at least {@code from}, or {@link #NONE}. */
  int next(int from) {
    int word = from >>> 6;
    if (isEmpty || word >= bits.length) {
      return NONE;
    }
    long left = bits[word] & (-1L << from);
    while (left == 0) {
      word++;
      if (word == bits.length) {
        return NONE;
      }
      left = bits[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(left);
  }
}
