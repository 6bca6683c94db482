package maestro.simulate;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Random;
import maestro.distribution.Parking;
import maestro.simulate.costs.Costs;

/**
 * Virtual time, and processes that take turns in it.
 *
 * <ol>
 *   <li>A process does one step at a time. The effects of a step happen at once. Its costs are
 *       charged, and the process continues when that time is over.
 *   <li>A step that ends in a wait blocks its process until it is woken or its time is up.
 *   <li>With fewer cores than processes, runnable processes wait in one queue, first in first out.
 *       A process that has had a core for a time slice goes to the end of the queue.
 *   <li>Events of the same time happen in the order in which they were planned.
 * </ol>
 */
final class Engine implements Parking {
  /** A process that works on a core. */
  abstract static class Actor {
    private long token;
    private boolean blocked;
    private boolean parked;
    private boolean permit;
    private boolean queued;
    private long sliceStartNs;
    private long wakeNs;
    private long busyUntilNs;
    private Runnable onWake = () -> {};
    private double busyNs;

    /** The time that it has worked. */
    double busyNs() {
      return busyNs;
    }

    /** Does one step, and charges its costs by {@link Engine#charge}. */
    abstract void step();
  }

  /** The kinds of work that take time. */
  enum Kind {
    KERNEL,
    STAGE,
    MEMORY,
    WAIT
  }

  /** The time that all processes have spent on each kind of work, in nanoseconds. */
  record Spent(double kernelNs, double stageNs, double memoryNs) {}

  private record Event(long atNs, long number, Actor actor, long token) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          (a, b) -> {
            int byTime = Long.compare(a.atNs, b.atNs);
            return byTime != 0 ? byTime : Long.compare(a.number, b.number);
          });
  private final ArrayDeque<Actor> waitingForCore = new ArrayDeque<>();
  private final Costs.Kernel costs;
  private final Random random;
  private int freeCores;
  private long eventCount;
  private long nowNs;
  private double chargedNs;
  private double kernelNs;
  private double stageNs;
  private double memoryNs;
  private Actor current;

  /**
   * An engine at time 0.
   *
   * @param cores how many processes can work at once
   * @param seed the seed of the random variation
   */
  Engine(Costs.Kernel costs, int cores, long seed) {
    this.costs = costs;
    this.random = new Random(seed);
    this.freeCores = cores;
  }

  /** Starts a process at this time. */
  void start(Actor actor, long atNs) {
    actor.blocked = true;
    plan(actor, atNs);
  }

  /** Runs all events before this time. */
  void runUntil(long endNs) {
    while (!events.isEmpty() && events.peek().atNs < endNs) {
      Event event = events.poll();
      if (event.token == event.actor.token) {
        nowNs = event.atNs;
        happen(event.actor);
      }
    }
    nowNs = endNs;
  }

  /** The time, with the costs that this step has charged. */
  long nowNs() {
    return nowNs + (long) chargedNs;
  }

  /** The process whose step runs. */
  Actor current() {
    return current;
  }

  /** Charges costs to the step. */
  void charge(Kind kind, double ns) {
    chargedNs += ns;
    switch (kind) {
      case KERNEL -> kernelNs += ns;
      case STAGE -> stageNs += ns;
      case MEMORY -> memoryNs += ns;
      case WAIT -> {}
    }
  }

  /** So far. */
  Spent spent() {
    return new Spent(kernelNs, stageNs, memoryNs);
  }

  /** Runs an action of an actor that has a core of its own, now. */
  void outside(Runnable what) {
    current = null;
    what.run();
    chargedNs = 0;
  }

  private void happen(Actor actor) {
    if (actor.blocked) {
      actor.blocked = false;
      actor.parked = false;
      if (freeCores == 0) { // 3
        enqueue(actor);
        return;
      }
      freeCores--;
      actor.sliceStartNs = nowNs;
    } else if (actor.queued) { // it has a core now
      actor.queued = false;
      actor.sliceStartNs = nowNs;
    }
    step(actor);
  }

  private void step(Actor actor) {
    current = actor;
    chargedNs = 0;
    Runnable onWake = actor.onWake;
    actor.onWake = () -> {};
    onWake.run();
    actor.step(); // 1
    double variation = 1 + costs.variation() * (2 * random.nextDouble() - 1);
    long endNs = nowNs + Math.max(1, Math.round(chargedNs * variation));
    chargedNs = 0;
    actor.busyNs += endNs - nowNs;
    actor.busyUntilNs = endNs;
    if (actor.blocked) { // 2
      giveCoreAway(endNs);
    } else if (!waitingForCore.isEmpty()
        && endNs - actor.sliceStartNs >= (long) costs.timeSliceNs()) {
      giveCoreAway(endNs);
      enqueue(actor);
    } else {
      plan(actor, endNs);
    }
  }

  private void enqueue(Actor actor) {
    actor.queued = true;
    actor.token++;
    waitingForCore.add(actor);
  }

  private void giveCoreAway(long atNs) {
    Actor next = waitingForCore.poll();
    if (next == null) {
      freeCores++;
    } else {
      plan(next, atNs + Math.round(costs.contextSwitchNs()));
    }
  }

  private void plan(Actor actor, long atNs) {
    actor.token++;
    actor.wakeNs = atNs;
    events.add(new Event(atNs, eventCount++, actor, actor.token)); // 4
  }

  /**
   * Makes the current process wait from the end of its step.
   *
   * @param onWake runs first when the process continues
   */
  void block(long untilNs, Runnable onWake) {
    current.blocked = true;
    current.onWake = onWake;
    plan(current, Math.max(untilNs, nowNs() + 1));
  }

  /** Ends a process's wait at this time, if it waits and would wait for longer. */
  void wakeBy(Actor actor, long atNs) {
    if (actor.blocked && atNs < actor.wakeNs) {
      plan(actor, Math.max(atNs, actor.busyUntilNs));
    }
  }

  // ---- Parking: what the strategies call ----

  @Override
  public Object self() {
    return current;
  }

  @Override
  public void park(long maxNs) {
    if (current.permit) {
      current.permit = false;
    } else {
      charge(Kind.KERNEL, costs.parkNs());
      block(nowNs() + maxNs, () -> {});
      current.parked = true;
    }
  }

  @Override
  public void unpark(Object waiter) {
    Actor actor = (Actor) waiter;
    if (actor.blocked && actor.parked) {
      actor.parked = false;
      charge(Kind.KERNEL, costs.wakeUpNs());
      wakeBy(actor, nowNs() + (long) costs.wakeLatencyNs());
    } else {
      actor.permit = true;
    }
  }
}
