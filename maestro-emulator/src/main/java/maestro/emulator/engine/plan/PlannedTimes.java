package maestro.emulator.engine.plan;

/**
 * The times at which one switch has to send, in order. {@link SteppedTimes} follow a rate and a law
 * of arrivals, {@link ListedTimes} a file.
 *
 * <p>Confined to one thread; allocates nothing.
 */
public interface PlannedTimes {
  /** The next time, by the same clock as the origin; far in the future when there is none. */
  long nextNs();

  /** The next time since the origin, for {@link #rewind}. */
  double mark();

  /** What marks count from: a mark's time is this and its whole nanoseconds. */
  long originNs();

  /**
   * Advances by all requests up to a time, or by {@code most}.
   *
   * @param marks takes the mark of each
   * @return how many
   */
  int advanceUntil(long untilNs, double[] marks, int most);

  /** Advances by one request. */
  void advance();

  /**
   * Makes {@code mark} the next time again.
   *
   * @param requests how many advances are taken back
   */
  void rewind(double mark, int requests);
}
