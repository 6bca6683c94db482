package maestro.simulate;

/**
 * Memory that many cores write: each look fetches lines from another core. Where all look at the
 * same line, as at the ends of a shared queue, they come one after the other.
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

  /** The current process looks so often. */
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
