package maestro.entries;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import maestro.api.EntryCheck;
import maestro.api.SwitchInfo;
import maestro.metrics.Metrics;
import maestro.net.session.Session;

/**
 * Reconciles the entries of all switches, with one {@link Reconciliation} each.
 *
 * <ol>
 *   <li>A switch is reconciled when it has joined, when the applications were reloaded, when an
 *       application was taken out, when an application asks for it, and from time to time. It is
 *       also reconciled when a port is down or gone and an application judges entries on the
 *       worker: such an application does not hear of ports.
 *   <li>At most {@link #MOST_AT_ONCE} switches are asked at a time. A switch that has been silent
 *       for {@link #QUIET_NS} does not count, so the others do not wait for it.
 *   <li>Checks from time to time spread over their interval, and none is added while a switch waits
 *       for its turn.
 *   <li>The bytes that wait between workers, the event thread and switches are bounded.
 * </ol>
 *
 * <p>Threads: the methods marked so are for any thread, the others for the event thread. Only a
 * {@link Dump} handles its parts on other threads.
 */
public final class Reconciler implements EntryCheck {
  static final int MOST_AT_ONCE = 16;
  static final long QUIET_NS = 200_000_000L;
  static final Duration TICK = Duration.ofMillis(50);

  /** By then no batch runs any more that has taken the port for one that is up. */
  static final Duration PORT_SETTLE = Duration.ofMillis(250);

  static final Duration ROUTINE_TICK = Duration.ofSeconds(1);

  private static final long MOST_WAITING_BYTES = 64L << 20;

  /** The event thread. */
  public interface Events extends Executor {
    /** Runs a task after a time, unless the thread has ended. */
    void executeAfter(Duration delay, Runnable task);
  }

  private final EntryOwners owners;
  private final Events events;
  private final LongSupplier clock;
  private final long silenceNs;
  private final Metrics metrics;
  private final WaitingBytes budget = new WaitingBytes(MOST_WAITING_BYTES);

  /** The switches that have lost a port, and will be checked. Any thread. */
  private final Set<Long> portsLost = ConcurrentHashMap.newKeySet();

  private final Map<Long, Reconciliation> bySwitch = new HashMap<>();
  private final ArrayDeque<Reconciliation> queue = new ArrayDeque<>();

  /** The reconciliations in progress. */
  private final Set<Reconciliation> asked = new LinkedHashSet<>();

  private boolean ticks;

  /** Volatile: set by the thread that ends it. */
  private volatile boolean ended;

  /**
   * Makes a reconciler without switches.
   *
   * @param clock nanoseconds, the clock of requests
   * @param silence the silence after which a switch counts as not answering
   */
  public Reconciler(
      EntryOwners owners, Events events, LongSupplier clock, Duration silence, Metrics metrics) {
    this.owners = owners;
    this.events = events;
    this.clock = clock;
    this.silenceNs = silence.toNanos();
    this.metrics = metrics;
  }

  // ---- any thread ----

  /**
   * Called when a switch has joined, and for each switch when the applications begin. Any thread.
   */
  public void joined(Session session) {
    joined(new EntrySwitch.OfSession(session));
  }

  /** Called when a switch has left. Any thread. */
  public void left(Session session) {
    left(new EntrySwitch.OfSession(session));
  }

  void joined(EntrySwitch joining) {
    execute(() -> begin(joining));
  }

  void left(EntrySwitch leaving) {
    execute(() -> forget(leaving));
  }

  /** Called when a port of a switch is down or gone. Any thread. */
  public void portLost(SwitchInfo info) {
    long datapathId = info.datapathId();
    if (owners.areAnyLocal() && portsLost.add(datapathId)) { // else it is queued already
      events.executeAfter(
          PORT_SETTLE,
          () -> {
            portsLost.remove(datapathId);
            check(datapathId);
          });
    }
  }

  @Override
  public void check(long datapathId) {
    execute(
        () -> {
          Reconciliation known = bySwitch.get(datapathId);
          if (known != null) {
            known.want();
            run();
          }
        });
  }

  @Override
  public void checkAll() {
    execute(
        () -> {
          bySwitch.values().forEach(Reconciliation::want);
          run();
        });
  }

  /** Reconciles all switches after a time. Any thread. */
  public void checkAllAfter(Duration delay) {
    events.executeAfter(delay, this::checkAll);
  }

  /**
   * Reconciles each switch again when this time has passed since the last time. Call it once. Any
   * thread.
   *
   * @param everyNs at least a second; empty: never
   */
  public void checkEach(OptionalLong everyNs) {
    everyNs.ifPresent(this::checkLater);
  }

  private void checkLater(long everyNs) {
    events.executeAfter(ROUTINE_TICK, () -> execute(() -> checkSome(everyNs)));
  }

  /** The owners of entries. Any thread. */
  public EntryOwners owners() {
    return owners;
  }

  /** Called when the applications have ended: drops everything that still comes. Any thread. */
  public void end() {
    ended = true;
  }

  private void execute(Runnable task) {
    events.execute(
        () -> {
          if (!ended) {
            task.run();
          }
        });
  }

  // ---- the event thread ----

  private void begin(EntrySwitch joining) {
    if (joining.isGone()) {
      return; // at a reload its end may have been told before
    }
    Reconciliation known = bySwitch.get(joining.info().datapathId());
    if (known == null || !known.owner().equals(joining)) {
      if (known != null) {
        drop(known);
      }
      known = new Reconciliation(joining, this);
      bySwitch.put(joining.info().datapathId(), known);
    }
    known.want();
    run();
  }

  private void forget(EntrySwitch leaving) {
    Reconciliation known = bySwitch.get(leaving.info().datapathId());
    if (known != null && known.owner().equals(leaving)) {
      bySwitch.remove(leaving.info().datapathId());
      drop(known);
      run();
    }
  }

  private void drop(Reconciliation known) {
    queue.remove(known);
    asked.remove(known);
    known.end();
  }

  /** Queues a reconciliation that wants to ask its switch. */
  void queue(Reconciliation reconciliation) {
    queue.add(reconciliation);
  }

  /** Removes a reconciliation that is done or has given up. */
  void finished(Reconciliation reconciliation) {
    asked.remove(reconciliation);
    if (!queue.isEmpty()) {
      execute(this::run);
    }
  }

  /** Starts as many reconciliations as may run, and schedules the next tick. */
  private void run() {
    long nowNs = nowNs();
    long busy = asked.stream().filter(each -> nowNs - each.lastSignNs() < QUIET_NS).count(); // 2
    while (busy < MOST_AT_ONCE && !queue.isEmpty()) {
      Reconciliation next = queue.remove();
      asked.add(next);
      next.ask();
      busy++;
    }
    if (!ticks && !bySwitch.isEmpty()) {
      ticks = true;
      events.executeAfter(TICK, () -> execute(this::tick));
    }
  }

  private void tick() {
    ticks = false;
    long nowNs = nowNs();
    boolean busy = false;
    for (Reconciliation each : bySwitch.values().toArray(Reconciliation[]::new)) {
      each.tick(nowNs);
      busy |= each.isBusy();
    }
    if (busy) {
      run();
    }
  }

  /** Asks for the checks that are due, those that are due for the longest time first. */
  private void checkSome(long everyNs) {
    if (queue.isEmpty()) { // 3
      long ticks = Math.max(1, everyNs / ROUTINE_TICK.toNanos());
      long most = (bySwitch.size() + ticks - 1) / ticks;
      long nowNs = nowNs();
      bySwitch.values().stream()
          .filter(each -> each.isIdleFor(everyNs, nowNs))
          .sorted(Comparator.comparingLong(each -> each.askedNs() - nowNs))
          .limit(most)
          .forEach(Reconciliation::want);
      run();
    }
    checkLater(everyNs);
  }

  /** Makes a dump whose outcomes go to the reconciliation. */
  Dump newDump(Reconciliation reconciliation) {
    Dump[] dump = new Dump[1];
    dump[0] =
        new Dump(
            reconciliation.owner(),
            owners,
            budget,
            clock,
            outcome ->
                execute(
                    () -> {
                      reconciliation.onOutcome(dump[0], outcome);
                      run();
                    }));
    return dump[0];
  }

  Events events() {
    return events;
  }

  WaitingBytes budget() {
    return budget;
  }

  Metrics metrics() {
    return metrics;
  }

  long silenceNs() {
    return silenceNs;
  }

  long nowNs() {
    return clock.getAsLong();
  }
}
