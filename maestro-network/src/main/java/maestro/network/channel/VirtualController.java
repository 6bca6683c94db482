package maestro.network.channel;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.function.LongSupplier;

/**
 * A controller in this process that has the clock of a {@link maestro.network.VirtualNetwork}, and
 * no thread of its own. Confined to the network's thread.
 */
public interface VirtualController extends Closeable {
  /** What {@link #nextNs} says when nothing is due at any time. */
  long NEVER = Long.MIN_VALUE;

  /** Starts controllers. */
  @FunctionalInterface
  interface Factory {
    /**
     * Starts a controller.
     *
     * @param clock the time, in nanoseconds
     * @throws IOException in one line, when it cannot start
     */
    VirtualController start(LongSupplier clock) throws IOException;
  }

  /**
   * A switch connects.
   *
   * @return the switch's end; it never blocks, and reads −1 when the controller has closed its own
   */
  ByteChannel connect() throws IOException;

  /** Does everything that is due now. Returns how much that was. */
  int doWork();

  /** When it is to be called next if no switch sends anything, or {@link #NEVER}. */
  long nextNs();
}
