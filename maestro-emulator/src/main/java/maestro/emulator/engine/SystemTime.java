package maestro.emulator.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/** The time of the machine. Stateless; any thread may use it. */
final class SystemTime implements EngineTime {
  private static final long WAIT_MS = 1;

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public int select(Selector selector, Consumer<SelectionKey> onReady) throws IOException {
    return selector.select(onReady, WAIT_MS);
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // lets a controller on the same processor run
  public void pause() {
    Thread.yield();
  }

  @Override
  public void awaitRelease(LoadGate gate) {
    gate.awaitRelease();
  }
}
