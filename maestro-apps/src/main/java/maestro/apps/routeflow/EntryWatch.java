package maestro.apps.routeflow;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.EntryCheck;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import maestro.apps.settings.Durations;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Judges again the entries that {@link PathEntries} could not judge with certainty when a switch
 * showed them. As long as there are any, it checks each {@link #TICK}:
 *
 * <ol>
 *   <li>The network is known when there was no new routing table for {@link #QUIET_TICKS} and each
 *       port that is up, of each connected switch, leads to a switch or to hosts. Without that, it
 *       counts as known after {@link #PATIENCE_TICKS}. Then the switches with undecided entries are
 *       asked again.
 *   <li>They are asked for the last time when all switches have shown their entries, or {@link
 *       #PATIENCE_TICKS} have passed; and once more when the network has been known for {@link
 *       #RETURN_TICKS}, because of entries that may lead to a switch that was on its way back.
 *   <li>Flows for which a shorter path has appeared are moved to it when the network is known and
 *       there was no new routing table for {@link #CALM_TICKS}, or after {@link #PATIENCE_TICKS}:
 *       their entry where the ways part is removed. Its next packet asks, and is sent on by the new
 *       path, whose entries are installed far end first. At most {@link #MOST_MOVES} are moved each
 *       tick. A link that comes and goes so fast attracts no flows.
 *   <li>A host of unknown location is to send a request: the entries that its own packets match are
 *       removed.
 * </ol>
 *
 * <p>Event thread.
 */
final class EntryWatch implements EntryReconciler {
  static final Duration TICK = Duration.ofMillis(250);

  /** Discovery publishes changes within its publish-pause together, 100 ms unless configured. */
  static final int QUIET_TICKS = 2;

  /**
   * A minute: longer than the role of a stable port stays unknown, and than a switch takes to
   * answer.
   */
  static final int PATIENCE_TICKS = 240;

  /** So long that all switches are back. */
  static final int RETURN_TICKS = (int) Durations.RECONNECT.dividedBy(TICK);

  /** Two seconds. */
  static final int CALM_TICKS = 8;

  /** The most flows that are moved to a shorter path each tick. */
  static final int MOST_MOVES = 100;

  private final ApplicationContext context;
  private final PathEntries entries;
  private final FlowRemovals removals;
  private final EntryCheck check;

  /** Switches that were asked and have not yet shown all their entries. */
  private final Set<Long> asked = new HashSet<>();

  private RoutingTable table = RoutingTable.EMPTY;
  private boolean ticking;
  private int ticksOfThisTable;
  private int ticksOfUnknownNetwork;
  private int ticksOfKnownNetwork;
  private int ticksOfDetours;
  private boolean isLastWordSaid;

  EntryWatch(ApplicationContext context, PathEntries entries, FlowRemovals removals) {
    this.context = context;
    this.entries = entries;
    this.removals = removals;
    this.check = context.reconcilesEntries(this);
    removals.checkedBy(check);
    entries.vlans().onFirstEntry(check::checkAll);
  }

  // ---- calls of the platform ----

  @Override
  public EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
    useLatestTable();
    EntryVerdict verdict = entries.verdict(info, entry);
    if (!ticking && hasWork()) {
      startTicking();
    }
    return verdict;
  }

  @Override
  public List<OFFlowMod> missing(SwitchInfo info) {
    asked.remove(info.datapathId());
    return entries.missing(info);
  }

  // ---- new tables and ticks ----

  /** Handles a new routing table, and the ports and switches whose entries it affects. */
  void onNewTable(StalePorts stale) {
    useLatestTable();
    asked.removeIf(this::isAbsent);
    entries.forget(this::isAbsent);
    stale.worse().forEach(entries::addWorse);
    stale.doubtful().forEach(this::ask);
    if (!stale.doubtful().isEmpty()) {
      context.after(FlowRemovals.SETTLE, () -> stale.doubtful().forEach(this::ask)); // as removals
    }
    entries.supposeHosts();
    entries.withDetours().addAll(stale.withDetours());
    if (!ticking && hasWork()) {
      startTicking();
    }
  }

  private void useLatestTable() {
    RoutingTable latest = entries.useLatestTable();
    if (latest != table) {
      table = latest;
      ticksOfThisTable = 0;
      ticksOfKnownNetwork = 0;
      isLastWordSaid = false;
    }
  }

  private void ask(long datapathId) {
    if (!isAbsent(datapathId)) {
      asked.add(datapathId);
      check.check(datapathId);
    }
  }

  private boolean isAbsent(long datapathId) {
    return context.switches().find(datapathId).isEmpty();
  }

  private void letMissedAsk() {
    if (entries.isNetworkKnown()) {
      for (long host : entries.missed()) {
        if (entries.locationOf(host) == HostLocations.UNKNOWN) {
          entries.placesOf(host).forEach(port -> removals.from(port, host));
        }
      }
      entries.missed().clear();
    }
  }

  private boolean hasWork() {
    boolean mayShowHosts = entries.hasTraces() && !entries.isNetworkKnown();
    return mayShowHosts
        || entries.hasUndecided()
        || !entries.missed().isEmpty()
        || !entries.withDetours().isEmpty()
        || !asked.isEmpty();
  }

  private void startTicking() {
    ticking = true;
    context.after(TICK, this::tick);
  }

  private void tick() {
    useLatestTable();
    ticksOfThisTable++;
    if (entries.isNetworkKnown()) {
      ticksOfKnownNetwork++;
      askForTheLastTime(); // 2
      if (ticksOfKnownNetwork == RETURN_TICKS) {
        entries.onAllBack();
        entries.takeUndecided().forEach(this::ask);
      }
    } else if (++ticksOfUnknownNetwork >= PATIENCE_TICKS || isNetworkKnown()) { // 1
      ticksOfUnknownNetwork = 0;
      entries.onNetworkKnown();
      entries.supposeHosts();
      entries.takeUndecided().forEach(this::ask);
    }
    moveDetours(); // 3
    letMissedAsk(); // 4
    if (hasWork()) {
      startTicking();
    } else {
      ticking = false;
      entries.clearTraces();
    }
  }

  private void moveDetours() {
    ticksOfDetours = entries.withDetours().isEmpty() ? 0 : ticksOfDetours + 1;
    boolean isOver = ticksOfDetours >= PATIENCE_TICKS;
    if (isOver) {
      entries.onNetworkKnown();
    }
    boolean isCalm = entries.isNetworkKnown() && ticksOfThisTable >= CALM_TICKS;
    entries.allowMoves(isCalm || isOver ? MOST_MOVES : 0);
    if (isCalm || isOver) {
      entries.takeWithDetours().forEach(this::ask);
    }
  }

  private boolean isNetworkKnown() {
    if (ticksOfThisTable < QUIET_TICKS) {
      return false;
    }
    for (SwitchInfo info : context.switches().all()) {
      int index = table.topology().indexOf(info.datapathId());
      if (index < 0) {
        return false;
      }
      for (PortInfo port : context.switches().ports(info.datapathId())) {
        if (port.up()
            && port.isPhysical()
            && table.topology().roleOf(index, port.number()) == Role.UNKNOWN) {
          return false;
        }
      }
    }
    return true;
  }

  private void askForTheLastTime() {
    boolean isOver = ticksOfKnownNetwork >= PATIENCE_TICKS;
    if (isOver) {
      asked.clear();
    }
    boolean isAllSaid = asked.isEmpty() && entries.hasSeenAll(context.switches().all());
    if (!isLastWordSaid && (isOver || isAllSaid)) {
      isLastWordSaid = true;
      entries.onLastWord();
      entries.takeUndecided().forEach(this::ask);
    }
  }
}
