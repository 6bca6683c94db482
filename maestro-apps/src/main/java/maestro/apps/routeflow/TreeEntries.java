package maestro.apps.routeflow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import maestro.api.ApplicationContext;
import maestro.api.Switches;
import maestro.apps.packets.Addresses;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * Which spanning tree the entries for broadcasts follow, and how they change from one tree to the
 * next without a loop.
 *
 * <p>Each tree has no loop, but entries of one tree at some switches and of another tree at others
 * may make one, in which a broadcast circles until they expire. So:
 *
 * <ol>
 *   <li>One routing table is settled. Entries are installed by it alone.
 *   <li>A stage that sees another table installs none, and sends broadcasts only along links that
 *       are of both trees, and to ports that lead to hosts. What comes in elsewhere it drops.
 *   <li>When the table changes, nothing is settled; the entries of switches whose ports for
 *       broadcasts are others now are removed.
 *   <li>A batch that ran meanwhile may have installed some more. They are removed {@link #SETTLE}
 *       later, and when all these switches have confirmed it with a barrier, the table of that time
 *       is settled.
 *   <li>A switch that does not confirm is waited for until its entries have expired.
 *   <li>Where no entry can be there, since none was installed for longer than entries live, the new
 *       table is settled at once.
 * </ol>
 *
 * <p>Why nothing circles: up to the end of (4) each switch sends a broadcast on by an entry of the
 * settled tree, or along a part of that tree by (2). So each link that it takes is one of a single
 * tree, and never that by which it came. When the new table is settled, no entry of the old tree is
 * left that is not one of the new tree, too, and then each link is one of the new tree. What was
 * under way in between comes in by a port that is not the new tree's, and is dropped by {@link
 * RouteStage}, or goes on along the new tree, once. A switch that has left keeps entries for some
 * seconds; no link of the new tree leads to it.
 *
 * <p>(6) needs an order between threads: a worker first writes when it installs and then reads what
 * is settled, the event thread first writes that nothing is and then reads when something was
 * installed, both volatile; so at least one of them sees the other.
 *
 * <p>Threads: {@link #settledOr} and {@link #mayInstall} are for workers, the rest is for the event
 * thread.
 */
final class TreeEntries {
  /** Longer than any batch takes. */
  static final Duration SETTLE = Duration.ofMillis(250);

  /** How much longer than its timeout a switch may keep an entry. */
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
   * What stages go by.
   *
   * @param settled the table whose entries may be in switches; null before the first
   * @param mayInstall whether it is settled now, and not only was
   */
  private record State(RoutingTable settled, boolean mayInstall) {}

  private static final long NEVER = Long.MIN_VALUE;

  private final ApplicationContext context;
  private final LongSupplier clock;
  private final long livesNs;

  /** Volatile; written by the event thread. Nobody has told of a table, or of a change of it. */
  private State state = new State(null, false);

  /** When an entry was last installed. Volatile; written by workers. */
  @SuppressWarnings("UnusedVariable") // through INSTALLED
  private long installedNs = NEVER;

  // The event thread's.
  private RoutingTable current = RoutingTable.EMPTY;
  private boolean isChanging;

  /** Counts the changes that took time. */
  private int change;

  /**
   * No table is settled; there are no entries before one is.
   *
   * @param timeoutSeconds how long entries live; 0 when there are none
   */
  TreeEntries(ApplicationContext context, int timeoutSeconds, LongSupplier clock) {
    this.context = context;
    this.clock = clock;
    this.livesNs =
        timeoutSeconds == 0 ? 0 : Duration.ofSeconds(timeoutSeconds).plus(GRACE).toNanos();
  }

  /** Whether there are any. */
  boolean areAny() {
    return livesNs > 0;
  }

  /** The table whose tree broadcasts must take beside that of the newest one; it may be that. */
  RoutingTable settledOr(RoutingTable newest) {
    RoutingTable settled = ((State) STATE.getVolatile(this)).settled();
    return settled == null ? newest : settled;
  }

  /** Whether an entry may be installed by this table. If so, it is taken for installed. */
  boolean mayInstall(RoutingTable table) {
    INSTALLED.setVolatile(this, clock.getAsLong());
    State now = (State) STATE.getVolatile(this);
    return now.mayInstall() && now.settled() == table;
  }

  /** There is a new table. */
  void changed(RoutingTable table) {
    current = table;
    if (isChanging || !areAny()) {
      return; // the change that goes on ends with it
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
      return CompletableFuture.completedFuture(List.of()); // has left; see above
    }
    remove(datapathId);
    return switches.request(datapathId, switches.factory(datapathId).barrierRequest());
  }

  private void remove(long datapathId) {
    OFFactory factory = context.switches().factory(datapathId);
    OFFlowDelete.Builder delete =
        factory
            .buildFlowDelete()
            .setMatch(
                factory
                    .buildMatch()
                    .setExact(MatchField.ETH_DST, MacAddress.of(Addresses.BROADCAST))
                    .build())
            .setOutPort(OFPort.ANY);
    if (factory.getVersion() != OFVersion.OF_10) {
      delete
          .setTableId(TableId.ALL)
          .setOutGroup(OFGroup.ANY)
          .setCookie(U64.of(RouteFlow.COOKIE))
          .setCookieMask(U64.NO_MASK);
    }
    context.switches().send(datapathId, delete.build());
  }
}
