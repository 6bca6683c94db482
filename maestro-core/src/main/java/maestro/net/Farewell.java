package maestro.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the streams to the switches where a message ends.
 *
 * <p>A socket that is closed with input unread, or that gets more afterwards, is reset, and what
 * the kernel had still to send is lost from anywhere in a message. So:
 *
 * <ol>
 *   <li>What waits for a socket is written, as far as the switch reads.
 *   <li>Then the switch is told that no more comes.
 *   <li>What it goes on sending is read and dropped, until it has closed or is quiet.
 * </ol>
 *
 * <p>For the conductor, when no worker serves any more. Takes half a second at most.
 */
final class Farewell {
  private static final int MAX_ROUNDS = 100;
  private static final int QUIET_ROUNDS = 10;
  private static final long ROUND_NS = 5_000_000;
  private static final int SCRATCH_BYTES = 64 * 1024;
  private static final int MAX_READS = 16;

  private final SocketChannel channel;
  private final OutputBuffer output;
  private boolean told;
  private int quietRounds;

  Farewell(SocketChannel channel, OutputBuffer output) {
    this.channel = channel;
    this.output = output;
  }

  /** Takes leave of all of them at once. */
  static void takeLeave(List<Farewell> farewells) {
    List<Farewell> open = new ArrayList<>(farewells);
    ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    open.removeIf(each -> each.isOver(scratch));
    for (int round = 0; round < MAX_ROUNDS && !open.isEmpty(); round++) {
      LockSupport.parkNanos(ROUND_NS);
      open.removeIf(each -> each.isOver(scratch));
    }
  }

  private boolean isOver(ByteBuffer scratch) {
    try {
      output.flush(); // 1
      if (!told && output.pendingBytes() == 0) {
        channel.shutdownOutput(); // 2
        told = true;
      }
      int count = drop(scratch); // 3
      quietRounds = count == 0 ? quietRounds + 1 : 0;
      return count < 0 || (told && quietRounds >= QUIET_ROUNDS);
    } catch (IOException e) { // it is gone
      return true;
    }
  }

  /** Reads what has come. Returns what the last read returned. */
  private int drop(ByteBuffer scratch) throws IOException {
    int count = scratch.capacity();
    for (int i = 0; i < MAX_READS && count == scratch.capacity(); i++) {
      count = channel.read(scratch.clear());
    }
    return count;
  }
}
