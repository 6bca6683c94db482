package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.distribution.Schedule;
import maestro.net.connection.Chopped;
import maestro.simulate.Engine.Kind;
import maestro.simulate.costs.Costs;
import maestro.worker.DutyCycle;

/**
 * The duty cycle of a worker in virtual time: requests are only counted, and what is done with them
 * is charged. A visit is one step, a batch another one.
 */
final class VirtualWorker extends DutyCycle<VirtualSwitch> {
  private final Engine engine;
  private final Sockets sockets;
  private final Costs costs;
  private final SharedLine line;

  private final Engine.Actor actor =
      new Engine.Actor() {
        @Override
        void step() {
          VirtualWorker.this.step();
        }
      };

  private final List<VirtualSwitch> inBatch = new ArrayList<>();
  private final List<Integer> requestsInBatch = new ArrayList<>();
  private int batchCount;
  private boolean visiting;
  private boolean running;

  VirtualWorker(Parts parts, Schedule schedule, SharedLine line) {
    super(schedule, parts.batchPerVisit(), parts.policies().get(), parts.bound());
    inOrder(parts.inOrder());
    this.engine = parts.sockets().engine();
    this.sockets = parts.sockets();
    this.costs = sockets.costs();
    this.line = line;
  }

  /** The parts that all workers of a controller share. */
  record Parts(
      Sockets sockets,
      boolean batchPerVisit,
      boolean inOrder,
      DelayBound bound,
      Supplier<BatchingPolicy> policies) {}

  /** The process that takes its steps. */
  Engine.Actor actor() {
    return actor;
  }

  /** Ends what the last step began, whose time is over, and begins the next visit or batch. */
  void step() {
    if (running) {
      endBatch();
    }
    if (visiting) {
      visiting = false;
      if (endVisit()) {
        beginBatch();
        return;
      }
    }
    if (visits() == 0) {
      begin();
    }
    visiting = visitNext();
    if (!visiting && visits() > 0) {
      beginBatch();
    } else if (!visiting) {
      schedule().await(MAX_WAIT_NS);
    }
  }

  @Override
  protected long clockNs() {
    return engine.nowNs();
  }

  @Override
  protected VirtualSwitch next() {
    long polls = schedule().pollsOfOthers();
    VirtualSwitch member = (VirtualSwitch) schedule().next(nowNs());
    polls = schedule().pollsOfOthers() - polls;
    if (polls > 0) {
      line.charge(polls);
    }
    if (member != null) {
      sockets.chargeHandOver(member);
      sockets.awaitReadAhead(member);
    }
    return member;
  }

  @Override
  protected boolean open(VirtualSwitch member) {
    engine.charge(Kind.STAGE, costs.stage().visitNs());
    return true;
  }

  @Override
  protected int read(VirtualSwitch member, int maxBytes) {
    return member.read(maxBytes);
  }

  @Override
  protected Chopped chop(VirtualSwitch member, int maxRequests) {
    int room = MAX_BATCH_REQUESTS - batchCount;
    member.chop(Math.min(maxRequests, room));
    int chopped = member.choppedRequests();
    add(member, chopped);
    if (!member.hasWholeRequest()) {
      return Chopped.EMPTY;
    }
    return chopped == maxRequests ? Chopped.LIMIT : Chopped.RUN_FIRST;
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

  @Override
  protected void leave(VirtualSwitch member, boolean isBacklogged) {}

  @Override
  protected int batchedRequests() {
    return batchCount;
  }

  @Override
  protected boolean hasRoom(int members) {
    return true;
  }

  @Override
  protected void detach(VirtualSwitch member) {}

  @Override
  protected void letGo(VirtualSwitch member) {
    member.leaveCycle();
    member.release();
  }

  /** Runs the batch: charges its costs now; its effects follow when that time is over. */
  private void beginBatch() {
    running = true;
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
    end(requests, engine.nowNs());
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

  /** Runs the batch in the middle of a visit, with its effects. */
  @Override
  protected long runBatch() {
    engine.charge(Kind.STAGE, costOfRun());
    for (int i = 0; i < inBatch.size(); i++) {
      write(i);
      answer(i, engine.nowNs());
    }
    clearBatch();
    return engine.nowNs();
  }
}
