package maestro.apps.routing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;

/**
 * The links of a topology that can carry traffic both ways, in arrays.
 *
 * <p>Each direction of a link has a number of its own. The numbers are in the order of the switches
 * at which links begin, and then of the ports, so the links from one switch are a range. A port
 * with an unmanaged switch behind it may have several links. A link of last resort weighs {@link
 * #lastResort} more than it would. Immutable.
 */
final class LinkGraph {
  /** More than any path of an ordinary network weighs. */
  private static final int MOST_LAST_RESORT = 1 << 20;

  private final int[] firstLinks;
  private final int[] ports;
  private final int[] targets;
  private final int[] reverses;
  private final int[] weights;
  private final boolean[] isLastResort;
  private final int equalWeight;
  private final int lastResort;

  /**
   * Copies the links that are known in both directions and between two switches.
   *
   * @throws IllegalArgumentException when a weight is out of bounds
   */
  LinkGraph(Topology topology, LinkWeights linkWeights) {
    List<Link> links = topology.links().stream().filter(link -> isUsable(topology, link)).toList();
    firstLinks = new int[topology.switchCount() + 1];
    ports = new int[links.size()];
    targets = new int[links.size()];
    reverses = new int[links.size()];
    weights = new int[links.size()];
    isLastResort = new boolean[links.size()];
    lastResort = lastResort(topology.switchCount());
    for (int i = 0; i < links.size(); i++) {
      Link link = links.get(i);
      firstLinks[topology.indexOf(link.from()) + 1]++;
      ports[i] = link.fromPort();
      targets[i] = topology.indexOf(link.to());
      isLastResort[i] = linkWeights.isLastResort(link);
      weights[i] = weight(link, linkWeights) + (isLastResort[i] ? lastResort : 0);
    }
    equalWeight = Arrays.stream(weights).distinct().count() == 1 ? weights[0] : 0;
    Arrays.parallelPrefix(firstLinks, Integer::sum);
    Map<Link, Integer> numbers = new HashMap<>();
    for (int i = 0; i < links.size(); i++) {
      numbers.put(links.get(i), i);
    }
    Arrays.setAll(reverses, i -> numbers.get(links.get(i).reversed()));
  }

  private static boolean isUsable(Topology topology, Link link) {
    return link.from() != link.to() && topology.isTwoWay(link);
  }

  private static int weight(Link link, LinkWeights linkWeights) {
    int weight = linkWeights.of(link);
    if (weight < 1 || weight > LinkWeights.MAX_WEIGHT) {
      throw new IllegalArgumentException(link + " weighs " + weight);
    }
    return weight;
  }

  /** No path of links of last resort is too long for an int. */
  private static int lastResort(int switchCount) {
    int most = Integer.MAX_VALUE / (switchCount + 1) - LinkWeights.MAX_WEIGHT;
    return Math.max(1, Math.min(MOST_LAST_RESORT, most));
  }

  /** What a link of last resort weighs more. A path that weighs less has none. */
  int lastResort() {
    return lastResort;
  }

  boolean isLastResort(int link) {
    return isLastResort[link];
  }

  int switchCount() {
    return firstLinks.length - 1;
  }

  /** Counts both directions. */
  int linkCount() {
    return ports.length;
  }

  /** The first link from a switch. */
  int firstLink(int switchIndex) {
    return firstLinks[switchIndex];
  }

  /** The number after the last link from a switch. */
  int endLink(int switchIndex) {
    return firstLinks[switchIndex + 1];
  }

  int port(int link) {
    return ports[link];
  }

  /** The switch where a link ends. */
  int target(int link) {
    return targets[link];
  }

  /** The other direction of a link. */
  int reverse(int link) {
    return reverses[link];
  }

  /** The switch where a link begins. */
  int source(int link) {
    return targets[reverses[link]];
  }

  int weight(int link) {
    return weights[link];
  }

  /** The weight of every link, or 0 when they differ. */
  int equalWeight() {
    return equalWeight;
  }

  /** The first link that begins at a port, or {@link RoutingTable#NONE}. */
  int linkAt(int switchIndex, int port) {
    int low = firstLinks[switchIndex];
    int high = firstLinks[switchIndex + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(ports[middle], port) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < firstLinks[switchIndex + 1] && ports[low] == port ? low : RoutingTable.NONE;
  }
}
