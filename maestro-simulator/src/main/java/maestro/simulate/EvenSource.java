package maestro.simulate;

/**
 * A switch that sends at planned times, at equal distances within each step of its rate, whatever
 * the controller does. It counts without going through each request, so it is fast at any rate.
 */
final class EvenSource implements Source {
  private static final double NS_PER_SECOND = 1e9;

  private final long[] fromNs;
  private final double[] perNs;

  /** Requests planned before each step. */
  private final double[] before;

  private long arrived;

  /**
   * A plan.
   *
   * @param fromNs starts of the steps, the first at 0
   * @param requestsPerSecond of each step
   * @param phase how much of the first distance is over at the beginning, 0 to 1
   */
  EvenSource(long[] fromNs, double[] requestsPerSecond, double phase) {
    this.fromNs = fromNs.clone();
    this.perNs = new double[fromNs.length];
    this.before = new double[fromNs.length];
    before[0] = phase;
    for (int i = 0; i < fromNs.length; i++) {
      perNs[i] = requestsPerSecond[i] / NS_PER_SECOND;
      if (i > 0) {
        before[i] = before[i - 1] + (fromNs[i] - fromNs[i - 1]) * perNs[i - 1];
      }
    }
  }

  @Override
  public long arrivedBy(long ns) {
    int step = stepAt(ns);
    arrived = Math.max(arrived, (long) (before[step] + (ns - fromNs[step]) * perNs[step]));
    return arrived;
  }

  private int stepAt(long ns) {
    int step = fromNs.length - 1;
    while (step > 0 && fromNs[step] > ns) {
      step--;
    }
    return step;
  }

  @Override
  public long nextNs() {
    for (int step = 0; step < fromNs.length; step++) {
      double atNs = fromNs[step] + (arrived + 1 - before[step]) / perNs[step];
      boolean inStep = step + 1 == fromNs.length || atNs < fromNs[step + 1];
      if (inStep && atNs < NEVER) {
        return (long) Math.ceil(atNs);
      }
    }
    return NEVER;
  }

  @Override
  public void answered(long count, long ns) {}
}
