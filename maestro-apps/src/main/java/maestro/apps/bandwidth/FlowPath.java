package maestro.apps.bandwidth;

import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowRequest;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Link;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;

/**
 * A path through the network. Immutable.
 *
 * @param hops its switches in order, at least one
 */
record FlowPath(List<Hop> hops) {
  /** A switch, with the ports by which packets come in and go out. */
  record Hop(long datapathId, int inPort, int outPort) {}

  /**
   * The links of the route, by the ports at which they begin. The last hop leads to the host and
   * has no link.
   */
  List<Port> links() {
    return hops.subList(0, hops.size() - 1).stream()
        .map(hop -> new Port(hop.datapathId(), hop.outPort()))
        .toList();
  }

  /** The same links with both of their ends. */
  List<Link> wholeLinks() {
    List<Link> links = new ArrayList<>();
    for (int i = 1; i < hops.size(); i++) {
      Hop from = hops.get(i - 1);
      Hop to = hops.get(i);
      links.add(new Link(from.datapathId(), from.outPort(), to.datapathId(), to.inPort()));
    }
    return links;
  }

  /** The hop that a request's packet is at, or null. */
  Hop hopOf(FlowRequest request) {
    for (Hop hop : hops) {
      if (hop.datapathId() == request.datapathId() && hop.inPort() == request.inPort()) {
        return hop;
      }
    }
    return null;
  }

  /** Whether the route passes a switch. */
  boolean hasSwitch(long datapathId) {
    return hops.stream().anyMatch(hop -> hop.datapathId() == datapathId);
  }

  /**
   * Whether a route can begin or end at a known location. It cannot on a segment, where packets of
   * one host come in by several ports.
   */
  static boolean hasEndAt(RoutingTable table, HostLocations known, long location) {
    return location != HostLocations.UNKNOWN
        && table.topology().roleOf(known.datapathIdOf(location), known.portOf(location))
            != Role.SHARED;
  }

  /**
   * Finds the shortest routes.
   *
   * @param from index of the first switch
   * @param inPort the port by which packets come in there
   * @param to index of the last switch
   * @param outPort the port by which packets leave there
   * @param atMost the most routes
   * @return empty when there is no path
   */
  static List<FlowPath> shortest(
      RoutingTable table, int from, int inPort, int to, int outPort, int atMost) {
    List<FlowPath> found = new ArrayList<>();
    if (table.isReachable(from, to)) {
      new Search(table, to, outPort, atMost, found).from(from, inPort, List.of());
    }
    return found;
  }

  /** Depth first; each step is nearer to the destination, so the search ends. */
  private record Search(RoutingTable table, int to, int outPort, int atMost, List<FlowPath> found) {
    void from(int here, int inPort, List<Hop> before) {
      if (here == to) {
        found.add(new FlowPath(and(before, new Hop(id(here), inPort, outPort))));
        return;
      }
      int count = table.nextHopCount(here, to);
      for (int choice = 0; choice < count && found.size() < atMost; choice++) {
        int link = table.nextLink(here, to, choice);
        Hop hop = new Hop(id(here), inPort, table.portOf(link));
        from(table.targetOf(link), table.targetPortOf(link), and(before, hop));
      }
    }

    private long id(int switchIndex) {
      return table.topology().datapathId(switchIndex);
    }

    private static List<Hop> and(List<Hop> hops, Hop last) {
      List<Hop> more = new ArrayList<>(hops);
      more.add(last);
      return List.copyOf(more);
    }
  }
}
