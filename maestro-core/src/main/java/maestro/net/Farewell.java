package maestro.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the stream to one switch where a message ends.
 *
 * <p>A socket that is closed with input unread, or that gets more afterwards, is reset, and what
 * the kernel had still to send is lost from anywhere in a message. So:
 *
 * <ol>
 *   <li>What waits for the socket is written, as far as the switch reads.
 *   <li>Then the switch is told that no more comes.
 *   <li>What it goes on sending is read and dropped, until it has closed.
 * </ol>
 *
 * <p>For the conductor, when no worker serves the connection any more. Blocks nobody; whoever calls
 * it bounds how often.
 */
final class Farewell {
  /** What one {@link #isOver} reads at most, in buffers. */
  private static final int MAX_READS = 4;

  private static final int SCRATCH_BYTES = 64 * 1024;
  private static final long LEAVE_NS = 500_000_000;
  private static final int QUIET_ROUNDS = 10;
  private static final long ROUND_NS = 5_000_000;

  private final SocketChannel channel;

  /** Null on a port that is plain TCP. */
  private final TlsChannel tls;

  /** Null when nothing can wait, since the handshake of TLS has failed. */
  private final OutputBuffer output;

  private boolean told;
  private int quietRounds;
  private long droppedBytes;

  Farewell(SocketChannel channel, TlsChannel tls, OutputBuffer output) {
    this.channel = channel;
    this.tls = tls;
    this.output = output;
  }

  /** Takes leave of all of them at once. Takes half a second at most. */
  static void takeLeave(List<Farewell> farewells) {
    long endNs = System.nanoTime() + LEAVE_NS;
    ByteBuffer scratch = newScratch();
    List<Farewell> open = new ArrayList<>(farewells);
    open.removeIf(Farewell::isGone); // all of them, before the first is listened to
    while (!open.isEmpty()) {
      open.removeIf(
          each -> System.nanoTime() - endNs >= 0 || each.isOver(scratch) || each.isQuiet());
      LockSupport.parkNanos(ROUND_NS);
    }
  }

  /** Says what there is to say; whether nobody is there. */
  private boolean isGone() {
    try {
      tell();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** What {@link #isOver} reads into. */
  static ByteBuffer newScratch() {
    return ByteBuffer.allocateDirect(SCRATCH_BYTES);
  }

  /** Goes on with it; whether the switch has heard the end, or is gone. */
  boolean isOver(ByteBuffer scratch) {
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

  /** Whether the switch has been told, and has not sent anything for a while. */
  private boolean isQuiet() {
    return told && quietRounds >= QUIET_ROUNDS;
  }

  /** Bytes that were read and dropped. */
  long droppedBytes() {
    return droppedBytes;
  }

  /** Reads what has come. Returns what the last read returned. */
  private int drop(ByteBuffer scratch) throws IOException {
    int count = scratch.capacity();
    for (int i = 0; i < MAX_READS && count == scratch.capacity(); i++) {
      count = channel.read(scratch.clear());
      droppedBytes += Math.max(0, count);
    }
    return count;
  }
}
