package maestro.apps.storm;

/**
 * Finds the value that most of a stream have, with one candidate and one counter (R. S. Boyer and
 * J. S. Moore, "MJRTY: A Fast Majority Vote Algorithm", 1981). A value equal to the candidate is a
 * vote for it, another value is a vote against it. At 0 votes the next value becomes the candidate.
 *
 * <p>Confined to one thread at a time; allocates nothing.
 */
final class Majority {
  /** No value; no address is equal to it. */
  static final long NONE = -1;

  private long candidate = NONE;
  private long votes;

  void clear() {
    candidate = NONE;
    votes = 0;
  }

  void add(long value) {
    add(value, 1);
  }

  /** Adds a value so many times. */
  void add(long value, long times) {
    if (value == candidate) {
      votes += times;
    } else if (votes >= times) {
      votes -= times;
    } else {
      candidate = value;
      votes = times - votes;
    }
  }

  /**
   * The value that at least three quarters of the stream have, or {@link #NONE}.
   *
   * @param count the number of values added
   */
  long of(long count) {
    return 2 * votes >= count ? candidate : NONE;
  }
}
