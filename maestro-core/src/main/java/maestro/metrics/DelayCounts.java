package maestro.metrics;

import java.util.Arrays;

/**
 * What a {@link DelayHistogram} has counted, or the sum or difference of several. Immutable. Some
 * 200 bytes: only the buckets from the first to the last that counted something are kept, since
 * thousands of switches have such counts.
 */
public final class DelayCounts {
  /** Nothing. */
  public static final DelayCounts NONE = new DelayCounts(new long[0], 0);

  /** The bucket of delays above the last bound. */
  private static final int LAST = DelayHistogram.bucketCount() - 1;

  private final int first;
  private final long[] fromFirst;
  private final long sumNs;
  private final long count;

  /** Copies what it needs of the array. */
  DelayCounts(long[] buckets, long sumNs) {
    int begin = 0;
    int end = buckets.length;
    while (begin < end && buckets[begin] == 0) {
      begin++;
    }
    while (end > begin && buckets[end - 1] == 0) {
      end--;
    }
    this.first = begin;
    this.fromFirst = Arrays.copyOfRange(buckets, begin, end);
    this.sumNs = sumNs;
    long total = 0;
    for (long each : fromFirst) { // a stream would make objects for each switch, each time
      total += each;
    }
    this.count = total;
  }

  private long bucket(int index) {
    return index < first || index - first >= fromFirst.length ? 0 : fromFirst[index - first];
  }

  /** How many delays were counted. */
  public long count() {
    return count;
  }

  /** The sum of the delays. */
  public long sumNs() {
    return sumNs;
  }

  /**
   * The delays up to each bound; exact when it is the bound of a bucket, otherwise a little less.
   *
   * @param boundsNs ascending
   */
  public long[] upTo(long... boundsNs) {
    long[] counts = new long[boundsNs.length];
    long total = 0;
    int bucket = 0;
    for (int i = 0; i < boundsNs.length; i++) {
      while (bucket < LAST && DelayHistogram.boundNs(bucket) <= boundsNs[i]) {
        total += bucket(bucket);
        bucket++;
      }
      counts[i] = total;
    }
    return counts;
  }

  /** The mean; 0 when there is none. */
  public double meanNs() {
    return count == 0 ? 0 : (double) sumNs / count;
  }

  /**
   * A quantile, within a quarter of its value: interpolated in its bucket. Above the last bound it
   * is that bound; 0 when nothing was counted.
   *
   * @param part such as 0.99
   */
  public double quantileNs(double part) {
    double wanted = part * count;
    double before = 0;
    for (int i = 0; i < LAST; i++) {
      long here = bucket(i);
      if (here > 0 && before + here >= wanted) {
        double lowNs = i == 0 ? 0 : DelayHistogram.boundNs(i - 1);
        return lowNs + (DelayHistogram.boundNs(i) - lowNs) * (wanted - before) / here;
      }
      before += here;
    }
    return count == 0 ? 0 : DelayHistogram.boundNs(LAST - 1);
  }

  /** These and others. */
  public DelayCounts plus(DelayCounts other) {
    return with(other, 1);
  }

  /** These without those counted before. */
  public DelayCounts minus(DelayCounts before) {
    return with(before, -1);
  }

  private DelayCounts with(DelayCounts other, int factor) {
    long[] together = new long[LAST + 1];
    for (int i = 0; i <= LAST; i++) {
      together[i] = bucket(i) + factor * other.bucket(i);
    }
    return new DelayCounts(together, sumNs + factor * other.sumNs);
  }
}
