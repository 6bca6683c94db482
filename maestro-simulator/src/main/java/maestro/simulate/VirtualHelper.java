package maestro.simulate;

import maestro.distribution.Distribution;
import maestro.simulate.Engine.Kind;
import maestro.worker.DutyCycle;

/** A strategy's own thread. */
final class VirtualHelper extends Engine.Actor {
  private final Engine engine;
  private final Distribution.Helper helper;
  private final double cycleNs;

  VirtualHelper(Engine engine, Distribution.Helper helper, double cycleNs) {
    this.engine = engine;
    this.helper = helper;
    this.cycleNs = cycleNs;
  }

  @Override
  void step() {
    engine.charge(Kind.STAGE, cycleNs);
    helper.doWork(DutyCycle.MAX_WAIT_NS);
  }

  @Override
  public String toString() {
    return helper.name();
  }
}
