package maestro.distribution;

import java.util.BitSet;

/** Helpers of the strategies that assign members to workers. */
final class Partitions {
  private static final BitSet NONE = new BitSet();

  private Partitions() {}

  /** The first index with the smallest count. */
  static int fewest(int[] counts) {
    return fewest(counts, NONE);
  }

  /** The same among the workers that are not stuck; worker 0 when all are stuck. */
  static int fewest(int[] counts, BitSet stuck) {
    int fewest = stuck.nextClearBit(0) % counts.length;
    for (int i = 0; i < counts.length; i++) {
      if (!stuck.get(i) && counts[i] < counts[fewest]) {
        fewest = i;
      }
    }
    return fewest;
  }
}
