package maestro.apps.discovery;

import java.util.Set;
import java.util.TreeSet;
import maestro.api.topology.Topology.Role;

/**
 * Decides which ports pass packets to and from segments. A segment is what several ports share: a
 * switch of no controller, or several.
 *
 * <p>Such a switch learns by which of its ports each address is reached. So all packets of a host
 * must enter a segment by the same port, whatever their destination; otherwise answers go astray.
 * And no packet to everybody may come back to a segment that it has left. Both hold, since islands
 * and segments together are a forest:
 *
 * <ol>
 *   <li>Two ports of two switches with a direct link in both directions, and no other such link,
 *       have a cable between them. All switches that cables join are an island.
 *   <li>The other links that are known in both directions are over segments. Ports that they join
 *       share one.
 *   <li>The ports at segments are taken in their order. A port is used when there is no way yet
 *       between its island and its segment, be it over other islands. Otherwise it is spare, and
 *       closed. So is a port that hears itself: its segment has a loop.
 *   <li>A link over a segment is used when both its ports are. A used port without such a link
 *       leads to the hosts of the segment, and to no other switch.
 *   <li>A link that is known in one direction only is in the topology, but nobody sends over it.
 * </ol>
 *
 * <p>When a used port goes down, a spare port takes its place. Event thread.
 */
final class Segments {
  private final LinkTable links;
  private final LinkLog log;

  /** The segments, each with its ports. */
  private final DisjointGroups<KnownPort> segments = new DisjointGroups<>();

  /** The switches, by datapath id, and the segments, by a port, between which there is a way. */
  private final DisjointGroups<Object> connected = new DisjointGroups<>();

  Segments(LinkTable links, LinkLog log) {
    this.links = links;
    this.log = log;
  }

  /** Decides for all links and their ports. */
  void divide() {
    Set<KnownPort> ports = portsAtSegments(); // 1, 2
    for (KnownPort port : ports) { // 3
      boolean isUsed =
          !hearsItself(port) && connected.join(port.port.datapathId(), segments.of(port));
      port.roleOfLinks = isUsed ? Role.HOST : Role.SHARED; // unless a link is used
      if (port.isSpare == isUsed) {
        port.isSpare = !isUsed;
        log.spare(port);
      }
    }
    for (KnownPort port : ports) { // 4
      for (HeardLink link : port.links) {
        if (links.isTwoWay(link) && !link.from.isSpare && !link.to.isSpare) {
          link.used = true;
          port.roleOfLinks = Role.SHARED;
        }
      }
    }
  }

  private Set<KnownPort> portsAtSegments() {
    Set<KnownPort> ports = new TreeSet<>(KnownPort.ORDER);
    for (HeardLink link : links.all()) {
      link.used = !link.isLoop(); // 5
      link.from.roleOfLinks = Role.SWITCH;
      link.to.roleOfLinks = Role.SWITCH;
      if (isCable(link)) {
        connected.join(link.link.from(), link.link.to());
      } else if (links.isTwoWay(link)) {
        link.used = false;
        segments.join(link.from, link.to);
        ports.add(link.from);
        ports.add(link.to);
      }
    }
    return ports;
  }

  private boolean isCable(HeardLink link) { // 1
    return !link.isLoop()
        && links.isDirectBothWays(link)
        && isAlone(link, link.from)
        && isAlone(link, link.to);
  }

  private boolean isAlone(HeardLink link, KnownPort end) {
    return end.links.stream().noneMatch(other -> !other.isAlong(link) && links.isTwoWay(other));
  }

  private static boolean hearsItself(KnownPort port) {
    return port.links.stream().anyMatch(link -> link.from == link.to);
  }
}
