package maestro.api.topology;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The switches and the links between them, as discovery knows them. The value of the view {@code
 * topology}.
 *
 * <p>Switches are numbered from 0 in the order of their datapath ids (as unsigned numbers), so that
 * algorithms can use arrays. Immutable.
 */
public final class Topology {
  /** Nothing is known. */
  public static final Topology EMPTY = new Topology(Set.of(), Set.of(), Map.of());

  private final long[] datapathIds;
  private final List<Link> links;
  private final Map<Port, Link> byFrom = new HashMap<>();
  private final Map<Port, Role> roles;

  /**
   * A port of a switch.
   *
   * @param datapathId the switch
   * @param number the port
   */
  public record Port(long datapathId, int number) {}

  /** What is at the other end of a port. */
  public enum Role {
    /** Another switch. Only {@link #links} say which. */
    SWITCH,
    /** Hosts, if anything: probes went out and none came in for long enough. */
    HOST,
    /** Not known yet. Nothing should be flooded there: it might be a loop. */
    UNKNOWN
  }

  private Topology(Collection<Long> switches, Collection<Link> links, Map<Port, Role> roles) {
    this.datapathIds = switches.stream().mapToLong(Long::longValue).distinct().toArray();
    sortUnsigned(datapathIds);
    this.links =
        links.stream()
            .distinct()
            .sorted(
                Comparator.comparing(Link::from, Long::compareUnsigned)
                    .thenComparing(Link::fromPort, Integer::compareUnsigned)
                    .thenComparing(Link::to, Long::compareUnsigned)
                    .thenComparing(Link::toPort, Integer::compareUnsigned))
            .toList();
    this.roles = Map.copyOf(roles);
    for (Link link : this.links) {
      if (indexOf(link.from()) < 0 || indexOf(link.to()) < 0) {
        throw new IllegalArgumentException(link + ": not between switches of the topology");
      }
      byFrom.put(new Port(link.from(), link.fromPort()), link);
    }
  }

  /**
   * A topology.
   *
   * @param switches datapath ids
   * @param links between them, each direction for itself
   * @param roles of ports; those without one are {@link Role#UNKNOWN}
   * @throws IllegalArgumentException when a link's end is not among the switches
   */
  public static Topology of(
      Collection<Long> switches, Collection<Link> links, Map<Port, Role> roles) {
    return new Topology(switches, links, roles);
  }

  private static void sortUnsigned(long[] ids) {
    for (int i = 0; i < ids.length; i++) {
      ids[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(ids);
    for (int i = 0; i < ids.length; i++) {
      ids[i] ^= Long.MIN_VALUE;
    }
  }

  /** How many switches there are. */
  public int switchCount() {
    return datapathIds.length;
  }

  /** The datapath id of a switch by its index, 0 to {@code switchCount() - 1}. */
  public long datapathId(int index) {
    return datapathIds[index];
  }

  /** The index of a switch; negative when it is not in the topology. Allocates nothing. */
  public int indexOf(long datapathId) {
    int low = 0;
    int high = datapathIds.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(datapathIds[middle], datapathId);
      if (order == 0) {
        return middle;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** All links, ordered by where they begin. A link that works both ways is in it twice. */
  public List<Link> links() {
    return links;
  }

  /** The link that begins at a port, or null. */
  public Link linkFrom(long datapathId, int port) {
    return byFrom.get(new Port(datapathId, port));
  }

  /** Whether both directions of a link are known. */
  public boolean isTwoWay(Link link) {
    return link.reversed().equals(byFrom.get(new Port(link.to(), link.toPort())));
  }

  /** What is at the other end of a port. */
  public Role roleOf(long datapathId, int port) {
    return roles.getOrDefault(new Port(datapathId, port), Role.UNKNOWN);
  }

  /** The roles of all ports that have one. */
  public Map<Port, Role> roles() {
    return roles;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Topology other
        && Arrays.equals(datapathIds, other.datapathIds)
        && links.equals(other.links)
        && roles.equals(other.roles);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(datapathIds) + links.hashCode();
  }

  @Override
  public String toString() {
    return datapathIds.length + " switches, " + links.size() + " one-way links";
  }
}
