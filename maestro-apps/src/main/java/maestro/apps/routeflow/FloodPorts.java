package maestro.apps.routeflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import maestro.api.FlowActions;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import maestro.apps.vlan.VlanFloods;

/**
 * The ports of each switch by which packets to everybody may pass. A port is open when it belongs
 * to the spanning tree or leads to hosts. It is closed when it leads to a switch and does not
 * belong to the tree. Nothing is known of the other ports. Confined to one worker. No method
 * allocates, except the first call for the actions of a switch.
 */
final class FloodPorts {
  /** So many outputs fit into one entry. */
  static final int MOST_OF_ENTRY = VlanFloods.MOST_PORTS;

  private final int[][] open;
  private final int[][] closed;
  private final int mostPorts;

  /** Whether ports of unknown role count as closed. */
  private final boolean isStrict;

  /** By switch; null until they are needed. */
  private final FlowActions[] actions;

  private FloodPorts(int[][] open, int[][] closed, boolean isStrict) {
    this.open = open;
    this.closed = closed;
    this.isStrict = isStrict;
    this.actions = new FlowActions[open.length];
    this.mostPorts = Arrays.stream(open).mapToInt(ports -> ports.length).max().orElse(0);
  }

  /** The ports along the tree of a table. */
  static FloodPorts of(RoutingTable table) {
    return along(table, table::treePorts, false);
  }

  /**
   * The ports along the links that the trees of two tables share, at the switches of the second
   * table.
   */
  static FloodPorts ofBoth(RoutingTable one, RoutingTable table) {
    return along(
        table,
        i ->
            IntStream.of(table.treePorts(i))
                .filter(port -> sharesTreeLink(one, table, i, port))
                .toArray(),
        true);
  }

  /** Whether a link at a port is in the other table, and belongs to its tree. */
  private static boolean sharesTreeLink(
      RoutingTable other, RoutingTable table, int switchIndex, int port) {
    int from = other.topology().indexOf(table.topology().datapathId(switchIndex));
    boolean isShared = false;
    if (from >= 0 && contains(other.treePorts(from), port)) {
      for (int link = table.linkAt(switchIndex, port);
          table.isAt(link, switchIndex, port);
          link++) {
        long to = table.topology().datapathId(table.targetOf(link));
        isShared |= other.linkTo(from, port, to, table.targetPortOf(link)) != RoutingTable.NONE;
      }
    }
    return isShared;
  }

  /** The switches of one table that the other table lacks or where it has other open ports. */
  static List<Long> differing(RoutingTable before, RoutingTable after) {
    FloodPorts here = of(before);
    FloodPorts there = of(after);
    List<Long> differing = new ArrayList<>();
    for (int i = 0; i < here.open.length; i++) {
      long datapathId = before.topology().datapathId(i);
      int index = after.topology().indexOf(datapathId);
      if (index < 0 || !Arrays.equals(sorted(here.open[i]), sorted(there.open[index]))) {
        differing.add(datapathId);
      }
    }
    return differing;
  }

  private static int[] sorted(int[] ports) {
    return IntStream.of(ports).sorted().toArray();
  }

  private static FloodPorts along(
      RoutingTable table, IntFunction<int[]> treePorts, boolean isStrict) {
    Topology topology = table.topology();
    int[][] tree = new int[topology.switchCount()][];
    IntStream.Builder[] open = new IntStream.Builder[tree.length];
    IntStream.Builder[] closed = new IntStream.Builder[tree.length];
    for (int i = 0; i < tree.length; i++) {
      tree[i] = treePorts.apply(i);
      open[i] = IntStream.builder();
      closed[i] = IntStream.builder();
      IntStream.of(tree[i]).forEach(open[i]);
    }
    topology
        .roles()
        .forEach(
            (port, role) -> {
              int i = topology.indexOf(port.datapathId());
              boolean isLink = i >= 0 && table.linkAt(i, port.number()) != RoutingTable.NONE;
              if (i >= 0 && role == Role.HOST && !isLink) {
                open[i].add(port.number());
              } else if (i >= 0 && role.hasSwitches() && !contains(tree[i], port.number())) {
                closed[i].add(port.number());
              }
            });
    return new FloodPorts(built(open), built(closed), isStrict);
  }

  private static int[][] built(IntStream.Builder[] ports) {
    return Arrays.stream(ports).map(each -> each.build().toArray()).toArray(int[][]::new);
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
    return isStrict ? !contains(open[switchIndex], port) : contains(closed[switchIndex], port);
  }

  /** The open ports of a switch. Must not be changed. */
  int[] open(int switchIndex) {
    return open[switchIndex];
  }

  /** The most ports that {@link #openBut} can give. */
  int mostPorts() {
    return mostPorts;
  }

  /**
   * The open ports of a switch except one.
   *
   * @param ports receives them; {@link #mostPorts} long
   * @return their number
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

  /** Whether the open ports of a switch are few enough for {@link #actions}. */
  boolean fitEntry(int switchIndex) {
    return open[switchIndex].length <= MOST_OF_ENTRY;
  }

  /**
   * The actions that send to the open ports of a switch, when they {@link #fitEntry}; the same
   * object each time. They include the in-port, by which a switch sends nothing back. So there is
   * one list, however many in-ports a switch invents.
   */
  FlowActions actions(int switchIndex) {
    FlowActions made = actions[switchIndex];
    if (made == null) {
      made = FlowActions.outputs(open[switchIndex]);
      actions[switchIndex] = made;
    }
    return made;
  }
}
