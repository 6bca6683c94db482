package maestro.simulate;

import maestro.simulate.Engine.Kind;
import maestro.simulate.costs.Costs;

/**
 * Charges the costs of the kernel and of the caches to the process that works with a switch.
 *
 * @param bufferBytes of one input buffer of the controller
 * @param socketBytes the most bytes that wait in one socket's receive buffer
 */
record Sockets(Engine engine, Costs costs, int bufferBytes, int socketBytes) {
  private static final double LINE_BYTES = 64;

  long nowNs() {
    return engine.nowNs();
  }

  void chargeRead(int bytes) {
    Costs.Kernel kernel = costs.kernel();
    engine.charge(
        Kind.KERNEL,
        bytes == 0 ? kernel.readNothingNs() : kernel.readCallNs() + bytes * kernel.readPerByteNs());
  }

  void chargeChop(int requests) {
    engine.charge(Kind.STAGE, requests * costs.stage().chopNs());
  }

  double writeNs(long bytes) {
    return costs.kernel().writeCallNs() + bytes * costs.kernel().writePerByteNs();
  }

  /**
   * Hands the bytes that the select thread has read to a worker: after the end of that read, and
   * out of that core's cache.
   */
  void awaitReadAhead(VirtualSwitch member) {
    if (member.readAheadUntilNs > 0) {
      engine.charge(Kind.WAIT, (double) Math.max(0, member.readAheadUntilNs - engine.nowNs()));
      Costs.Memory memory = costs.memory();
      double lines = (double) member.bufferedBytes() / LINE_BYTES;
      engine.charge(Kind.MEMORY, lines * memory.lineNs() / memory.looksAtOnce());
      member.readAheadUntilNs = 0;
    }
  }

  /** Moves a switch into the cache of the current process's core. */
  void chargeHandOver(VirtualSwitch member) {
    Object here = engine.current();
    if (member.lastHolder != here) {
      if (member.lastHolder != null) {
        engine.charge(Kind.MEMORY, costs.memory().linesPerHandOver() * costs.memory().lineNs());
      }
      member.lastHolder = here;
    }
  }
}
