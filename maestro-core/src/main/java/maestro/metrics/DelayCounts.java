package maestro.metrics;

/** What a {@link DelayHistogram} has counted, or the sum or difference of several. Immutable. */
public final class DelayCounts {
  /** Nothing. */
  public static final DelayCounts NONE = new DelayCounts(new long[DelayHistogram.bucketCount()], 0);

  private final long[] buckets;
  private final long sumNs;
  private final long count;

  /** Takes over the array. */
  DelayCounts(long[] buckets, long sumNs) {
    this.buckets = buckets;
    this.sumNs = sumNs;
    long all = 0;
    for (long each : buckets) {
      all += each;
    }
    this.count = all;
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
      while (bucket < buckets.length - 1 && DelayHistogram.boundNs(bucket) <= boundsNs[i]) {
        total += buckets[bucket];
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
    for (int i = 0; i < buckets.length - 1; i++) {
      if (buckets[i] > 0 && before + buckets[i] >= wanted) {
        double lowNs = i == 0 ? 0 : DelayHistogram.boundNs(i - 1);
        return lowNs + (DelayHistogram.boundNs(i) - lowNs) * (wanted - before) / buckets[i];
      }
      before += buckets[i];
    }
    return count == 0 ? 0 : DelayHistogram.boundNs(buckets.length - 2);
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
    long[] together = buckets.clone();
    for (int i = 0; i < together.length; i++) {
      together[i] += factor * other.buckets[i];
    }
    return new DelayCounts(together, sumNs + factor * other.sumNs);
  }
}
