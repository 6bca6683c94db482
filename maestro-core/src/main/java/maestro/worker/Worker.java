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
import maestro.net.BufferPool;
import maestro.net.Chopped;
import maestro.net.Connection;
import maestro.net.RequestBatch;
import maestro.sequence.WorkerSequence;
import org.jspecify.annotations.Nullable;

/**
 * One worker's duty cycle. Read {@link #doWork} first; the rest follows in its order.
 *
 * <p>A worker holds the claim of a connection from the first visit in a cycle until the batch has
 * run and the replies are written. With {@code ordering = none} it holds the claim only during the
 * visit. A cycle ends when the batch has reached the threshold, its time is up, no member is to be
 * had, a connection must be closed, or the worker has no buffers for another visit. With some
 * strategies it ends after each visit.
 *
 * <p>Threads: its own, or a test's. In steady state nothing here allocates.
 */
public final class Worker {
  private final Schedule schedule;
  private final boolean batchPerVisit;
  private final BatchingPolicy policy;
  private final DelayBound bound;
  private final RequestBatch batch;
  private final BufferPool pool;
  private final Counters counters;
  private final LongSupplier clock;

  /** Replaced only while the worker rests between two cycles. */
  private WorkerSequence sequence;

  /**
   * Whether the worker keeps the claim of a switch until its requests are handled. Replaced with
   * the sequence.
   */
  private boolean inOrder;

  /** Input buffers of switches whose claims were released before their requests were handled. */
  private ByteBuffer[] detached = new ByteBuffer[16];

  private int detachedCount;
  private Connection[] held = new Connection[256];
  private int heldCount;

  /** The visits since one has left input behind, or may have. */
  private long visitsSinceMore;

  private long batchStartNs;
  private long nowNs;

  /** When the answers of the last batch were written. */
  private long writtenNs;

  /**
   * Makes a worker.
   *
   * @param batchPerVisit whether a batch ends with each visit, whatever its size
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
    this.schedule = schedule;
    this.batchPerVisit = batchPerVisit;
    this.policy = policy;
    this.bound = bound;
    sequence(sequence);
    this.batch = batch;
    this.pool = pool;
    this.counters = counters;
    this.clock = clock;
  }

  /** Runs another sequence from the next cycle on. Call it only while the worker rests. */
  public void sequence(WorkerSequence next) {
    sequence = next;
    inOrder = next.isInOrder();
  }

  /**
   * One cycle: gathers a batch and runs it. Returns the number of visits; 0 when nothing was ready.
   */
  public int doWork() {
    nowNs = clock.getAsLong();
    batchStartNs = nowNs;
    long cycleStartNs = nowNs;
    int visits = 0;
    boolean due = false;
    boolean closing = false;
    boolean drained = false;
    while (!due && !closing) {
      Connection connection = (Connection) schedule.next(nowNs);
      if (connection == null) {
        drained = visits > 0 && schedule.isDrained();
        break;
      }
      visit(connection);
      closing = connection.closeReason() != null; // stays ready until it is closed
      if (!inOrder) {
        letGoEarly(connection);
      }
      visits++;
      nowNs = clock.getAsLong();
      due =
          batchPerVisit
              || batch.count() >= policy.threshold()
              || timeIsUp()
              || !pool.hasRoom(heldCount);
    }
    if (visits > 0) {
      int requests = batch.count();
      int switches = inOrder ? heldCount : visits;
      runBatch(null);
      if (batchPerVisit && requests > 0) {
        schedule.ran(requests, writtenNs - nowNs);
      }
      adapt(drained, due, requests, visits, switches);
      counters.add(Counter.VISITS, visits);
      counters.threshold(policy.threshold());
      counters.addBusyNs(writtenNs - cycleStartNs);
    }
    return visits;
  }

  private boolean timeIsUp() {
    return nowNs - batchStartNs >= bound.ns();
  }

  /** A batch that is neither full nor the last of what is pending says nothing. */
  private void adapt(boolean drained, boolean due, int requests, int visits, int switches) {
    if (drained) {
      policy.onNothingPending();
    } else if (due && requests > 0) {
      policy.onGathered(visits, switches);
      boolean isPending = visitsSinceMore <= schedule.visitsToMeetAll();
      policy.onFullBatch(requests, writtenNs - batchStartNs, isPending);
    }
  }

  /**
   * One visit: cuts off and reads until the allowance is used up or nothing is left. While it has
   * served nothing it goes on reading, so that a visit that ends as backlogged has brought the
   * connection forward, however long the next message is and however small the allowance.
   */
  private void visit(Connection connection) {
    hold(connection);
    if (!connection.gate().mayBeServed(nowNs)) {
      schedule.visited(connection, 0, Outcome.DRAINED);
      if (!connection.gate().isReadingOff()) { // the reason is gone already
        schedule.ready(connection);
      }
      return;
    }
    batch.waitingSince(connection.waiting().sinceNs(nowNs));
    batch.readAt(connection.readTime(nowNs));
    connection.openInput(pool);
    int allowance = schedule.allowance(connection);
    int readBytes = connection.bytesToRead(schedule.readBytes(connection), allowance);
    boolean mayRead = readBytes > 0 && !connection.hasEnded();
    boolean readDue = mayRead && connection.bufferedBytes() < readBytes / 2;
    int served = 0;
    while (true) {
      if (readDue) {
        readDue = false;
        mayRead = read(connection, readBytes) && allowance != Schedule.ONE_READ;
        if (connection.isCongested()) { // by the replies of the batch that was run to make room
          finish(connection, served, true);
          return;
        }
      }
      Chopped chopped = connection.chop(batch, allowance - served, inOrder);
      served += connection.choppedRequests();
      counters.add(Counter.REQUESTS_DROPPED, connection.gate().takeDropped());
      if (chopped == Chopped.RUN_FIRST) {
        runBatch(connection);
        if (connection.isCongested()) { // the rest waits until the switch reads its answers
          finish(connection, served, true);
          return;
        }
      } else if (chopped != Chopped.EMPTY) {
        finish(connection, served, chopped == Chopped.LIMIT);
        return;
      } else if (!mayRead || (served > 0 && served >= allowance / 2)) {
        // The rest is not worth a batch of its own.
        finish(
            connection, served, readBytes > 0 ? connection.mayHaveMore() : connection.holdsMore());
        return;
      } else {
        readDue = true;
      }
    }
  }

  /**
   * Reads once. When requests of the batch fill the input buffer, runs the batch first. Returns
   * whether the next read may bring something: this one did, and left more.
   */
  private boolean read(Connection connection, int readBytes) {
    int count = connection.read(readBytes, pool, nowNs);
    if (count == Connection.BUFFER_FULL) {
      runBatch(connection);
      count = connection.read(readBytes, pool, nowNs);
    }
    return count > 0 && connection.mayHaveMore();
  }

  private void finish(Connection connection, int served, boolean backlogged) {
    visitsSinceMore = backlogged || connection.mayHaveMore() ? 0 : visitsSinceMore + 1;
    connection.waiting().visited(nowNs, backlogged);
    if (connection.standstill().visited(connection.movedBytes())) {
      counters.add(Counter.STOOD_STILL, 1);
    }
    schedule.visited(connection, served, backlogged ? Outcome.BACKLOGGED : Outcome.DRAINED);
  }

  private void hold(Connection connection) {
    if (connection.enterCycle()) {
      if (heldCount == held.length) {
        held = Arrays.copyOf(held, 2 * heldCount);
      }
      held[heldCount++] = connection;
    }
  }

  /**
   * Runs the sequence over the batch, writes the replies and releases the claims.
   *
   * @param visited the connection whose visit continues and whose claim the worker keeps; null for
   *     none
   */
  private void runBatch(@Nullable Connection visited) {
    int requests = batch.count();
    if (requests > 0) {
      sequence.run(nowNs);
      count();
    }
    giveBackDetached();
    for (int i = 0; i < heldCount; i++) {
      held[i].flushReplies(pool);
    }
    writtenNs = clock.getAsLong();
    if (requests > 0) {
      countWaits();
      batch.clear();
    }
    for (int i = 0; i < heldCount; i++) {
      if (held[i] == visited) {
        held[i].batchWasRun();
      } else {
        letGo(held[i]);
      }
      held[i] = null;
    }
    heldCount = 0;
    if (visited != null) { // the rest of the visit is a new batch
      held[heldCount++] = visited;
      batchStartNs = writtenNs;
    }
  }

  /** After the sequence has told flow requests from events: what was counted never shrinks. */
  private void count() {
    int allEvents = 0;
    int from = 0;
    for (int run = 0; run < batch.runCount(); run++) {
      Connection connection = batch.connection(run);
      int served = batch.end(run) - from;
      int events = batch.events(run);
      if (inOrder) {
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

  private void countWaits() {
    int from = 0;
    for (int run = 0; run < batch.runCount(); run++) {
      long waitedNs = writtenNs - batch.sinceNs(run);
      int requests = batch.end(run) - from - batch.events(run);
      if (inOrder) {
        batch.connection(run).waiting().answered(waitedNs, requests);
      } else {
        batch.connection(run).waiting().answeredTogether(waitedNs, requests);
      }
      from = batch.end(run);
    }
  }

  /**
   * Releases the claim of a switch whose requests are gathered but not handled, so that another
   * worker can visit the switch.
   */
  private void letGoEarly(Connection connection) {
    ByteBuffer input = connection.detachInput(pool);
    if (input != null) {
      if (detachedCount == detached.length) {
        detached = Arrays.copyOf(detached, 2 * detachedCount);
      }
      detached[detachedCount++] = input;
    }
    heldCount--;
    held[heldCount] = null;
    letGo(connection);
    schedule.releasedEarly();
  }

  private void giveBackDetached() {
    while (detachedCount > 0) {
      detachedCount--;
      pool.give(detached[detachedCount]);
      detached[detachedCount] = null;
    }
  }

  private void letGo(Connection connection) {
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
    int count = heldCount;
    heldCount = 0;
    for (int i = 0; i < count; i++) {
      Connection connection = held[i];
      held[i] = null;
      if (connection != null) { // else it was released before the error
        connection.requestClose("internal error: " + cause);
        letGo(connection);
      }
    }
  }

  /** Waits for work, at most this long. */
  public void await(long maxWaitNs) {
    schedule.await(maxWaitNs);
  }

  /** Ends a wait. Any thread. */
  public void wakeup() {
    schedule.wakeup();
  }
}
