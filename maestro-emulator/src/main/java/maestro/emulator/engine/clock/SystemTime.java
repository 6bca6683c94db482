package maestro.emulator.engine.clock;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import maestro.emulator.engine.machine.Machine;

/** The time of the machine. Stateless; any thread may use it. */
final class SystemTime implements EngineTime {
  private static final long WAIT_MS = 1;
  private static final long POLL_NS = 50_000;

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public int select(Selector selector, Consumer<SelectionKey> onReady) throws IOException {
    return selector.select(onReady, WAIT_MS);
  }

  @Override
  public long pollNs() { // by all processors: the controller may keep to another than this process
    return Machine.coreCount() > 1 ? POLL_NS : 0;
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
