package maestro.emulator.engine.clock;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * The clock of a run, and every way in which its threads wait.
 *
 * <p>A run uses {@link #SYSTEM}. A test gives its own, so that the load threads and the controller
 * run in turn on the thread of the test, in virtual time. All threads of a run share one object.
 */
public interface EngineTime {
  /** {@link System#nanoTime}, and real waiting. */
  EngineTime SYSTEM = new SystemTime();

  /** Nanoseconds since an arbitrary origin. */
  long nowNs();

  /**
   * Serves the sockets that are ready. Waits up to one millisecond when none is.
   *
   * @return the number of sockets served
   */
  int select(Selector selector, Consumer<SelectionKey> onReady) throws IOException;

  /**
   * How long a thread polls after its last work before it sleeps, where a late wake-up would cost
   * throughput; 0 on a machine with one processor, where polling would delay who is waited for.
   */
  long pollNs();

  /** Lets other threads run, after a cycle without work. */
  void pause();

  /** Waits until the gate is released. */
  void awaitRelease(LoadGate gate);
}
