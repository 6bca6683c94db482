package maestro.distribution;

import java.util.BitSet;

/** Small helpers of the strategies that deal members to workers. */
final class Partitions {
  private static final BitSet NONE = new BitSet();

  private Partitions() {}

  /** The index of the smallest count, the first of those. */
  static int fewest(int[] counts) {
    return fewest(counts, NONE);
  }

  /** The same among the workers that are not stuck; among all when all are. */
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
