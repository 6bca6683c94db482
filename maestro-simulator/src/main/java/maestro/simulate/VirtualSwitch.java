package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import maestro.distribution.Member;

/**
 * A connected switch: what is in its socket and in its input buffer. The buffer is that of {@code
 * maestro.net.Input}: while batch entries point into it, bytes are appended and not moved.
 */
final class VirtualSwitch extends Member {
  /** {@link #read}: batch entries fill the buffer. */
  static final int BUFFER_FULL = -2;

  private static final int TAIL_BYTES = 256;
  private static final int LEAST_READ_BYTES = 4 * 1024;

  final int number;
  final Source source;

  /** Who had it last: what it is made of is in that core's cache. */
  Object lastHolder;

  /** When a select thread's read of it is over; 0 when no worker has to wait for that. */
  long readAheadUntilNs;

  /** When a worker's write to it is over. */
  long writtenUntilNs;

  private final Sockets sockets;
  private final int requestBytes;
  private final List<VirtualReadiness> watchedBy = new ArrayList<>(1);
  private long takenBytes;
  private int next;
  private int end;
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

  /** Requests in the input buffer, those in a batch included, that are not answered yet. */
  long taken() {
    return takenBytes / requestBytes - answered;
  }

  /** How much to read for a visit: what it may serve. */
  int bytesToRead(int mostBytes, int requests) {
    long forAll = (long) requests * requestBytes - bufferedBytes();
    return (int) Math.min(mostBytes, Math.max(LEAST_READ_BYTES, forAll));
  }

  int bufferedBytes() {
    return end - next;
  }

  boolean mayHaveMore() {
    return filled;
  }

  /** Reads once; bytes, or {@link #BUFFER_FULL}. Costs what a read costs. */
  int read(int maxBytes) {
    makeRoom(maxBytes);
    int room = Math.min(maxBytes, sockets.bufferBytes() - end);
    if (room == 0) {
      return BUFFER_FULL;
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

  /** Puts at most so many requests into the batch; how many. */
  int chop(int maxRequests) {
    int requests = Math.min(maxRequests, (end - next) / requestBytes);
    next += requests * requestBytes;
    batched += requests;
    return requests;
  }

  boolean hasWholeRequest() {
    return end - next >= requestBytes;
  }

  boolean enterCycle() {
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

  void batchWasRun() {
    batched = 0;
  }

  /** Its answers arrive at the switch. */
  void answer(long count, long atNs) {
    answered += count;
    source.answered(count, atNs);
    mayHaveInput();
  }

  /** Requests are on their way: whoever waits for it has to look again when it wakes. */
  void mayHaveInput() {
    for (int i = 0; i < watchedBy.size(); i++) {
      watchedBy.get(i).look(this);
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
  protected boolean readAhead(int maxBytes) {
    sockets.chargeHandOver(this);
    read(maxBytes);
    readAheadUntilNs = sockets.nowNs();
    return end - next > 0;
  }

  @Override
  protected long backlogBytes() {
    return Math.max(0, socketBytes());
  }
}
