package maestro.apps.routeflow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import maestro.api.ApplicationContext;
import maestro.api.Switches;
import maestro.apps.flood.FloodEntries;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * Keeps the spanning tree that entries follow which flood, and changes from one tree to the next
 * without a loop.
 *
 * <p>No tree has a loop. But entries of one tree at some switches and of another tree at others may
 * make a loop, in which a broadcast circles until they expire. What is said of broadcasts holds for
 * packets to the groups and the unknown hosts of {@link TreeDestinations}, too. So:
 *
 * <ol>
 *   <li>One routing table is settled. Entries are installed by this table alone.
 *   <li>A stage that sees another table installs no entry. It sends broadcasts only along links
 *       that belong to both trees, and to ports that lead to hosts. It drops broadcasts that come
 *       in elsewhere.
 *   <li>When the table changes, no table is settled. The entries of switches whose open ports
 *       differ between the trees are removed.
 *   <li>A batch that ran meanwhile may have installed more entries. They are removed {@link
 *       #SETTLE} later. When all these switches have confirmed that with a barrier, the table of
 *       that time is settled.
 *   <li>If a switch does not confirm, the change waits until its entries have expired.
 *   <li>If no entry can exist, because none was installed for longer than entries live, the new
 *       table is settled at once.
 * </ol>
 *
 * <p>Why no broadcast circles: up to the end of (4) each switch sends a broadcast on by an entry of
 * the settled tree, or along a part of that tree by (2). So each link that the broadcast takes
 * belongs to a single tree, and is never the link by which it came. When the new table is settled,
 * each remaining entry of the old tree is also one of the new tree, and each link belongs to the
 * new tree. A broadcast that was under way in between comes in by a port outside the new tree, and
 * {@link RouteStage} drops it, or it goes on along the new tree, once. A switch that has left keeps
 * entries for some seconds; no link of the new tree leads to it.
 *
 * <p>(6) needs an order between threads. A worker first writes the time of its entry and then reads
 * the settled table. The event thread first writes that no table is settled and then reads that
 * time. Both are volatile, so at least one of them sees the other's write.
 *
 * <p>Threads: {@link #settledOr} and {@link #mayInstall} are for workers, the rest is for the event
 * thread.
 */
final class TreeEntries {
  /** Longer than any batch takes. */
  static final Duration SETTLE = Duration.ofMillis(250);

  /** The longest time that a switch may keep an entry beyond its timeout. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final VarHandle STATE;
  private static final VarHandle INSTALLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(TreeEntries.class, "state", State.class);
      INSTALLED = lookup.findVarHandle(TreeEntries.class, "installedNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The state that stages read.
   *
   * @param settled the table whose entries may be in switches; null before the first
   * @param mayInstall whether it is still settled
   */
  private record State(RoutingTable settled, boolean mayInstall) {}

  private static final long NEVER = Long.MIN_VALUE;

  private final ApplicationContext context;
  private final TreeDestinations destinations;
  private final LongSupplier clock;
  private final long livesNs;

  /** Volatile; written by the event thread. Initially no table is settled. */
  private State state = new State(null, false);

  /** The time at which an entry was last installed. Volatile; written by workers. */
  @SuppressWarnings("UnusedVariable") // used through INSTALLED
  private long installedNs = NEVER;

  // Confined to the event thread.
  private RoutingTable current = RoutingTable.EMPTY;
  private boolean isChanging;

  /** The number of changes that took time. */
  private int change;

  /**
   * Makes the state in which no table is settled and no entry exists.
   *
   * @param lives {@link #lives}
   */
  TreeEntries(
      ApplicationContext context,
      TreeDestinations destinations,
      Duration lives,
      LongSupplier clock) {
    this.context = context;
    this.destinations = destinations;
    this.clock = clock;
    this.livesNs = lives.toNanos();
  }

  /** How long a switch may keep an entry with a timeout; zero when there are none. */
  static Duration lives(int timeoutSeconds) {
    return timeoutSeconds == 0 ? Duration.ZERO : Duration.ofSeconds(timeoutSeconds).plus(GRACE);
  }

  /** The time by which entries live. */
  long nowNs() {
    return clock.getAsLong();
  }

  /** Whether broadcasts get entries. */
  boolean areAny() {
    return livesNs > 0;
  }

  /**
   * The settled table, whose tree broadcasts must follow besides the newest one's; may be the
   * newest.
   */
  RoutingTable settledOr(RoutingTable newest) {
    RoutingTable settled = ((State) STATE.getVolatile(this)).settled();
    return settled == null ? newest : settled;
  }

  /** Whether an entry may be installed by this table. If so, it counts as installed. */
  boolean mayInstall(RoutingTable table) {
    INSTALLED.setVolatile(this, clock.getAsLong());
    State now = (State) STATE.getVolatile(this);
    return now.mayInstall() && now.settled() == table;
  }

  /** Handles a new table. */
  void changed(RoutingTable table) {
    current = table;
    if (isChanging || !areAny()) {
      return; // the change under way ends with this table
    }
    RoutingTable before = state.settled();
    STATE.setVolatile(this, new State(before, false)); // 3
    long lastNs = (long) INSTALLED.getVolatile(this);
    boolean isEmpty =
        before == null || lastNs == NEVER || clock.getAsLong() - lastNs > livesNs; // 6
    List<Long> stale = isEmpty ? List.of() : FloodPorts.differing(before, table);
    if (stale.isEmpty()) {
      settle();
      return;
    }
    isChanging = true;
    int own = ++change;
    stale.forEach(this::remove);
    context.after(SETTLE, () -> removeAgain(own)); // 4
    context.after(Duration.ofNanos(livesNs), () -> end(own)); // 5
  }

  private void removeAgain(int own) {
    if (!isGoingOn(own)) {
      return;
    }
    RoutingTable goal = current;
    CompletableFuture<?>[] confirmed =
        FloodPorts.differing(state.settled(), goal).stream()
            .map(this::removeAndConfirm)
            .toArray(CompletableFuture[]::new);
    CompletableFuture<Void> unused =
        CompletableFuture.allOf(confirmed)
            .whenCompleteAsync(
                (all, refused) -> {
                  if (refused == null && goal == current) {
                    end(own);
                  } else if (isGoingOn(own)) {
                    context.after(SETTLE, () -> removeAgain(own));
                  }
                },
                context::later);
  }

  private boolean isGoingOn(int own) {
    return isChanging && own == change;
  }

  private void end(int own) {
    if (isGoingOn(own)) {
      isChanging = false;
      settle();
    }
  }

  private void settle() {
    STATE.setVolatile(this, new State(current, true));
  }

  private CompletableFuture<List<OFMessage>> removeAndConfirm(long datapathId) {
    Switches switches = context.switches();
    if (switches.find(datapathId).isEmpty()) {
      return CompletableFuture.completedFuture(List.of()); // has left; see the class comment
    }
    remove(datapathId);
    return switches.request(datapathId, switches.factory(datapathId).barrierRequest());
  }

  private void remove(long datapathId) {
    OFFactory factory = context.switches().factory(datapathId);
    if (factory.getVersion() != OFVersion.OF_10) {
      remove(datapathId, factory, factory.matchWildcardAll());
      return;
    }
    remove(datapathId, factory, FlowRemovals.matchTo(factory, Addresses.BROADCAST));
    for (long ethDst : destinations.addresses()) {
      remove(datapathId, factory, FlowRemovals.matchTo(factory, ethDst));
    }
  }

  private void remove(long datapathId, OFFactory factory, Match match) {
    context
        .switches()
        .send(
            datapathId,
            FlowRemovals.deletion(factory, match, OFPort.ANY, FloodEntries.OF_ROUTE_FLOW));
  }
}
