package maestro.emulator.engine;

import java.util.List;

/**
 * How long a load thread waits between two writes to the same switch, so that all its writes are no
 * more than a thread has time for: a write to a socket costs as much as a hundred requests, and at
 * high rates each request of a switch that asks for little would be one, until thread and
 * controller did little else.
 *
 * <p>It is as short as that allows: the least T with Σ min(rate, 1 ÷ T) ≤ the writes a second. With
 * few requests in all it is 0, and each is sent at its planned time. A switch for which a whole
 * write is due earlier does not wait for the end of the interval, since that would save no write.
 */
final class SendInterval {
  /** Of one load thread, a second. */
  static final double WRITES = 40_000;

  private static final double NS_PER_SECOND = 1e9;
  private static final int STEPS = 60;

  private SendInterval() {}

  /** For switches that send by plan; of the step that needs the longest. Nanoseconds. */
  static long ofAll(List<RateSteps> rates) {
    int steps = rates.stream().mapToInt(rate -> rate.atNs().length).max().orElse(0);
    long longestNs = 0;
    for (int step = 0; step < steps; step++) {
      int index = step;
      double[] perSecond =
          rates.stream()
              .mapToDouble(
                  rate -> rate.requestsPerSecond()[Math.min(index, rate.atNs().length - 1)])
              .toArray();
      longestNs = Math.max(longestNs, of(perSecond));
    }
    return longestNs;
  }

  /**
   * Of a switch among others.
   *
   * @param ofAllNs from {@link #ofAll}
   * @param portionRequests as many go out with one write
   */
  static long ofOne(long ofAllNs, RateSteps rate, int portionRequests) {
    double portionNs = portionRequests * NS_PER_SECOND / rate.most();
    return portionNs < ofAllNs ? (long) portionNs : ofAllNs;
  }

  /** For switches with these rates, requests a second. */
  static long of(double[] requestsPerSecond) {
    double sum = 0;
    double most = 0;
    for (double rate : requestsPerSecond) {
      sum += rate;
      most = Math.max(most, rate);
    }
    if (sum <= WRITES) {
      return 0;
    }
    double low = 0; // writes a second to each switch
    double high = most;
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      double writes = 0;
      for (double rate : requestsPerSecond) {
        writes += Math.min(rate, middle);
      }
      if (writes <= WRITES) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.round(NS_PER_SECOND / low);
  }
}
