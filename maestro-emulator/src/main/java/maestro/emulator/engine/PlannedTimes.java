package maestro.emulator.engine;

/**
 * The times at which one switch is to send, one after the other.
 *
 * <ol>
 *   <li>Within a step the distance between two times is 1 ÷ rate.
 *   <li>A distance that crosses into the next step is cut there, and what is left of it is
 *       stretched by old rate ÷ new rate: so the count over a span is right to within one.
 *   <li>{@link #rewind} goes back to an earlier time of the same batch.
 * </ol>
 *
 * <p>Confined to one thread; allocates nothing.
 */
final class PlannedTimes {
  private static final double NS_PER_SECOND = 1e9;
  private static final double NEVER_NS = 4e18;

  private final RateSteps steps;
  private final long originNs;
  private int step;
  private double nextNs;

  /**
   * @param originNs start of measured time
   * @param startNs start of sending, not after the first step's end
   */
  PlannedTimes(RateSteps steps, long originNs, long startNs) {
    this.steps = steps;
    this.originNs = originNs;
    this.nextNs = startNs - originNs;
    advance(steps.phase());
  }

  /** The next time, in the clock that the origin was given in. */
  long nextNs() {
    return originNs + (long) nextNs;
  }

  /** The next time from the origin, to be given to {@link #rewind}. */
  double mark() {
    return nextNs;
  }

  /** Goes on by one request. */
  void advance() {
    advance(1);
  }

  /** Makes {@code mark} the next time again. */
  void rewind(double mark) {
    nextNs = mark;
    while (step > 0 && nextNs < steps.atNs()[step]) {
      step--;
    }
  }

  /**
   * Goes on over all times that are left in measured time and counts them.
   *
   * @param fromNs start of measured time
   * @param measuredNs its length
   */
  long countUntil(long fromNs, long measuredNs) {
    long count = 0;
    while (nextNs() - fromNs < measuredNs) {
      count += nextNs() - fromNs >= 0 ? 1 : 0;
      advance();
    }
    return count;
  }

  private void advance(double requests) {
    double left = requests;
    while (true) {
      double perNs = steps.requestsPerSecond()[step] / NS_PER_SECOND;
      double endNs = step + 1 < steps.atNs().length ? steps.atNs()[step + 1] : NEVER_NS;
      double possible = (endNs - nextNs) * perNs;
      if (possible > left || endNs == NEVER_NS) { // 1
        nextNs = perNs > 0 ? Math.min(NEVER_NS, nextNs + left / perNs) : NEVER_NS;
        return;
      }
      left -= possible; // 2
      nextNs = endNs;
      step++;
    }
  }
}
