package maestro.distribution;

/** Small helpers of the strategies that deal members to workers. */
final class Partitions {
  private Partitions() {}

  /** The index of the smallest count, the first of those. */
  static int fewest(int[] counts) {
    int fewest = 0;
    for (int i = 1; i < counts.length; i++) {
      if (counts[i] < counts[fewest]) {
        fewest = i;
      }
    }
    return fewest;
  }
}
