package maestro.apps.routeflow;

import java.util.LinkedHashSet;
import java.util.Set;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;

/**
 * Finds the ports whose flow entries are wrong after the network has changed:
 *
 * <ol>
 *   <li>A link that is gone, or leads elsewhere now: what is sent there is lost.
 *   <li>A link that is new: what its port has entries for is from before it was lost, or from
 *       before this controller ran.
 *   <li>A port that was a host's and is none now.
 *   <li>A port that was the next hop to some switch and is not any more, because that switch is
 *       farther from the neighbor behind it than it was: flows would make a detour there and come
 *       back. Where a shorter way has appeared elsewhere, this one still works and its flows stay;
 *       they end by their idle timeout.
 * </ol>
 *
 * Entries are removed by port and not by destination, so each switch is sent at most one message a
 * port. A flow that loses an entry without need asks for one with its next packet.
 */
final class StalePorts {
  private final RoutingTable before;
  private final RoutingTable after;
  private final Set<Port> found = new LinkedHashSet<>();

  /** Index after the change of each switch before it, or negative. */
  private final int[] indexAfter;

  private StalePorts(RoutingTable before, RoutingTable after) {
    this.before = before;
    this.after = after;
    this.indexAfter = new int[before.topology().switchCount()];
    for (int i = 0; i < indexAfter.length; i++) {
      indexAfter[i] = after.topology().indexOf(before.topology().datapathId(i));
    }
  }

  static Set<Port> between(RoutingTable before, RoutingTable after) {
    StalePorts ports = new StalePorts(before, after);
    boolean isLinkLost = ports.addLinksOnlyIn(before, after); // 1
    ports.addLinksOnlyIn(after, before); // 2
    ports.addHostPortsLost(); // 3
    if (isLinkLost) {
      ports.addWorseNextHops(); // 4
    }
    return ports.found;
  }

  private boolean addLinksOnlyIn(RoutingTable one, RoutingTable other) {
    boolean isAny = false;
    for (int link = 0; link < one.linkCount(); link++) {
      int from = one.targetOf(one.reverseOf(link));
      if (!isIn(other, one, link)) {
        found.add(port(one, from, one.portOf(link)));
        isAny = true;
      }
    }
    return isAny;
  }

  private static boolean isIn(RoutingTable other, RoutingTable one, int link) {
    long from = one.topology().datapathId(one.targetOf(one.reverseOf(link)));
    int index = other.topology().indexOf(from);
    int same = index < 0 ? RoutingTable.NONE : other.linkAt(index, one.portOf(link));
    return same != RoutingTable.NONE
        && other.targetPortOf(same) == one.targetPortOf(link)
        && other.topology().datapathId(other.targetOf(same))
            == one.topology().datapathId(one.targetOf(link));
  }

  private void addHostPortsLost() {
    before
        .topology()
        .roles()
        .forEach(
            (port, role) -> {
              if (role == Role.HOST
                  && after.topology().roleOf(port.datapathId(), port.number()) != Role.HOST) {
                found.add(port);
              }
            });
  }

  private void addWorseNextHops() {
    for (int link = 0; link < before.linkCount(); link++) {
      int from = before.targetOf(before.reverseOf(link));
      Port port = port(before, from, before.portOf(link));
      if (!found.contains(port) && isWorseForAny(link, from)) {
        found.add(port);
      }
    }
  }

  private boolean isWorseForAny(int link, int from) {
    int neighbor = before.targetOf(link);
    for (int to = 0; to < indexAfter.length; to++) {
      if (isNextHop(before, link, from, to)) {
        int toAfter = indexAfter[to];
        int neighborAfter = indexAfter[neighbor];
        boolean isFarther =
            toAfter < 0 || after.distance(neighborAfter, toAfter) > before.distance(neighbor, to);
        if (isFarther && !isNextHopAfter(link, from, to)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isNextHopAfter(int link, int from, int to) {
    int linkAfter = after.linkAt(indexAfter[from], before.portOf(link));
    return indexAfter[to] >= 0 && isNextHop(after, linkAfter, indexAfter[from], indexAfter[to]);
  }

  /** Whether a link begins shortest paths from its switch to another. */
  private static boolean isNextHop(RoutingTable table, int link, int from, int to) {
    int beyond = table.distance(table.targetOf(link), to);
    return beyond != RoutingTable.UNREACHABLE
        && table.distance(from, to) == beyond + table.weightOf(link);
  }

  private static Port port(RoutingTable table, int switchIndex, int number) {
    return new Port(table.topology().datapathId(switchIndex), number);
  }
}
