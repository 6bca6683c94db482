package maestro.network.flow;

import java.util.Optional;
import java.util.SplittableRandom;
import maestro.emulator.scenario.Arrivals;

/**
 * The law by which flows begin, as scenarios of the emulator write it; immutable.
 *
 * @param law one of even, poisson, bursts and pareto
 */
public record FlowArrivals(Arrivals law) {
  /** What {@link #parse} takes, for error messages. */
  public static final String FORM =
      "poisson, even, bursts(N) with N from 2 to 100000, pareto(A) with A from 1.1 to 10";

  public static final FlowArrivals POISSON = new FlowArrivals(Arrivals.POISSON);

  public static Optional<FlowArrivals> parse(String text) {
    return Arrivals.parse(text)
        .filter(a -> a.kind() != Arrivals.Kind.ON_OFF && a.kind() != Arrivals.Kind.REPLAY)
        .map(FlowArrivals::new);
  }

  /**
   * The time until the next flow begins, 0 within a burst.
   *
   * @param begun how many have begun
   */
  public long gapNs(SplittableRandom random, double perSecond, long begun) {
    double meanNs = 1e9 / perSecond;
    double gapNs =
        switch (law.kind()) {
          case EVEN -> meanNs;
          case BURSTS ->
              begun % (long) law.first() == 0 ? exponential(random) * law.first() * meanNs : 0;
          case PARETO -> pareto(random, law.first()) * meanNs;
          default -> exponential(random) * meanNs;
        };
    return Math.round(Math.min(gapNs, Long.MAX_VALUE / 4.0));
  }

  /** With mean 1. */
  static double exponential(SplittableRandom random) {
    return -Math.log(1 - random.nextDouble());
  }

  /**
   * With mean 1.
   *
   * @param shape above 1
   */
  static double pareto(SplittableRandom random, double shape) {
    return (shape - 1) / shape * Math.pow(1 - random.nextDouble(), -1 / shape);
  }
}
