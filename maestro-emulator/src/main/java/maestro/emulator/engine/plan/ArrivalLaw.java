package maestro.emulator.engine.plan;

import maestro.emulator.scenario.Arrivals;

/**
 * How far the requests of one switch lie apart, in mean distances: 1 on average under every law.
 * Immutable. The same seed always gives the same distances.
 *
 * <ol>
 *   <li><em>even</em>: always 1.
 *   <li><em>poisson</em>: exponential, so requests arrive independently of one another.
 *   <li><em>bursts(N)</em>: N at the same time, and bursts arrive as in 2.
 *   <li><em>on-off(N x F)</em>: an on-off source (interrupted Poisson process). While it is on,
 *       requests arrive as in 2 at F times the mean rate, N of them on average (geometric). Then it
 *       is off for an exponential time, so long that the mean rate is right.
 *   <li><em>pareto(A)</em>: Pareto with shape A. Up to A = 2 the variance is infinite.
 * </ol>
 *
 * <p>Each distance depends on nothing but the seed and the request's number.
 *
 * @param arrivals the law; not that of a replay, which has times and no law
 * @param seed of the switch
 */
public record ArrivalLaw(Arrivals arrivals, long seed) {
  /** At equal distances. */
  public static final ArrivalLaw EVEN = new ArrivalLaw(Arrivals.EVEN, 0);

  private static final double UNIT = 0x1p-53;
  private static final int DRAWS_A_REQUEST = 3;

  /**
   * The distance from the beginning to the first request.
   *
   * @param phase of even arrivals, 0 to 1
   */
  double first(double phase) {
    return arrivals.kind() == Arrivals.Kind.EVEN ? phase : distance(0);
  }

  /** The distance from the request before to this one. */
  double distance(long request) {
    return switch (arrivals.kind()) {
      case EVEN, REPLAY -> 1; // 1
      case POISSON -> exponential(request, 0); // 2
      case BURSTS -> {
        long burst = (long) arrivals.first();
        yield request % burst == 0 ? burst * exponential(request, 0) : 0; // 3
      }
      case ON_OFF -> onOff(request); // 4
      case PARETO -> {
        double shape = arrivals.first();
        yield (shape - 1) / shape * Math.pow(1 - uniform(request, 0), -1 / shape); // 5
      }
    };
  }

  private double onOff(long request) {
    double burst = arrivals.first();
    double factor = arrivals.second();
    double on = exponential(request, 0) / factor;
    boolean ends = uniform(request, 1) * burst < 1;
    return ends ? on + burst * (1 - 1 / factor) * exponential(request, 2) : on;
  }

  private double exponential(long request, int draw) {
    return Exponential.of(random(request, draw));
  }

  /** From 0 to below 1. */
  private double uniform(long request, int draw) {
    return (random(request, draw) >>> 11) * UNIT;
  }

  private long random(long request, int draw) {
    return SplitMix.at(seed, request * DRAWS_A_REQUEST + draw);
  }
}
