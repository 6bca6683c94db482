package maestro.bench.isolation;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A second thread for work that goes on while the attacking thread sends or waits; and a time
 * limit, because a write to a controller that does not read may block for any time.
 */
final class Pressure {
  private Pressure() {}

  /** The work of the second thread. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Runs one task, and another one beside it until the first is over. An {@link IOException} of
   * either ends both: most attacks end with a closed connection.
   */
  static void beside(Work besides, Work main) throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              try {
                besides.run();
              } catch (IOException | InterruptedException e) {
                return; // the connection is closed, or the attack is over
              }
            },
            "attack-beside");
    thread.setDaemon(true);
    thread.start();
    try {
      main.run();
    } catch (IOException e) {
      return; // as above; the caller looks at the connection
    } finally {
      thread.interrupt();
      thread.join();
    }
  }

  /**
   * Runs a task that the controller must end within a time by closing the connection. If it does
   * not, the promise is broken, and this method closes the connection.
   */
  static void untilClosed(
      RawSwitch peer, int limitMs, AttackCounts counts, String broken, Work work)
      throws InterruptedException {
    AtomicReference<String> late = new AtomicReference<>();
    beside(
        () -> {
          Thread.sleep(limitMs);
          late.set(broken);
          peer.socket().close();
        },
        work);
    if (late.get() != null) {
      counts.broken(late.get());
    }
  }
}
