package maestro.api.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The switches and the links between them, as discovery knows them. The value of the view {@code
 * topology}.
 *
 * <p>A switch that has lost its channel goes on forwarding, so it may be among them for some
 * seconds without being connected.
 *
 * <p>Switches are numbered from 0 in the order of their datapath ids (as unsigned numbers), so that
 * algorithms can use arrays. Immutable.
 */
public final class Topology {
  private static final Comparator<Link> ORDER =
      Comparator.comparing(Link::from, Long::compareUnsigned)
          .thenComparing(Link::fromPort, Integer::compareUnsigned)
          .thenComparing(Link::to, Long::compareUnsigned)
          .thenComparing(Link::toPort, Integer::compareUnsigned);

  /** A topology without switches. */
  public static final Topology EMPTY = new Topology(Set.of(), Set.of(), Map.of());

  private final long[] datapathIds;
  private final List<Link> links;
  private final Map<Port, Role> roles;

  /**
   * The ports with a role or a link, in ascending order. The index is the switch's, as in the next
   * two arrays.
   */
  private final int[][] ports;

  private final Role[][] portRoles;
  private final @Nullable Link[][] portLinks;

  /**
   * A port of a switch.
   *
   * @param datapathId the switch
   * @param number the port
   */
  public record Port(long datapathId, int number) {}

  /** What is at the other end of a port. */
  public enum Role {
    /** Another switch. {@link #links} says which. */
    SWITCH,
    /**
     * Hosts, or nothing: a host port. For long enough, probes left by the port and none came in.
     * The switch's own port (LOCAL) is not probed; it leads to the machine of the switch.
     */
    HOST,
    /** Not known yet. Stages should not flood to it: it might be part of a loop. */
    UNKNOWN,
    /**
     * A host port that was down for a moment, or a port that came up and by which no probe has come
     * in yet. Hosts are known there, and packets to them may be sent to it. Stages should not flood
     * to it until it is a host port: another cable may be in it, and close a loop. Also a host port
     * with NO_FLOOD ({@link maestro.api.PortInfo#floods}). Since API level 4.
     */
    RETURNED,
    /**
     * A segment: an unmanaged switch, or several, with other switches at it and perhaps hosts. A
     * packet that leaves by such a port comes to several others. Hosts on the segment are known at
     * one of its ports; their packets come in by any. A port of this role where no link begins is
     * closed: its switch reaches the segment by another port. Stages should drop packets that come
     * in by a closed port. Since API level 4.
     */
    SHARED;

    /** Whether it leads to hosts and to no switch: {@link #HOST} or {@link #RETURNED}. */
    public boolean hasHosts() {
      return this == HOST || this == RETURNED;
    }

    /** Whether there is another switch: {@link #SWITCH} or {@link #SHARED}. */
    public boolean hasSwitches() {
      return this == SWITCH || this == SHARED;
    }
  }

  private Topology(Collection<Long> switches, Collection<Link> links, Map<Port, Role> roles) {
    this.datapathIds = switches.stream().mapToLong(Long::longValue).distinct().toArray();
    sortUnsigned(datapathIds);
    this.links = links.stream().distinct().sorted(ORDER).toList();
    this.roles = Map.copyOf(roles);
    this.ports = new int[datapathIds.length][];
    this.portRoles = new Role[datapathIds.length][];
    this.portLinks = new @Nullable Link[datapathIds.length][];
    List<Set<Integer>> numbers = new ArrayList<>();
    for (int i = 0; i < datapathIds.length; i++) {
      numbers.add(new TreeSet<>(Integer::compareUnsigned));
    }
    for (Link link : this.links) {
      int from = indexOf(link.from());
      if (from < 0 || indexOf(link.to()) < 0) {
        throw new IllegalArgumentException(link + ": not between switches of the topology");
      }
      numbers.get(from).add(link.fromPort());
    }
    for (Port port : this.roles.keySet()) {
      int index = indexOf(port.datapathId());
      if (index >= 0) {
        numbers.get(index).add(port.number());
      }
    }
    for (int i = 0; i < datapathIds.length; i++) {
      ports[i] = numbers.get(i).stream().mapToInt(Integer::intValue).toArray();
      portRoles[i] = new Role[ports[i].length];
      portLinks[i] = new @Nullable Link[ports[i].length];
      for (int slot = 0; slot < ports[i].length; slot++) {
        Port port = new Port(datapathIds[i], ports[i][slot]);
        portRoles[i][slot] = this.roles.getOrDefault(port, Role.UNKNOWN);
      }
    }
    for (Link link : this.links) {
      int from = indexOf(link.from());
      int slot = slotOf(from, link.fromPort());
      if (portLinks[from][slot] == null) {
        portLinks[from][slot] = link;
      }
    }
  }

  /**
   * A topology.
   *
   * @param switches datapath ids
   * @param links between them, one for each direction
   * @param roles of ports; a port without one is {@link Role#UNKNOWN}
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

  /** The position of a port among those of a switch; negative when it is not there. */
  private int slotOf(int index, int port) {
    int[] own = ports[index];
    int low = 0;
    int high = own.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Integer.compareUnsigned(own[middle], port);
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

  /**
   * All links, ordered by their sending switch and port. A link that works both ways is in it
   * twice.
   */
  public List<Link> links() {
    return links;
  }

  /**
   * The link that begins at a port, or null. Several links can begin at a port, when an unmanaged
   * switch joins switches; the result is the first in the order of {@link #links}. Allocates
   * nothing.
   */
  public @Nullable Link linkFrom(long datapathId, int port) {
    int index = indexOf(datapathId);
    int slot = index < 0 ? -1 : slotOf(index, port);
    return slot < 0 ? null : portLinks[index][slot];
  }

  /** Whether both directions of a link are known. */
  public boolean isTwoWay(Link link) {
    return Collections.binarySearch(links, link.reversed(), ORDER) >= 0;
  }

  /** What is at the other end of a port. Allocates nothing. */
  public Role roleOf(long datapathId, int port) {
    int index = indexOf(datapathId);
    return index < 0 ? Role.UNKNOWN : roleOf(index, port);
  }

  /**
   * What is at the other end of a port. Allocates nothing.
   *
   * @param index of the switch, 0 to {@code switchCount() - 1}
   */
  public Role roleOf(int index, int port) {
    int slot = slotOf(index, port);
    return slot < 0 ? Role.UNKNOWN : portRoles[index][slot];
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
    return datapathIds.length
        + (datapathIds.length == 1 ? " switch, " : " switches, ")
        + links.size()
        + (links.size() == 1 ? " one-way link" : " one-way links");
  }
}
