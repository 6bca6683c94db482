package maestro.worker;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.distribution.Schedule;
import maestro.distribution.Schedule.Outcome;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.connection.Chopped;
import maestro.net.connection.Connection;
import maestro.net.connection.RequestBatch;
import maestro.net.socket.BufferPool;
import maestro.sequence.batch.WorkerSequence;
import org.jspecify.annotations.Nullable;

/**
 * One worker: its duty cycle over connections. Read {@link #doWork} first; {@link DutyCycle} has
 * what is decided, and here is what is done.
 *
 * <p>Threads: its own, or a test's. In steady state nothing here allocates.
 */
public final class Worker extends DutyCycle<Connection> {
  private final RequestBatch batch;
  private final BufferPool pool;
  private final Counters counters;
  private final LongSupplier clock;

  /** Replaced only while the worker rests between two cycles. */
  private WorkerSequence sequence;

  /** Input buffers of switches whose claims were released before their requests were handled. */
  private ByteBuffer[] detached = new ByteBuffer[16];

  private int detachedCount;

  /**
   * Makes a worker.
   *
   * @param batchPerVisit whether a batch ends with each visit, whatever its size
   * @param bound how long a batch gathers at most
   * @param clock nanoseconds
   */
  public Worker(
      Schedule schedule,
      boolean batchPerVisit,
      BatchingPolicy policy,
      DelayBound bound,
      WorkerSequence sequence,
      RequestBatch batch,
      BufferPool pool,
      Counters counters,
      LongSupplier clock) {
    super(schedule, batchPerVisit, policy, bound);
    sequence(sequence);
    this.batch = batch;
    this.pool = pool;
    this.counters = counters;
    this.clock = clock;
  }

  /** Runs another sequence from the next cycle on. Call it only while the worker rests. */
  public void sequence(WorkerSequence next) {
    sequence = next;
    inOrder(next.isInOrder());
  }

  /**
   * One cycle: gathers a batch and runs it. Returns the number of visits; 0 when nothing was ready.
   */
  public int doWork() {
    begin();
    final long startNs = nowNs();
    boolean isGathered = false;
    while (!isGathered && visitNext()) {
      isGathered = endVisit();
    }
    int visits = visits();
    if (visits > 0) {
      int requests = batch.count();
      long writtenNs = runBatch();
      end(requests, writtenNs);
      counters.add(Counter.VISITS, visits);
      counters.threshold(threshold());
      counters.addBusyNs(writtenNs - startNs);
    }
    return visits;
  }

  @Override
  protected long clockNs() {
    return clock.getAsLong();
  }

  @Override
  protected @Nullable Connection next() {
    return (Connection) schedule().next(nowNs());
  }

  @Override
  protected boolean open(Connection connection) {
    if (!connection.gate().mayBeServed(nowNs())) {
      schedule().visited(connection, 0, Outcome.DRAINED);
      if (!connection.gate().isReadingOff()) { // the reason is gone already
        schedule().ready(connection);
      }
      return false;
    }
    batch.waitingSince(connection.waiting().sinceNs(nowNs()));
    batch.readAt(connection.readTime(nowNs()));
    connection.openInput(pool);
    return true;
  }

  @Override
  protected int read(Connection connection, int maxBytes) {
    return connection.read(maxBytes, pool, nowNs());
  }

  @Override
  protected Chopped chop(Connection connection, int maxRequests) {
    Chopped chopped = connection.chop(batch, maxRequests, isInOrder());
    counters.add(Counter.REQUESTS_DROPPED, connection.gate().takeDropped());
    return chopped;
  }

  @Override
  protected void leave(Connection connection, boolean isBacklogged) {
    connection.waiting().visited(nowNs(), isBacklogged);
    if (connection.standstill().visited(connection.movedBytes())) {
      counters.add(Counter.STOOD_STILL, 1);
    }
  }

  @Override
  protected int batchedRequests() {
    return batch.count();
  }

  @Override
  protected boolean hasRoom(int connections) {
    return pool.hasRoom(connections);
  }

  /** Runs the sequence over the batch, and writes the replies. */
  @Override
  protected long runBatch() {
    int requests = batch.count();
    if (requests > 0) {
      sequence.run(nowNs());
      count();
    }
    giveBackDetached();
    for (int i = 0; i < heldCount(); i++) {
      held(i).flushReplies(pool);
    }
    long writtenNs = clock.getAsLong();
    if (requests > 0) {
      countWaits(writtenNs);
      batch.clear();
    }
    return writtenNs;
  }

  /** After the sequence has told flow requests from events: what was counted never shrinks. */
  private void count() {
    int allEvents = 0;
    int from = 0;
    for (int run = 0; run < batch.runCount(); run++) {
      Connection connection = batch.connection(run);
      int served = batch.end(run) - from;
      int events = batch.events(run);
      if (isInOrder()) {
        connection.addServedRequests(served);
        connection.served().add(served - events, events);
      } else {
        connection.addServedRequestsTogether(served);
        connection.served().addTogether(served - events, events);
      }
      allEvents += events;
      from = batch.end(run);
    }
    counters.add(Counter.BATCHES, 1);
    counters.add(Counter.REQUESTS, batch.count() - allEvents);
    counters.add(Counter.LLDP_FRAMES, allEvents);
  }

  private void countWaits(long writtenNs) {
    int from = 0;
    for (int run = 0; run < batch.runCount(); run++) {
      long waitedNs = writtenNs - batch.sinceNs(run);
      int requests = batch.end(run) - from - batch.events(run);
      if (isInOrder()) {
        batch.connection(run).waiting().answered(waitedNs, requests);
      } else {
        batch.connection(run).waiting().answeredTogether(waitedNs, requests);
      }
      from = batch.end(run);
    }
  }

  @Override
  protected void detach(Connection connection) {
    ByteBuffer input = connection.detachInput(pool);
    if (input != null) {
      if (detachedCount == detached.length) {
        detached = Arrays.copyOf(detached, 2 * detachedCount);
      }
      detached[detachedCount++] = input;
    }
  }

  private void giveBackDetached() {
    while (detachedCount > 0) {
      detachedCount--;
      pool.give(detached[detachedCount]);
      detached[detachedCount] = null;
    }
  }

  @Override
  protected void letGo(Connection connection) {
    if (connection.leaveCycle(pool) != null) {
      connection.close();
    } else {
      connection.release();
    }
  }

  /**
   * Closes the connections of a cycle after an unexpected error, so that the worker can continue
   * with the others.
   */
  public void abandonCycle(Throwable cause) {
    batch.clear();
    giveBackDetached();
    abandon(connection -> connection.requestClose("internal error: " + cause));
  }

  /** Waits for work, at most this long. */
  public void await(long maxWaitNs) {
    schedule().await(maxWaitNs);
  }

  /** Ends a wait. Any thread. */
  public void wakeup() {
    schedule().wakeup();
  }
}
