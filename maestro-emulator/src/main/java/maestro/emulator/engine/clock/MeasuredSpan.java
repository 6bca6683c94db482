package maestro.emulator.engine.clock;

/**
 * When what happens is counted: in two rehearsals during the warm-up, whose counts are thrown away,
 * and then in measured time.
 *
 * <p>Without rehearsals the first counted answer takes branches that the compiled code of the load
 * thread has never seen; the JVM throws that code away and compiles it anew, which on two
 * processors was measured to cost half of the throughput, and milliseconds of delay, in the first
 * half second of measured time. A branch that was taken in a rehearsal is in the code before.
 *
 * <p>Confined to one load thread.
 */
public final class MeasuredSpan {
  private static final long UNKNOWN = Long.MIN_VALUE;

  /** Begin and end of each rehearsal, in parts of the warm-up. */
  private static final double[][] REHEARSALS = {{0.25, 0.5}, {0.625, 0.875}};

  private final RunClock clock;
  private int next;
  private boolean rehearsal;
  private long startNs = UNKNOWN;
  private long lengthNs;

  /** So long before the end of measured time requests of this span end to be sent. */
  private long earlierNs;

  public MeasuredSpan(RunClock clock) {
    this.clock = clock;
  }

  /** Goes on to the next span; once the clock is started. */
  public void advance() {
    long warmUpNs = clock.measureStartNs() - clock.startNs();
    rehearsal = warmUpNs > 0 && next < REHEARSALS.length;
    if (rehearsal) {
      double[] parts = REHEARSALS[next++];
      startNs = clock.startNs() + (long) (parts[0] * warmUpNs);
      lengthNs = (long) ((parts[1] - parts[0]) * warmUpNs);
      earlierNs = clock.measureNs();
    } else {
      startNs = clock.measureStartNs();
      lengthNs = clock.measureNs();
      earlierNs = 0;
    }
  }

  /** Whether this is a rehearsal, or not even known. */
  public boolean isRehearsal() {
    return rehearsal || startNs == UNKNOWN;
  }

  /** Whether a rehearsal is over, and its counts have to be thrown away. */
  public boolean isRehearsed(long nowNs) {
    return rehearsal && sinceStartNs(nowNs) >= lengthNs;
  }

  public boolean hasBegun(long nowNs) {
    return startNs != UNKNOWN && sinceStartNs(nowNs) >= 0;
  }

  /** Whether a time is in it. */
  public boolean contains(long timeNs) {
    return hasBegun(timeNs) && sinceStartNs(timeNs) < lengthNs;
  }

  /** Its start, from the start of measured time: negative for a rehearsal. */
  public long sinceMeasureStartNs() {
    return startNs - clock.measureStartNs();
  }

  /** From its start until a time, negative before; only where the start is known. */
  public long sinceStartNs(long timeNs) {
    return timeNs - startNs;
  }

  public boolean isKnown() {
    return startNs != UNKNOWN;
  }

  /**
   * Until when requests by plan may be sent now, by their planned time. A thread that stood still
   * may wake up in measured time with its rehearsal not yet over. Requests of measured time wait
   * until it is, since its counts are thrown away.
   */
  public long sendUntilNs() {
    return clock.measureEndNs() - earlierNs; // the same code in a rehearsal
  }

  public long lengthNs() {
    return lengthNs;
  }
}
