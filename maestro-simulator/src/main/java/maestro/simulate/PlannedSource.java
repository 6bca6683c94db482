package maestro.simulate;

import maestro.emulator.engine.plan.PlannedTimes;

/**
 * A switch that sends at the times that the emulator would plan, independently of the controller.
 */
final class PlannedSource implements Source {
  private final PlannedTimes times;
  private long arrived;

  /**
   * Makes the plan.
   *
   * @param times from the beginning of virtual time on
   */
  PlannedSource(PlannedTimes times) {
    this.times = times;
  }

  @Override
  public long arrivedBy(long ns) {
    while (times.nextNs() <= ns) {
      arrived++;
      times.advance();
    }
    return arrived;
  }

  @Override
  public long nextNs() {
    return Math.min(NEVER, times.nextNs());
  }

  @Override
  public void answered(long count, long ns) {}
}
