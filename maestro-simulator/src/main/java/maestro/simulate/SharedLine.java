package maestro.simulate;

import maestro.simulate.costs.Costs;

/**
 * Memory that many cores write: each read fetches lines from another core. When all read the same
 * line, for example at the ends of a shared queue, their reads happen one after the other.
 */
final class SharedLine {
  private final Engine engine;
  private final Costs.Memory costs;
  private final boolean oneLine;
  private long freeNs;

  SharedLine(Engine engine, Costs.Memory costs, boolean oneLine) {
    this.engine = engine;
    this.costs = costs;
    this.oneLine = oneLine;
  }

  /** Charges this many reads to the current process. */
  void charge(long looks) {
    if (oneLine) {
      engine.charge(Engine.Kind.MEMORY, (double) Math.max(0, freeNs - engine.nowNs()));
      engine.charge(Engine.Kind.MEMORY, looks * costs.lineNs());
      freeNs = engine.nowNs();
    } else {
      engine.charge(
          Engine.Kind.MEMORY,
          looks * costs.lineNs() / Math.min((double) looks, costs.looksAtOnce()));
    }
  }
}
