package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import maestro.distribution.VisitedMember;
import maestro.net.connection.Connection;

/**
 * A connected switch: its socket and its input buffer. The buffer works like {@code
 * maestro.net.connection.Input}: while batch entries point into it, bytes are appended and not
 * moved.
 */
final class VirtualSwitch extends VisitedMember {
  private static final int TAIL_BYTES = 256;
  private static final int LEAST_READ_BYTES = 4 * 1024;

  final int number;
  final Source source;

  /** The process that had it last: its data are in that core's cache. */
  Object lastHolder;

  /** The end of a select thread's read of it; 0 when no worker has to wait for that. */
  long readAheadUntilNs;

  /** The end of a worker's write to it. */
  long writtenUntilNs;

  private final Sockets sockets;
  private final int requestBytes;
  private final List<VirtualReadiness> watchedBy = new ArrayList<>(1);
  private long takenBytes;
  private int next;
  private int end;
  private int chopped;

  /** The next requests that the select thread has chopped. */
  private int ahead;

  private int batched;
  private boolean filled;
  private boolean inCycle;
  private long answered;

  VirtualSwitch(int number, int weight, Source source, Sockets sockets, int requestBytes) {
    this.number = number;
    this.source = source;
    this.sockets = sockets;
    this.requestBytes = requestBytes;
    weight(weight);
  }

  /** Whether its socket is ready to be read. */
  boolean hasInput(long nowNs) {
    return source.arrivedBy(nowNs) * requestBytes > takenBytes;
  }

  /** Requests that have arrived by now. */
  long arrived(long nowNs) {
    return source.arrivedBy(nowNs);
  }

  long answered() {
    return answered;
  }

  /** The unanswered requests in the input buffer, with those in a batch. */
  long taken() {
    return takenBytes / requestBytes - answered;
  }

  @Override
  public int bytesToRead(int mostBytes, int requests) {
    long forAll = (long) requests * requestBytes - bufferedBytes();
    return (int) Math.min(mostBytes, Math.max(LEAST_READ_BYTES, forAll));
  }

  @Override
  public int bufferedBytes() {
    return end - next;
  }

  @Override
  public boolean mayHaveMore() {
    return filled;
  }

  @Override
  public boolean holdsMore() {
    return false;
  }

  @Override
  public boolean hasEnded() {
    return false;
  }

  @Override
  public boolean isCongested() {
    return false;
  }

  @Override
  public boolean isClosing() {
    return false;
  }

  /** Reads once, and charges the read. Returns bytes, or {@link Connection#BUFFER_FULL}. */
  int read(int maxBytes) {
    makeRoom(maxBytes);
    int room = Math.min(maxBytes, sockets.bufferBytes() - end);
    if (room == 0) {
      return Connection.BUFFER_FULL;
    }
    int bytes = (int) Math.min(room, socketBytes());
    sockets.chargeRead(bytes);
    end += bytes;
    takenBytes += bytes;
    filled = bytes == room;
    return bytes;
  }

  private long socketBytes() {
    long arrivedBytes = source.arrivedBy(sockets.nowNs()) * requestBytes;
    return Math.min(arrivedBytes - takenBytes, sockets.socketBytes());
  }

  private void makeRoom(int maxBytes) {
    if (batched > 0) {
      return;
    }
    if (next == end || sockets.bufferBytes() - end < maxBytes) {
      end -= next;
      next = 0;
    }
  }

  /** Puts requests into the batch, at most this many, and charges the chopping. */
  void chop(int maxRequests) {
    chopped = Math.min(maxRequests, (end - next) / requestBytes);
    next += chopped * requestBytes;
    batched += chopped;
    int known = Math.min(chopped, ahead);
    ahead -= known;
    sockets.chargeChop(chopped - known);
  }

  @Override
  public int choppedRequests() {
    return chopped;
  }

  boolean hasWholeRequest() {
    return end - next >= requestBytes;
  }

  @Override
  public boolean enterCycle() {
    boolean entered = !inCycle;
    inCycle = true;
    return entered;
  }

  void leaveCycle() {
    inCycle = false;
    batchWasRun();
    if (end - next <= TAIL_BYTES) {
      end -= next;
      next = 0;
    }
  }

  @Override
  public void batchWasRun() {
    batched = 0;
  }

  /** Delivers its answers to the switch. */
  void answer(long count, long atNs) {
    answered += count;
    source.answered(count, atNs);
    mayHaveInput();
  }

  /**
   * Reports that requests are on their way: a process that waits for the switch polls again when it
   * wakes.
   */
  void mayHaveInput() {
    for (int i = 0; i < watchedBy.size(); i++) {
      watchedBy.get(i).poll(this);
    }
  }

  void watchedBy(VirtualReadiness readiness, boolean watched) {
    if (watched) {
      watchedBy.add(readiness);
    } else {
      watchedBy.remove(readiness);
    }
  }

  @Override
  protected boolean readAhead(int maxBytes, boolean chops) {
    sockets.chargeHandOver(this);
    read(maxBytes);
    if (chops) {
      ahead = (end - next) / requestBytes;
      sockets.chargeChop(ahead);
    }
    readAheadUntilNs = sockets.nowNs();
    return end - next > 0;
  }

  @Override
  protected long backlogBytes() {
    return Math.max(0, socketBytes());
  }
}
