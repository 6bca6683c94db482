package maestro.apps.routeflow;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import maestro.api.ApplicationContext;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology;
import maestro.apps.flood.FloodEntries;
import maestro.apps.packets.Addresses;
import maestro.apps.routeflow.TreeDestination.State;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * The groups and the unknown hosts whose packets may have entries along the tree, broadcasts apart.
 *
 * <p>A host may have entries of paths or entries along the tree, and never both at any switches. A
 * packet that leaves the tree by an entry of a path could come back to the tree above, and circle.
 * So:
 *
 * <ol>
 *   <li>A worker asks for a destination whose packets repeat fast. A group is open at once.
 *   <li>An unknown host is prepared: the entries of paths to it are removed from all switches. When
 *       all have confirmed that with a barrier, it is open. When paths to it were installed just
 *       now, that waits for {@link FlowRemovals#SETTLE}, since a batch may still install such
 *       entries. A host of which entries show where it is, or may show it since a switch has just
 *       joined, is none: it will be known there.
 *   <li>As long as a host is here in any state, its packets go along the tree, and no path to it is
 *       installed, though it be known by now.
 *   <li>When a host has become known, it is closed: its entries along the tree are removed, and
 *       again {@link FlowRemovals#SETTLE} later, when no batch that ran meanwhile can install more.
 *       When all switches have confirmed that, it is not here any more. The stage notices such a
 *       host by its packets, and a check each {@link #CHECK} by its location.
 *   <li>A destination leaves, too, when no entry was installed for longer than entries live. So a
 *       switch that does not confirm, or is absent, delays a path for no longer than that.
 * </ol>
 *
 * <p>Entries of a switch that joins are judged by {@link PathEntries}: those of paths to a host
 * that is here are removed.
 *
 * <p>Threads: {@link #find} and {@link #ask} are for workers, the rest is for the event thread. The
 * table that workers read is never changed, but replaced.
 */
final class TreeDestinations {
  /** The period of checks while there are destinations. */
  static final Duration CHECK = Duration.ofMillis(500);

  static final int MOST_GROUPS = 256;

  /** Preparing one costs each switch two messages. */
  static final int MOST_HOSTS = 32;

  private static final TreeDestination[] NOTHING = {};
  private static final long NOBODY = 0;
  private static final int ASKED_PLACES = 64;

  private final ApplicationContext context;
  private final View<RoutingTable> tables;
  private final PathEntries paths;
  private final RecentHosts recent;
  private final long livesNs;
  private final LongSupplier clock;

  /** Volatile; an open-addressed table, at most half full. */
  private volatile TreeDestination[] table = NOTHING;

  /** The destinations that were asked for, each at the place of its hash. */
  private final AtomicLongArray asked = new AtomicLongArray(ASKED_PLACES);

  private final Map<Long, TreeDestination> byKey = new LinkedHashMap<>();
  private int hostCount;
  private boolean isChecking;

  /**
   * Makes the state without destinations.
   *
   * @param paths the entries of paths that switches have shown
   * @param recent the hosts to which workers have installed paths of late
   * @param lives how long a switch may keep an entry
   */
  TreeDestinations(
      ApplicationContext context,
      View<RoutingTable> tables,
      PathEntries paths,
      RecentHosts recent,
      Duration lives,
      LongSupplier clock) {
    this.context = context;
    this.tables = tables;
    this.paths = paths;
    this.recent = recent;
    this.livesNs = lives.toNanos();
    this.clock = clock;
  }

  // ---- calls of workers ----

  /**
   * A destination; null when it is not here.
   *
   * @param key {@code Vlans.hostKey}
   */
  TreeDestination find(long key) {
    TreeDestination[] now = table;
    if (now.length == 0) { // the usual case
      return null;
    }
    int place = place(key, now.length);
    while (now[place] != null && now[place].key() != key) {
      place = (place + 1) & (now.length - 1);
    }
    return now[place];
  }

  /**
   * Asks for a destination that is not here, or to close a host that has become known. Allocates
   * once for each until the answer, which is a place in the table or a pause.
   */
  void ask(long key) { // 1
    int place = place(key, ASKED_PLACES);
    if (asked.get(place) == NOBODY && asked.compareAndSet(place, NOBODY, key)) {
      context.later(() -> answer(key, place));
    }
  }

  private static int place(long key, int places) {
    long mixed = key * 0x9e37_79b9_7f4a_7c15L;
    return (int) (mixed ^ (mixed >>> 32)) & (places - 1);
  }

  // ---- begin ----

  private void answer(long key, int place) {
    TreeDestination known = byKey.get(key);
    if (known != null) {
      closeIfLocated(known);
    }
    if (known != null || begin(key)) {
      asked.set(place, NOBODY);
    } else {
      context.after(FlowRemovals.SETTLE, () -> asked.set(place, NOBODY));
    }
  }

  private boolean begin(long key) {
    long nowNs = clock.getAsLong();
    if (Addresses.isGroup(Vlans.addressOfKey(key))) {
      if (byKey.size() - hostCount == MOST_GROUPS) {
        return false;
      }
      add(new TreeDestination(key, State.OPEN, nowNs));
      return true;
    }
    if (hostCount == MOST_HOSTS
        || isLocated(key)
        || paths.mayShow(key, context.switches().all())) { // 2
      return false;
    }
    TreeDestination host = new TreeDestination(key, State.PREPARING, nowNs);
    add(host);
    if (recent.has(key, nowNs)) { // 2
      context.after(FlowRemovals.SETTLE, () -> prepare(host));
    } else {
      prepare(host);
    }
    return true;
  }

  private void prepare(TreeDestination host) { // 2
    CompletableFuture<Void> unused =
        removeAndConfirm(host, RouteFlow.COOKIE)
            .whenCompleteAsync(
                (all, refused) -> {
                  if (refused == null
                      && host.state() == State.PREPARING
                      && !isLocated(host.key())) {
                    host.become(State.OPEN);
                  }
                },
                context::later);
  }

  private boolean isLocated(long key) {
    return paths.locationOf(key) != HostLocations.UNKNOWN;
  }

  // ---- end ----

  private void closeIfLocated(TreeDestination host) { // 4
    if (host.state() == State.CLOSING
        || Addresses.isGroup(Vlans.addressOfKey(host.key()))
        || !isLocated(host.key())) {
      return;
    }
    host.become(State.CLOSING);
    if (!host.mayHaveEntries(clock.getAsLong(), livesNs)) {
      remove(host);
      return;
    }
    context.switches().all().forEach(info -> remove(info, host, FloodEntries.OF_ROUTE_FLOW));
    context.after(FlowRemovals.SETTLE, () -> confirmClosed(host));
  }

  private void confirmClosed(TreeDestination host) {
    CompletableFuture<Void> unused =
        removeAndConfirm(host, FloodEntries.OF_ROUTE_FLOW)
            .whenCompleteAsync(
                (all, refused) -> {
                  if (refused == null) {
                    remove(host);
                  }
                },
                context::later);
  }

  private void check() {
    long nowNs = clock.getAsLong();
    for (TreeDestination each : List.copyOf(byKey.values())) {
      closeIfLocated(each);
      if (each.isIdle(nowNs, livesNs)) { // 5
        State before = each.state();
        each.become(State.CLOSING);
        if (each.mayHaveEntries(nowNs, livesNs)) {
          each.become(before); // a worker was faster
        } else {
          remove(each);
        }
      }
    }
    checkLater();
  }

  private void checkLater() {
    isChecking = !byKey.isEmpty();
    if (isChecking) {
      context.after(CHECK, this::check);
    }
  }

  // ---- the table ----

  private void add(TreeDestination destination) {
    byKey.put(destination.key(), destination);
    if (!isChecking) {
      checkLater();
    }
    publish();
  }

  private void remove(TreeDestination destination) {
    if (byKey.remove(destination.key(), destination)) {
      publish();
    }
  }

  private void publish() {
    hostCount = 0;
    int places = Integer.highestOneBit(byKey.size()) * 4;
    TreeDestination[] next = byKey.isEmpty() ? NOTHING : new TreeDestination[places];
    for (TreeDestination each : byKey.values()) {
      hostCount += Addresses.isGroup(Vlans.addressOfKey(each.key())) ? 0 : 1;
      int place = place(each.key(), places);
      while (next[place] != null) {
        place = (place + 1) & (places - 1);
      }
      next[place] = each;
    }
    table = next;
  }

  /** The addresses of all that are here. */
  Collection<Long> addresses() {
    return byKey.keySet().stream().map(Vlans::addressOfKey).distinct().toList();
  }

  // ---- messages ----

  private CompletableFuture<Void> removeAndConfirm(TreeDestination host, long cookie) {
    if (isAnyAbsent()) {
      return CompletableFuture.failedFuture(new IllegalStateException("absent"));
    }
    return CompletableFuture.allOf(
        context.switches().all().stream()
            .map(info -> removeAndConfirm(info, host, cookie))
            .toArray(CompletableFuture[]::new));
  }

  /** Whether the network has a switch that cannot be told anything now, and goes on forwarding. */
  private boolean isAnyAbsent() {
    Topology topology = tables.now().topology();
    for (int i = 0; i < topology.switchCount(); i++) {
      if (context.switches().find(topology.datapathId(i)).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private CompletableFuture<List<OFMessage>> removeAndConfirm(
      SwitchInfo info, TreeDestination host, long cookie) {
    Switches switches = context.switches();
    if (remove(info, host, cookie) == Sent.CONGESTED) {
      return CompletableFuture.failedFuture(new IllegalStateException("congested"));
    }
    OFFactory factory = switches.factory(info.datapathId());
    return switches.request(info.datapathId(), factory.barrierRequest());
  }

  private Sent remove(SwitchInfo info, TreeDestination host, long cookie) {
    OFFactory factory = context.switches().factory(info.datapathId());
    Match match = FlowRemovals.matchTo(factory, Vlans.addressOfKey(host.key()));
    return context
        .switches()
        .send(info.datapathId(), FlowRemovals.deletion(factory, match, OFPort.ANY, cookie));
  }
}
