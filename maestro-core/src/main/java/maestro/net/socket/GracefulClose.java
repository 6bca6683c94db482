package maestro.net.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Ends the stream to one switch where a message ends.
 *
 * <p>A socket that is closed with unread input, or gets input afterwards, is reset. Then the output
 * that the kernel still holds is lost, perhaps in the middle of a message. So:
 *
 * <ol>
 *   <li>The waiting output is written, as far as the switch reads.
 *   <li>Then the output is shut down, which tells the switch that no more comes.
 *   <li>Further input is read and dropped until the switch has closed.
 * </ol>
 *
 * <p>For the conductor, when no worker serves the connection any more. Never blocks, except {@link
 * #takeLeave}; the caller bounds how often it goes on.
 */
public final class GracefulClose {
  /** The most buffers that one {@link #isOver} reads. */
  private static final int MAX_READS = 4;

  private static final int SCRATCH_BYTES = 64 * 1024;
  private static final long LEAVE_NS = 500_000_000;
  private static final int QUIET_ROUNDS = 10;
  private static final long ROUND_NS = 5_000_000;

  private final SocketChannel channel;

  /** Null on a port that is plain TCP. */
  private final @Nullable TlsChannel tls;

  /** Null when no output can wait because the TLS handshake has failed. */
  private final @Nullable OutputBuffer output;

  private boolean told;
  private int quietRounds;
  private long droppedBytes;

  public GracefulClose(
      SocketChannel channel, @Nullable TlsChannel tls, @Nullable OutputBuffer output) {
    this.channel = channel;
    this.tls = tls;
    this.output = output;
  }

  /** Closes all of them gracefully and at the same time. Blocks for at most half a second. */
  public static void takeLeave(List<GracefulClose> gracefulCloses) {
    long endNs = System.nanoTime() + LEAVE_NS;
    ByteBuffer scratch = newScratch();
    List<GracefulClose> open = new ArrayList<>(gracefulCloses);
    open.removeIf(GracefulClose::isGone); // writes to all of them before reading from the first
    Predicate<GracefulClose> hasEnded =
        each -> System.nanoTime() - endNs >= 0 || each.isOver(scratch) || each.isQuiet();
    for (open.removeIf(hasEnded); !open.isEmpty(); open.removeIf(hasEnded)) {
      LockSupport.parkNanos(ROUND_NS);
    }
  }

  /** Writes what remains; returns whether the switch is gone. */
  private boolean isGone() {
    try {
      tell();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** A buffer for {@link #isOver} to read into. */
  public static ByteBuffer newScratch() {
    return ByteBuffer.allocateDirect(SCRATCH_BYTES);
  }

  /** Advances the close; returns whether the switch has closed after the shutdown, or is gone. */
  public boolean isOver(ByteBuffer scratch) {
    try {
      tell();
      int count = drop(scratch); // 3
      quietRounds = count == 0 ? quietRounds + 1 : 0;
      return count < 0 && told;
    } catch (IOException e) { // it is gone
      return true;
    }
  }

  private void tell() throws IOException {
    if (output != null) {
      output.flush(); // 1
    }
    if (!told && hasWrittenAll()) {
      channel.shutdownOutput(); // 2
      told = true;
    }
  }

  private boolean hasWrittenAll() throws IOException {
    return (output == null || output.pendingBytes() == 0) && (tls == null || tls.endOutput());
  }

  /** Whether the output is shut down and the switch has been silent for several rounds. */
  private boolean isQuiet() {
    return told && quietRounds >= QUIET_ROUNDS;
  }

  /** Bytes that were read and dropped. */
  public long droppedBytes() {
    return droppedBytes;
  }

  /** Reads and drops input. Returns the result of the last read. */
  private int drop(ByteBuffer scratch) throws IOException {
    int count = scratch.capacity();
    for (int i = 0; i < MAX_READS && count == scratch.capacity(); i++) {
      count = channel.read(scratch.clear());
      droppedBytes += Math.max(0, count);
    }
    return count;
  }
}
