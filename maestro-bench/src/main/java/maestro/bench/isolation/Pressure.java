package maestro.emulator.attack;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread beside the attacking one, for what has to go on while that sends or waits; and a limit,
 * since who sends to a controller that does not read is held for as long as that likes.
 */
final class Pressure {
  private Pressure() {}

  /** What goes on beside. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Does something, and something else beside it until the first is over. An {@link IOException} of
   * either ends it: a connection that is closed under an attack is what most attacks are about.
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
   * Does something that the controller has to end by closing the connection within a time; when it
   * does not, that is a promise broken, and the connection is closed here.
   */
  static void untilClosed(RawSwitch peer, int limitMs, Tally tally, String broken, Work work)
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
      tally.broken(late.get());
    }
  }
}
