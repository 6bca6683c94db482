package maestro.entries;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import maestro.api.EntryCheck;
import maestro.metrics.Metrics;
import maestro.net.Session;

/**
 * Keeps the entries of all switches true: a {@link Reconciliation} for each.
 *
 * <ol>
 *   <li>A switch is looked at when it has joined, when the applications were exchanged, when one
 *       was taken out, and when an application asks for it.
 *   <li>Few switches are asked at a time. One that has given no sign of life for a moment does not
 *       count: it costs nothing, and the others do not wait for it.
 *   <li>What waits between workers, the event thread and switches is bounded in bytes.
 * </ol>
 *
 * <p>Threads: the methods that say so are for any thread, the others for the event thread, on which
 * all of it happens but for the parts of a {@link Dump}.
 */
public final class Reconciler implements EntryCheck {
  static final int MOST_AT_ONCE = 16;
  static final long QUIET_NS = 200_000_000L;
  static final Duration TICK = Duration.ofMillis(50);

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
  private final MemoryBudget budget = new MemoryBudget(MOST_WAITING_BYTES);

  private final Map<Long, Reconciliation> bySwitch = new HashMap<>();
  private final ArrayDeque<Reconciliation> queue = new ArrayDeque<>();

  /** Those that are being asked. */
  private final Set<Reconciliation> asked = new LinkedHashSet<>();

  private boolean ticks;

  /** Volatile: set by who ends it. */
  private volatile boolean ended;

  /**
   * Knows no switch yet.
   *
   * @param clock nanoseconds, that of requests
   * @param silence a switch that says nothing for so long does not answer
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

  /** A switch has joined, or is there when the applications begin. Any thread. */
  public void joined(Session session) {
    joined(new EntrySwitch.OfSession(session));
  }

  /** A switch has left. Any thread. */
  public void left(Session session) {
    left(new EntrySwitch.OfSession(session));
  }

  void joined(EntrySwitch joining) {
    execute(() -> begin(joining));
  }

  void left(EntrySwitch leaving) {
    execute(() -> forget(leaving));
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

  /** Asks all switches after a time. Any thread. */
  public void checkAllAfter(Duration delay) {
    events.executeAfter(delay, this::checkAll);
  }

  /** Whose entries it keeps. Any thread. */
  public EntryOwners owners() {
    return owners;
  }

  /** The applications have ended: what still comes is dropped. Any thread. */
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

  /** It wants to ask. */
  void queue(Reconciliation reconciliation) {
    queue.add(reconciliation);
  }

  /** It has asked and is done, or has given up. */
  void finished(Reconciliation reconciliation) {
    asked.remove(reconciliation);
    if (!queue.isEmpty()) {
      execute(this::run);
    }
  }

  /** Lets as many ask as may, and sees to it that time passes for all. */
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

  /** A dump whose outcomes go to a switch's reconciliation. */
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

  MemoryBudget budget() {
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
