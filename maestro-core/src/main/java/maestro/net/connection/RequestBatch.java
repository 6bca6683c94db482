package maestro.net.connection;

import java.nio.ByteBuffer;

/**
 * The index of a batch: where each flow request lies. The bytes stay in the input buffers of their
 * connections, which are claimed until the batch is cleared.
 *
 * <p>Consecutive requests of one connection form a <em>run</em>; their connection and buffer are
 * stored once a run. Runs and requests are numbered from 0 in their order.
 *
 * <p>Owned by one worker.
 */
public final class RequestBatch {
  private final int[] offsets;
  private final int[] lengths;
  private final Connection[] connections;
  private final ByteBuffer[] buffers;
  private final int[] ends;
  private final int[] events;
  private final long[] sinceNs;
  private final long[] readNs;
  private long nextSinceNs;
  private long nextReadNs;
  private int count;
  private int runCount;

  /**
   * Makes an empty batch.
   *
   * @param capacity how many requests it can hold
   */
  public RequestBatch(int capacity) {
    offsets = new int[capacity];
    lengths = new int[capacity];
    connections = new Connection[capacity + 1];
    buffers = new ByteBuffer[capacity + 1];
    ends = new int[capacity + 1];
    events = new int[capacity + 1];
    sinceNs = new long[capacity + 1];
    readNs = new long[capacity + 1];
  }

  /** Sets since when the requests of the runs that begin from now on have waited. */
  public void waitingSince(long ns) {
    nextSinceNs = ns;
  }

  /** Sets when the requests of the runs that begin from now on are read, see {@link #readNs}. */
  public void readAt(long ns) {
    nextReadNs = ns;
  }

  /** Begins a run: the requests that follow are of this connection and lie in this buffer. */
  @SuppressWarnings("ReferenceEquality") // the same buffer, not one with the same bytes
  void beginRun(Connection connection, ByteBuffer buffer) {
    int last = runCount - 1;
    if (last >= 0 && connections[last] == connection && buffers[last] == buffer) {
      if (isEmpty(last)) { // of a visit that found no request, maybe long ago
        sinceNs[last] = nextSinceNs;
        readNs[last] = nextReadNs;
      }
      return;
    }
    if (last >= 0 && isEmpty(last)) {
      runCount = last;
    }
    connections[runCount] = connection;
    buffers[runCount] = buffer;
    ends[runCount] = count;
    events[runCount] = 0;
    sinceNs[runCount] = nextSinceNs;
    readNs[runCount] = nextReadNs;
    runCount++;
  }

  private boolean isEmpty(int run) {
    return ends[run] == (run == 0 ? 0 : ends[run - 1]);
  }

  void add(int offset, int length) {
    offsets[count] = offset;
    lengths[count] = length;
    count++;
    ends[runCount - 1] = count;
  }

  /** Removes the last requests, which are of the last run. */
  void removeLast(int requests) {
    count -= requests;
    ends[runCount - 1] = count;
  }

  /** How many requests it holds. */
  public int count() {
    return count;
  }

  /** How many requests it can hold. */
  int capacity() {
    return offsets.length;
  }

  /** Where request {@code i} begins in its run's buffer, in bytes. */
  public int offset(int i) {
    return offsets[i];
  }

  /** How long request {@code i} is, in bytes. */
  public int length(int i) {
    return lengths[i];
  }

  /** How many runs there are; a run may be empty. */
  public int runCount() {
    return runCount;
  }

  /** The connection of a run. */
  public Connection connection(int run) {
    return connections[run];
  }

  /** The buffer with the requests of a run. */
  public ByteBuffer buffer(int run) {
    return buffers[run];
  }

  /** The number of the first request after a run. */
  public int end(int run) {
    return ends[run];
  }

  /** A request of a run has become an event: it asks for no decision. */
  public void becomesEvent(int run) {
    events[run]++;
  }

  /** How many requests of a run have become events. */
  public int events(int run) {
    return events[run];
  }

  /** Since when the first requests of a run have waited. */
  public long sinceNs(int run) {
    return sinceNs[run];
  }

  /** When the first requests of a run were read, by {@link Connection#readTime}. */
  public long readNs(int run) {
    return readNs[run];
  }

  /** Removes all requests. */
  public void clear() {
    for (int run = 0; run < runCount; run++) {
      connections[run] = null;
      buffers[run] = null;
    }
    runCount = 0;
    count = 0;
  }
}
