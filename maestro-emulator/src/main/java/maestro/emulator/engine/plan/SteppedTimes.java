package maestro.emulator.engine.plan;

/**
 * Times by a rate that changes in steps, and by a law of arrivals.
 *
 * <ol>
 *   <li>The law says how many mean distances lie between two requests. Within a step a mean
 *       distance is 1 ÷ rate.
 *   <li>A distance that crosses into the next step is cut there. Its rest is stretched by old rate
 *       ÷ new rate. So with even arrivals the count over a span is right to within one, and with
 *       others the law is the same at every rate.
 *   <li>Each distance depends on nothing but the law's seed and the request's number, so {@link
 *       #rewind} comes to the same times again, and whichever thread or agent plays the switch.
 * </ol>
 */
public final class SteppedTimes implements PlannedTimes {
  private static final double NS_PER_SECOND = 1e9;
  private static final double NEVER_NS = 4e18;

  private final RateSteps steps;
  private final ArrivalLaw law;
  private final long originNs;
  private int step;

  /** The present step's mean distance; {@link #NEVER_NS} when its rate is 0. */
  private double nsPerRequest;

  /** The present step's end. */
  private double endNs;

  private double nextNs;
  private long nextRequest;

  /**
   * Times from a start on.
   *
   * @param originNs start of measured time
   * @param startNs start of sending, not after the first step's end
   */
  public SteppedTimes(RateSteps steps, long originNs, long startNs) {
    this.steps = steps;
    this.law = steps.law();
    this.originNs = originNs;
    this.nextNs = startNs - originNs;
    enter(0);
    advance(law.first(steps.phase()));
  }

  @Override
  public long nextNs() {
    return originNs + (long) nextNs;
  }

  @Override
  public double mark() {
    return nextNs;
  }

  @Override
  public long originNs() {
    return originNs;
  }

  @Override
  public int advanceUntil(long untilNs, double[] marks, int most) {
    long untilMark = untilNs - originNs;
    int count = 0;
    while (count < most && (long) nextNs <= untilMark) {
      count = nsPerRequest < NEVER_NS ? advanceInStep(untilMark, marks, count, most) : count;
      if (count < most && (long) nextNs <= untilMark) { // the next one is in another step
        marks[count++] = nextNs;
        advance();
      }
    }
    return count;
  }

  /** Advances as far as the present step goes. Returns how many marks there are then. */
  private int advanceInStep(long untilMark, double[] marks, int from, int most) {
    int count = from;
    long request = nextRequest;
    double atNs = nextNs;
    double wantedNs = atNs;
    while (count < most && (long) atNs <= untilMark) {
      wantedNs = atNs + law.distance(request + 1) * nsPerRequest;
      if (wantedNs >= endNs) {
        break;
      }
      marks[count++] = atNs;
      atNs = wantedNs;
      request++;
    }
    nextRequest = request;
    nextNs = atNs;
    return count;
  }

  @Override
  public void advance() {
    nextRequest++;
    advance(law.distance(nextRequest)); // 3
  }

  @Override
  public void rewind(double mark, int requests) {
    nextNs = mark;
    nextRequest -= requests;
    while (step > 0 && nextNs < steps.atNs()[step]) {
      enter(step - 1);
    }
  }

  private void advance(double distances) {
    double left = distances;
    double wantedNs = after(left);
    while (wantedNs >= endNs && endNs < NEVER_NS) { // 1
      left -= (endNs - nextNs) / nsPerRequest;
      nextNs = endNs; // 2
      enter(step + 1);
      wantedNs = after(left);
    }
    nextNs = Math.min(NEVER_NS, wantedNs);
  }

  /** The time after so many mean distances, if the present step had no end. */
  private double after(double distances) {
    return nsPerRequest < NEVER_NS ? nextNs + distances * nsPerRequest : NEVER_NS;
  }

  private void enter(int which) {
    step = which;
    double rate = steps.requestsPerSecond()[which];
    nsPerRequest = rate > 0 ? NS_PER_SECOND / rate : NEVER_NS;
    endNs = which + 1 < steps.atNs().length ? steps.atNs()[which + 1] : NEVER_NS;
  }
}
