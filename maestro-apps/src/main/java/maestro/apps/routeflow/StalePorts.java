package maestro.apps.routeflow;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;

/**
 * Finds the ports whose flow entries are wrong after the network has changed, and the switches
 * whose entries can only be judged when they are shown:
 *
 * <ol>
 *   <li>A link is gone, or leads elsewhere now, and a port of it is down or begins another link.
 *       Nothing passes, so its entries are surely wrong.
 *   <li>A link is gone since its probes come no more, or the switch behind it has left. Packets may
 *       still pass. Flows that have another way are to take it; the others stay, since for them
 *       this is the only one. So the port is worse, and its switch is doubtful.
 *   <li>A port led to hosts. If it is down, its entries are surely wrong. Otherwise its switch is
 *       doubtful: the switch behind the port has just joined, or the port was down for a moment.
 *   <li>A port was the next hop to a switch and is no more, because that switch is now farther from
 *       the neighbor behind the port. Flows would make a detour there and come back. The port is
 *       worse, and its switch is doubtful: other flows may have no other way.
 *   <li>The same, but because a shorter path has appeared elsewhere. The old path still works, and
 *       its flows can be moved at any time. The switch has detours. A port at a segment is worse,
 *       though: the segment has learned that the switch is reached by another port of its own.
 * </ol>
 *
 * <p>The entries of a switch that joins are no concern here: the platform asks for them anyway.
 *
 * <p>Entries are removed by port only where nothing passes. Otherwise a flow to a switch that is
 * absent would lose the only way that it has.
 */
final class StalePorts {
  private final RoutingTable before;
  private final RoutingTable after;
  private final Set<Port> surely = new LinkedHashSet<>();
  private final Predicate<Port> isUp;
  private final Set<Port> worse = new LinkedHashSet<>();
  private final Set<Long> doubtful = new LinkedHashSet<>();
  private final Set<Long> withDetours = new LinkedHashSet<>();

  /** By the index of a switch before the change, its index after it, or a negative number. */
  private final int[] indexAfter;

  private StalePorts(RoutingTable before, RoutingTable after, Predicate<Port> isUp) {
    this.before = before;
    this.after = after;
    this.isUp = isUp;
    this.indexAfter = new int[before.topology().switchCount()];
    for (int i = 0; i < indexAfter.length; i++) {
      indexAfter[i] = after.topology().indexOf(before.topology().datapathId(i));
    }
  }

  /**
   * Compares two tables.
   *
   * @param isUp whether a port is up now
   */
  static StalePorts between(RoutingTable before, RoutingTable after, Predicate<Port> isUp) {
    StalePorts ports = new StalePorts(before, after, isUp);
    ports.addLinksLost(); // 1, 2
    ports.addNextHopsLost(); // 4, 5
    ports.addHostPortsLost(); // 3
    return ports;
  }

  /** The ports out of which all entries are wrong. */
  Set<Port> surely() {
    return surely;
  }

  /** Whether a link is gone that packets used. */
  /** The ports out of which entries are wrong when their flows have another way. */
  Set<Port> worse() {
    return worse;
  }

  /** The switches with entries that may be wrong. */
  Set<Long> doubtful() {
    return doubtful;
  }

  /** The switches with entries of flows for which a shorter path has appeared. */
  Set<Long> withDetours() {
    return withDetours;
  }

  private void addLinksLost() {
    for (int link = 0; link < before.linkCount(); link++) {
      int from = before.sourceOf(link);
      if (indexAfter[from] < 0 || isIn(after, before, link)) {
        continue;
      }
      Port port = port(before, from, before.portOf(link));
      if (passesNothing(link, port)) {
        surely.add(port);
      } else {
        addWorse(port);
      }
    }
  }

  private boolean passesNothing(int link, Port port) {
    int to = before.targetOf(link);
    int index = indexAfter[before.sourceOf(link)];
    boolean isOtherEndDown =
        indexAfter[to] >= 0 && !isUp.test(port(before, to, before.targetPortOf(link)));
    return !isUp.test(port)
        || beginsAnother(port, index)
        || (isOtherEndDown && after.linkAt(index, port.number()) == RoutingTable.NONE);
  }

  private boolean beginsAnother(Port port, int index) {
    int link = after.linkAt(index, port.number());
    return link != RoutingTable.NONE && !isIn(before, after, link);
  }

  private void addWorse(Port port) {
    worse.add(port);
    doubtful.add(port.datapathId());
  }

  private static boolean isIn(RoutingTable other, RoutingTable one, int link) {
    long from = one.topology().datapathId(one.targetOf(one.reverseOf(link)));
    int index = other.topology().indexOf(from);
    long to = one.topology().datapathId(one.targetOf(link));
    return index >= 0
        && other.linkTo(index, one.portOf(link), to, one.targetPortOf(link)) != RoutingTable.NONE;
  }

  private void addHostPortsLost() {
    before
        .topology()
        .roles()
        .forEach(
            (port, role) -> {
              int index = after.topology().indexOf(port.datapathId());
              if (!role.hasHosts() || index < 0) {
                return;
              }
              Role roleAfter = after.topology().roleOf(index, port.number());
              if (!roleAfter.hasHosts() && isUp.test(port)) {
                doubtful.add(port.datapathId());
              } else if (!roleAfter.hasHosts()) {
                surely.add(port);
              }
            });
  }

  private void addNextHopsLost() { // 4, 5
    int[] changed = changedDestinations();
    for (int link = 0; link < before.linkCount(); link++) {
      int from = before.sourceOf(link);
      if (indexAfter[from] >= 0 && isIn(after, before, link)) {
        addIfLost(link, from, changed);
      }
    }
  }

  /** The switches, of both tables, to which some distance has changed; by their index before. */
  private int[] changedDestinations() {
    return IntStream.range(0, indexAfter.length)
        .filter(to -> indexAfter[to] >= 0 && !after.sharesDistances(indexAfter[to], before, to))
        .toArray();
  }

  private void addIfLost(int link, int from, int[] destinations) {
    int neighbor = before.targetOf(link);
    for (int to : destinations) {
      if (isNextHop(before, link, from, to) && !isNextHopAfter(link, from, to)) {
        Port port = port(before, from, before.portOf(link));
        boolean isFarther =
            after.distance(indexAfter[neighbor], indexAfter[to]) > before.distance(neighbor, to);
        if (isFarther || isShared(port)) {
          addWorse(port); // 4
          return;
        }
        withDetours.add(port.datapathId()); // 5
      }
    }
  }

  private boolean isShared(Port port) {
    return before.topology().roleOf(port.datapathId(), port.number()) == Role.SHARED;
  }

  private boolean isNextHopAfter(int link, int from, int to) {
    return after.isNextHop(indexAfter[from], before.portOf(link), indexAfter[to]);
  }

  /** Whether a link begins shortest paths from its switch to another one. */
  private static boolean isNextHop(RoutingTable table, int link, int from, int to) {
    int beyond = table.distance(table.targetOf(link), to);
    return beyond != RoutingTable.UNREACHABLE
        && table.distance(from, to) == beyond + table.weightOf(link);
  }

  private static Port port(RoutingTable table, int switchIndex, int number) {
    return new Port(table.topology().datapathId(switchIndex), number);
  }
}
