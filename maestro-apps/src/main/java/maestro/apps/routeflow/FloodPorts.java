package maestro.apps.routeflow;

import java.util.Arrays;
import java.util.stream.IntStream;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;

/**
 * Where packets to everybody may pass at each switch. A port is open when it is the spanning tree's
 * or leads to hosts, closed when it leads to a switch and is not the tree's; of the others nothing
 * is known yet. Immutable; no question allocates.
 */
final class FloodPorts {
  private static final int[] NONE = {};

  private final int[][] open;
  private final int[][] closed;
  private final int mostPorts;

  private FloodPorts(int[][] open, int[][] closed) {
    this.open = open;
    this.closed = closed;
    this.mostPorts = Arrays.stream(open).mapToInt(ports -> ports.length).max().orElse(0);
  }

  static FloodPorts of(RoutingTable table) {
    Topology topology = table.topology();
    int[][] open = new int[topology.switchCount()][];
    int[][] closed = new int[topology.switchCount()][];
    for (int i = 0; i < open.length; i++) {
      open[i] = table.treePorts(i);
      closed[i] = NONE;
    }
    topology
        .roles()
        .forEach(
            (port, role) -> {
              int i = topology.indexOf(port.datapathId());
              boolean isLink = i >= 0 && table.linkAt(i, port.number()) != RoutingTable.NONE;
              if (i >= 0 && role == Role.HOST && !isLink) {
                open[i] = with(open[i], port.number());
              } else if (i >= 0 && role == Role.SWITCH && !contains(open[i], port.number())) {
                closed[i] = with(closed[i], port.number());
              }
            });
    return new FloodPorts(open, closed);
  }

  private static int[] with(int[] ports, int port) {
    return IntStream.concat(IntStream.of(ports), IntStream.of(port)).toArray();
  }

  private static boolean contains(int[] ports, int port) {
    for (int each : ports) {
      if (each == port) {
        return true;
      }
    }
    return false;
  }

  /** Whether a port leads to a switch, but not along the tree. */
  boolean isClosed(int switchIndex, int port) {
    return contains(closed[switchIndex], port);
  }

  /** The open ports of a switch. Not to be changed. */
  int[] open(int switchIndex) {
    return open[switchIndex];
  }

  /** The most ports that {@link #openBut} can give. */
  int mostPorts() {
    return mostPorts;
  }

  /**
   * The open ports of a switch without one.
   *
   * @param ports takes them; {@link #mostPorts} long
   * @return how many
   */
  int openBut(int switchIndex, int port, int[] ports) {
    int count = 0;
    for (int each : open[switchIndex]) {
      if (each != port) {
        ports[count++] = each;
      }
    }
    return count;
  }
}
