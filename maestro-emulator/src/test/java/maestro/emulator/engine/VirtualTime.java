package maestro.emulator.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/** Time that passes only when the test says so. Nothing waits. */
final class VirtualTime implements EngineTime {
  private long nowNs = 1_000_000_000_000L;
  private Runnable whileHeld =
      () -> {
        throw new IllegalStateException("nobody releases the gate");
      };

  @Override
  public long nowNs() {
    return nowNs;
  }

  void advance(long ns) {
    nowNs += ns;
  }

  /** Runs again and again while the gate is held. It has to advance the time. */
  void whileHeld(Runnable step) {
    whileHeld = step;
  }

  @Override
  public int select(Selector selector, Consumer<SelectionKey> onReady) throws IOException {
    return selector.selectNow(onReady);
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
