package maestro.emulator.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;

/** Time that passes only when the test says so. Nothing waits. */
public final class VirtualTime implements EngineTime {
  private long nowNs = 1_000_000_000_000L;
  private long pollNs;
  private int sleeps;
  private Runnable whileHeld =
      () -> {
        throw new IllegalStateException("nobody releases the gate");
      };

  @Override
  public long nowNs() {
    return nowNs;
  }

  public void advance(long ns) {
    nowNs += ns;
  }

  /** From now on a thread polls so long before it sleeps. */
  public void poll(long ns) {
    pollNs = ns;
  }

  /** How often a thread would have slept. */
  public int sleeps() {
    return sleeps;
  }

  /** Runs again and again while the gate is held. It has to advance the time. */
  void whileHeld(Runnable step) {
    whileHeld = step;
  }

  @Override
  public int select(Selector selector, Consumer<SelectionKey> onReady) throws IOException {
    sleeps++;
    return selector.selectNow(onReady);
  }

  @Override
  public long pollNs() {
    return pollNs;
  }

  @Override
  public void pause() {
    // the test runs the controller between two cycles
  }

  @Override
  public void awaitRelease(LoadGate gate) {
    while (gate.isHeld()) {
      whileHeld.run();
    }
  }
}
