package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.distribution.Schedule;
import maestro.distribution.Schedule.Outcome;
import maestro.simulate.Engine.Kind;
import maestro.simulate.costs.Costs;

/**
 * The duty cycle of {@code maestro.worker.Worker} in virtual time: the same decisions, by the same
 * schedule and batching policy. Requests are only counted. A visit is one step, a batch another
 * one. {@code VisitLoopTest} compares the decisions of both cycles.
 */
final class VirtualWorker extends Engine.Actor {
  static final int MAX_BATCH_REQUESTS = 8192;
  private static final long MAX_WAIT_NS = 100_000_000;

  private final Engine engine;
  private final Sockets sockets;
  private final Costs costs;
  private final int index;
  private final Schedule schedule;
  private final boolean batchPerVisit;
  private final boolean inOrder;
  private final BatchingPolicy policy;
  private final DelayBound bound;
  private final SharedLine line;

  private final List<VirtualSwitch> held = new ArrayList<>();
  private final List<VirtualSwitch> inBatch = new ArrayList<>();
  private final List<Integer> requestsInBatch = new ArrayList<>();
  private int batchCount;
  private int visits;
  private long batchStartNs;
  private long gatheredNs;

  // The current visit.
  private VirtualSwitch visited;
  private int served;
  private boolean backlogged;

  // The current batch.
  private boolean running;
  private boolean drained;
  private boolean due;
  private long visitsSinceMore;

  VirtualWorker(Parts parts, int index, Schedule schedule, SharedLine line) {
    this.engine = parts.sockets().engine();
    this.sockets = parts.sockets();
    this.costs = sockets.costs();
    this.index = index;
    this.schedule = schedule;
    this.batchPerVisit = parts.batchPerVisit();
    this.inOrder = parts.inOrder();
    this.bound = parts.bound();
    this.policy = parts.policies().get();
    this.line = line;
  }

  /** The parts that all workers of a controller share. */
  record Parts(
      Sockets sockets,
      boolean batchPerVisit,
      boolean inOrder,
      DelayBound bound,
      Supplier<BatchingPolicy> policies) {}

  @Override
  void step() {
    if (running) {
      endBatch();
    }
    if (visited != null) {
      endVisit();
      if (due) {
        beginBatch();
        return;
      }
    }
    gather();
  }

  private void gather() {
    if (visits == 0) {
      batchStartNs = engine.nowNs();
      drained = false;
      due = false;
    }
    VirtualSwitch member = next();
    if (member != null) {
      visit(member);
    } else if (visits > 0) {
      drained = schedule.isDrained();
      beginBatch();
    } else {
      schedule.await(MAX_WAIT_NS);
    }
  }

  private VirtualSwitch next() {
    long polls = schedule.pollsOfOthers();
    VirtualSwitch member = (VirtualSwitch) schedule.next(engine.nowNs());
    polls = schedule.pollsOfOthers() - polls;
    if (polls > 0) {
      line.charge(polls);
    }
    if (member != null) {
      sockets.chargeHandOver(member);
      sockets.awaitReadAhead(member);
    }
    return member;
  }

  private void visit(VirtualSwitch member) {
    engine.charge(Kind.STAGE, costs.stage().visitNs());
    if (member.enterCycle()) {
      held.add(member);
    }
    visited = member;
    served = 0;
    int allowance = schedule.allowance(member);
    int readBytes = member.bytesToRead(schedule.readBytes(member), allowance);
    boolean mayRead = readBytes > 0;
    boolean readDue = mayRead && member.bufferedBytes() < readBytes / 2;
    while (true) {
      if (readDue) {
        readDue = false;
        read(member, readBytes);
        mayRead = member.mayHaveMore() && allowance != Schedule.ONE_READ;
      }
      int room = Math.min(allowance - served, MAX_BATCH_REQUESTS - batchCount);
      int chopped = member.chop(room);
      engine.charge(Kind.STAGE, chopped * costs.stage().chopNs());
      add(member, chopped);
      served += chopped;
      if (member.hasWholeRequest()) {
        if (served < allowance) { // the batch is full
          runWithin(member);
        } else {
          backlogged = true;
          return;
        }
      } else if (!mayRead || served >= allowance / 2) {
        backlogged = readBytes > 0 && member.mayHaveMore();
        return;
      } else {
        readDue = true;
      }
    }
  }

  private void read(VirtualSwitch member, int readBytes) {
    if (member.read(readBytes) == VirtualSwitch.BUFFER_FULL) {
      runWithin(member);
      member.read(readBytes);
    }
  }

  private void add(VirtualSwitch member, int requests) {
    if (requests == 0) {
      return;
    }
    batchCount += requests;
    int last = inBatch.size() - 1;
    if (last >= 0 && inBatch.get(last) == member) {
      requestsInBatch.set(last, requestsInBatch.get(last) + requests);
    } else {
      inBatch.add(member);
      requestsInBatch.add(requests);
    }
  }

  private void endVisit() {
    VirtualSwitch member = visited;
    visited = null;
    visitsSinceMore = backlogged || member.mayHaveMore() ? 0 : visitsSinceMore + 1;
    schedule.visited(member, served, backlogged ? Outcome.BACKLOGGED : Outcome.DRAINED);
    visits++;
    if (!inOrder) { // the batch keeps the requests that it has of it
      held.remove(held.size() - 1);
      member.leaveCycle();
      member.release();
      schedule.releasedEarly();
    }
    due =
        batchPerVisit
            || batchCount >= policy.threshold()
            || engine.nowNs() - batchStartNs >= bound.ns();
  }

  /** Runs the batch: charges its costs now; its effects follow when that time is over. */
  private void beginBatch() {
    running = true;
    gatheredNs = engine.nowNs();
    engine.charge(Kind.STAGE, costOfRun());
    for (int i = 0; i < inBatch.size(); i++) {
      write(i);
    }
  }

  /** One worker at a time writes to a switch. */
  private void write(int run) {
    VirtualSwitch member = inBatch.get(run);
    engine.charge(Kind.WAIT, (double) Math.max(0, member.writtenUntilNs - engine.nowNs()));
    engine.charge(Kind.KERNEL, writeNs(run));
    member.writtenUntilNs = engine.nowNs();
  }

  private double costOfRun() {
    Costs.Stage stage = costs.stage();
    return batchCount == 0 ? 0 : stage.batchNs() + batchCount * stage.requestNs();
  }

  private double writeNs(int run) {
    return sockets.writeNs((long) requestsInBatch.get(run) * costs.stage().answerBytes());
  }

  private void endBatch() {
    running = false;
    int requests = batchCount;
    double atNs = engine.nowNs();
    for (int i = inBatch.size() - 1; i >= 0; i--) { // the last write has just ended
      answer(i, (long) atNs);
      atNs -= writeNs(i);
    }
    clearBatch();
    for (int i = 0; i < held.size(); i++) {
      held.get(i).leaveCycle();
      held.get(i).release();
    }
    int gatheredVisits = visits;
    int switches = inOrder ? held.size() : visits;
    held.clear();
    visits = 0;
    if (batchPerVisit && requests > 0) {
      schedule.ran(requests, engine.nowNs() - gatheredNs);
    }
    if (drained) {
      policy.onNothingPending();
    } else if (due && requests > 0) {
      policy.onGathered(gatheredVisits, switches);
      boolean isPending = visitsSinceMore <= schedule.visitsToMeetAll();
      policy.onFullBatch(requests, engine.nowNs() - batchStartNs, isPending);
    }
  }

  private void answer(int run, long atNs) {
    VirtualSwitch member = inBatch.get(run);
    int requests = requestsInBatch.get(run);
    member.addServedRequestsTogether(requests);
    member.answer(requests, atNs + (long) costs.load().roundTripNs());
  }

  private void clearBatch() {
    batchCount = 0;
    inBatch.clear();
    requestsInBatch.clear();
  }

  /** Runs the batch in the middle of a visit, because a buffer is full. */
  private void runWithin(VirtualSwitch member) {
    engine.charge(Kind.STAGE, costOfRun());
    for (int i = 0; i < inBatch.size(); i++) {
      write(i);
      answer(i, engine.nowNs());
    }
    clearBatch();
    for (int i = 0; i < held.size(); i++) {
      VirtualSwitch each = held.get(i);
      if (each == member) {
        each.batchWasRun();
      } else {
        each.leaveCycle();
        each.release();
      }
    }
    held.clear();
    held.add(member);
    batchStartNs = engine.nowNs();
  }

  @Override
  public String toString() {
    return "worker " + index;
  }
}
