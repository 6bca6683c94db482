package maestro.apps.routeflow;

import java.util.LinkedHashSet;
import java.util.Set;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;

/**
 * Finds the ports whose flow entries are wrong after the network has changed, and the switches
 * whose entries can only be judged when they are shown:
 *
 * <ol>
 *   <li>A link between connected switches is gone, or leads elsewhere now. Packets sent there are
 *       lost, so its entries are surely wrong.
 *   <li>A link is gone since the switch behind it has left. That switch may still forward packets
 *       without its controller. The port is orphaned, and its switch is doubtful.
 *   <li>A port led to hosts. If it is down, its entries are surely wrong. If it leads to a switch,
 *       that switch has just joined, and entries out of the port may be right: its switch is
 *       doubtful.
 *   <li>A port was the next hop to a switch and is no more, because that switch is now farther from
 *       the neighbor behind the port. Flows would make a detour there and come back, so its entries
 *       are surely wrong. If a shorter path has appeared elsewhere, the old path still works and
 *       its flows stay; they end by their idle timeout.
 * </ol>
 *
 * <p>The entries of a switch that joins are no concern here: the platform asks for them anyway.
 *
 * <p>Entries are removed by port and not by destination, so each switch is sent at most one message
 * a port. A flow that loses an entry without need asks again with its next packet.
 */
final class StalePorts {
  private final RoutingTable before;
  private final RoutingTable after;
  private final Set<Port> surely = new LinkedHashSet<>();
  private final Set<Port> orphaned = new LinkedHashSet<>();
  private final Set<Long> doubtful = new LinkedHashSet<>();
  private boolean isLinkLost;

  /** By the index of a switch before the change, its index after it, or a negative number. */
  private final int[] indexAfter;

  private StalePorts(RoutingTable before, RoutingTable after) {
    this.before = before;
    this.after = after;
    this.indexAfter = new int[before.topology().switchCount()];
    for (int i = 0; i < indexAfter.length; i++) {
      indexAfter[i] = after.topology().indexOf(before.topology().datapathId(i));
    }
  }

  static StalePorts between(RoutingTable before, RoutingTable after) {
    StalePorts ports = new StalePorts(before, after);
    ports.addLinksLost(); // 1, 2
    if (ports.isLinkLost) {
      ports.addWorseNextHops(); // 4
    }
    ports.addHostPortsLost(); // 3
    return ports;
  }

  /** The ports out of which all entries are wrong. */
  Set<Port> surely() {
    return surely;
  }

  /** Whether a link is gone that packets used. */
  boolean isLinkLost() {
    return isLinkLost;
  }

  /** The ports of connected switches whose link was lost with the switch behind it. */
  Set<Port> orphaned() {
    return orphaned;
  }

  /** The switches with entries that may be wrong. */
  Set<Long> doubtful() {
    return doubtful;
  }

  private void addLinksLost() {
    for (int link = 0; link < before.linkCount(); link++) {
      int from = before.sourceOf(link);
      if (indexAfter[from] < 0 || isIn(after, before, link)) {
        continue;
      }
      isLinkLost = true;
      Port port = port(before, from, before.portOf(link));
      if (indexAfter[before.targetOf(link)] >= 0) {
        surely.add(port);
      } else {
        orphaned.add(port);
        doubtful.add(port.datapathId());
      }
    }
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
              int index = after.topology().indexOf(port.datapathId());
              if (role != Role.HOST || index < 0) {
                return;
              }
              Role roleAfter = after.topology().roleOf(index, port.number());
              if (roleAfter == Role.SWITCH) {
                doubtful.add(port.datapathId());
              } else if (roleAfter == Role.UNKNOWN) {
                surely.add(port);
              }
            });
  }

  private void addWorseNextHops() {
    for (int link = 0; link < before.linkCount(); link++) {
      int from = before.sourceOf(link);
      Port port = port(before, from, before.portOf(link));
      boolean isStillALink = indexAfter[from] >= 0 && isIn(after, before, link);
      if (isStillALink && !surely.contains(port) && isWorseForAny(link, from)) {
        surely.add(port);
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
            toAfter >= 0 && after.distance(neighborAfter, toAfter) > before.distance(neighbor, to);
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
