package maestro.emulator.engine;

import maestro.emulator.scenario.Scenario;

/**
 * How long the measurement of a controller's capacity takes. Immutable; times in nanoseconds.
 *
 * @param warmUpNs under full load, before anything counts
 * @param windowNs one window; throughputs of windows are compared
 */
public record CapacityTimes(long warmUpNs, long windowNs) {
  /** As many windows are compared with as many before them. */
  static final int COMPARED_WINDOWS = 3;

  private static final int MOST_WINDOWS = 20;
  private static final long MOST_WARM_UP_NS = 2_000_000_000L;
  private static final long MOST_WINDOW_NS = 1_000_000_000L;

  /** Progress is told ten times a second. */
  private static final long LEAST_WINDOW_NS = 100_000_000L;

  /** Windows of a second; shorter ones when the scenario measures for less than three seconds. */
  public static CapacityTimes of(Scenario.Durations durations) {
    long windowNs = Math.min(MOST_WINDOW_NS, durations.measureNs() / COMPARED_WINDOWS);
    return new CapacityTimes(
        Math.min(MOST_WARM_UP_NS, durations.warmUpNs()), Math.max(LEAST_WINDOW_NS, windowNs));
  }

  /** Measured time when the throughput does not rise. */
  public long leastNs() {
    return 2 * COMPARED_WINDOWS * windowNs;
  }

  /** Measured time when the throughput does not settle. */
  long longestNs() {
    return MOST_WINDOWS * windowNs;
  }
}
