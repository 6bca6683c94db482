package maestro.emulator.engine.plan;

/**
 * Times from a file. The warm-up plays the beginning of the list once, as far as it goes; then
 * measured time plays it from its first time on.
 */
final class ListedTimes implements PlannedTimes {
  private static final long NEVER_NS = 4_000_000_000_000_000_000L;

  private final long[] timesNs;
  private final long originNs;
  private final long warmUpNs;

  /** How many of the times are played in the warm-up, before all of them. */
  private final int warmUpCount;

  private int next;

  /**
   * Times from a start on.
   *
   * @param timesNs since the beginning of measured time, ascending, not negative
   * @param originNs start of measured time
   * @param startNs start of sending
   */
  ListedTimes(long[] timesNs, long originNs, long startNs) {
    this.timesNs = timesNs;
    this.originNs = originNs;
    this.warmUpNs = originNs - startNs;
    int count = 0;
    while (count < timesNs.length && timesNs[count] < warmUpNs) {
      count++;
    }
    this.warmUpCount = count;
  }

  @Override
  public long nextNs() {
    return originNs + (long) mark();
  }

  @Override
  public double mark() {
    if (next < warmUpCount) {
      return timesNs[next] - warmUpNs;
    }
    int index = next - warmUpCount;
    return index < timesNs.length ? timesNs[index] : NEVER_NS;
  }

  @Override
  public long originNs() {
    return originNs;
  }

  @Override
  public int advanceUntil(long untilNs, double[] marks, int most) {
    int count = 0;
    while (count < most && nextNs() <= untilNs) {
      marks[count++] = mark();
      next++;
    }
    return count;
  }

  @Override
  public void advance() {
    next++;
  }

  @Override
  public void rewind(double mark, int requests) {
    next -= requests;
  }
}
