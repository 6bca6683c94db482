package maestro.api;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * The VLANs that the operator declares at the ports of switches ({@code maestro.vlans}). They say
 * to which VLAN an incoming packet belongs, and how packets of a VLAN leave by a port. The same
 * address in two VLANs is two hosts.
 *
 * <table>
 *   <caption>What a port does</caption>
 *   <tr><th>port</th><th>packet without a tag</th><th>with the tag of VLAN n</th>
 *     <th>VLAN n leaves</th></tr>
 *   <tr><td>access = a</td><td>VLAN a</td><td>dropped, also when n is a</td>
 *     <td>untagged when n is a, else not at all</td></tr>
 *   <tr><td>trunk = [t, u], native = a</td><td>VLAN a; dropped without native</td>
 *     <td>VLAN n when it is t, u or a; else dropped</td>
 *     <td>untagged when n is a, tagged when it is t or u, else not at all</td></tr>
 *   <tr><td>trunk = all</td><td>the same</td><td>VLAN n</td>
 *     <td>untagged when n is a, else tagged</td></tr>
 *   <tr><td>not declared</td><td>{@link #UNTAGGED}, a domain of its own</td><td>VLAN n</td>
 *     <td>tagged, {@link #UNTAGGED} without a tag</td></tr>
 * </table>
 *
 * <p>A tag with VLAN 0 carries only a priority: the packet counts as untagged. VLAN 4095 is
 * reserved, and its packets are dropped.
 *
 * <p>Immutable; any thread. No query allocates. A stage that asks for each packet should keep a
 * switch's {@link Ports} in its switch-local state.
 */
public final class Vlans {
  /** The domain of packets without a tag at ports that are not declared; not a VLAN number. */
  public static final int UNTAGGED = -1;

  /** The result for a packet that belongs to no VLAN of its port: it must be dropped. */
  public static final int DROP = -2;

  /** The highest number of a VLAN; the lowest is 1. */
  public static final int MAX_VLAN = 4094;

  /** Nothing is declared. */
  public static final Vlans NONE = builder().build();

  private static final int ADDRESS_BITS = 48;
  private static final long ADDRESS_MASK = (1L << ADDRESS_BITS) - 1;

  /** How packets of a VLAN leave by a port (IEEE 802.1Q). Since API level 4. */
  public enum Egress {
    /** The port does not carry the VLAN. */
    NOT_CARRIED,
    /** Packets leave without a tag. */
    UNTAGGED,
    /** Packets leave with the VLAN's tag. */
    TAGGED
  }

  /**
   * How a VLAN leaves by a port.
   *
   * @deprecated use {@link Egress}; the next release has this type no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  public enum Leaving {
    /** The port does not carry the VLAN. */
    NOT_AT_ALL,
    /** Packets leave without a tag. */
    UNTAGGED,
    /** Packets leave with the VLAN's tag. */
    TAGGED
  }

  /** Ascending. */
  private final long[] datapathIds;

  /** By the index of the switch. */
  private final Ports[] switches;

  private Vlans(Map<Long, Map<Integer, Port>> declared) {
    datapathIds = declared.keySet().stream().mapToLong(Long::longValue).toArray();
    switches = declared.values().stream().map(Ports::new).toArray(Ports[]::new);
  }

  /** Begins with nothing declared. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A host as one 60-bit number, a key for {@link SharedTable}. For an untagged host it is the
   * address.
   *
   * @param vlan 1 to 4094 or {@link #UNTAGGED}
   * @param ethAddress 48 bits
   */
  public static long hostKey(int vlan, long ethAddress) {
    return vlan <= 0 ? ethAddress : ((long) vlan << ADDRESS_BITS) | ethAddress;
  }

  /** The VLAN of a {@link #hostKey}. */
  public static int vlanOfKey(long hostKey) {
    int vlan = (int) (hostKey >>> ADDRESS_BITS);
    return vlan == 0 ? UNTAGGED : vlan;
  }

  /** The Ethernet address of a {@link #hostKey}. */
  public static long addressOfKey(long hostKey) {
    return hostKey & ADDRESS_MASK;
  }

  /** Whether no port of any switch is declared. */
  public boolean isEmpty() {
    return datapathIds.length == 0;
  }

  /** The declared ports of one switch; {@link Ports#NONE} when there are none. */
  public Ports of(long datapathId) {
    int i = Arrays.binarySearch(datapathIds, datapathId);
    return i < 0 ? Ports.NONE : switches[i];
  }

  /** Whether a port is declared. */
  public boolean isDeclared(long datapathId, int port) {
    return of(datapathId).isDeclared(port);
  }

  /**
   * The VLAN that a packet belongs to.
   *
   * @param port its in-port
   * @param tag {@link FlowRequest#vlanId}, -1 without a tag
   * @return 1 to 4094, {@link #UNTAGGED} or {@link #DROP}
   */
  public int vlanOf(long datapathId, int port, int tag) {
    return of(datapathId).vlanOf(port, tag);
  }

  /** How packets of a VLAN, or of {@link #UNTAGGED}, leave by a port. Since API level 4. */
  public Egress egress(long datapathId, int port, int vlan) {
    return of(datapathId).egress(port, vlan);
  }

  /**
   * The name of {@link #egress} before API level 4.
   *
   * @deprecated use {@link #egress}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  public Leaving leaving(long datapathId, int port, int vlan) {
    return of(datapathId).leaving(port, vlan);
  }

  /** Whether any declared port carries a VLAN without a tag. */
  public boolean isUntaggedSomewhere(int vlan) {
    for (Ports ports : switches) {
      if (ports.isUntaggedSomewhere(vlan)) {
        return true;
      }
    }
    return false;
  }

  /** A declared port. */
  private record Port(int untagged, BitSet tagged) {}

  /** The declared ports of one switch. Immutable; any thread; allocates nothing. */
  public static final class Ports {
    /** A switch without declared ports. */
    public static final Ports NONE = new Ports(Map.of());

    /** Ascending. */
    private final int[] numbers;

    /** By the index of the port: the VLAN of untagged packets, or {@link #DROP}. */
    private final int[] untagged;

    /** By the index of the port: the VLANs that it carries with a tag. */
    private final BitSet[] tagged;

    /** The VLANs that are declared by number. */
    private final BitSet named = new BitSet();

    private Ports(Map<Integer, Port> declared) {
      numbers = declared.keySet().stream().mapToInt(Integer::intValue).toArray();
      untagged = declared.values().stream().mapToInt(Port::untagged).toArray();
      tagged = declared.values().stream().map(Port::tagged).toArray(BitSet[]::new);
      for (Port port : declared.values()) {
        if (port.untagged() != DROP) {
          named.set(port.untagged());
        }
        if (port.tagged().cardinality() < MAX_VLAN) {
          named.or(port.tagged());
        }
      }
    }

    /** Whether no port is declared. */
    public boolean isEmpty() {
      return numbers.length == 0;
    }

    /** Whether a port is declared. */
    public boolean isDeclared(int port) {
      return Arrays.binarySearch(numbers, port) >= 0;
    }

    /** {@link Vlans#vlanOf} at this switch. */
    public int vlanOf(int port, int tag) {
      int i = Arrays.binarySearch(numbers, port);
      if (tag <= 0) {
        return i < 0 ? UNTAGGED : untagged[i];
      }
      boolean isCarried =
          tag <= MAX_VLAN
              && (i < 0 || tagged[i].get(tag) || (untagged[i] == tag && !tagged[i].isEmpty()));
      return isCarried ? tag : DROP;
    }

    /**
     * The name of {@link #egress} before API level 4.
     *
     * @deprecated use {@link #egress}; the next release has this name no more
     */
    @Deprecated(since = "API level 4", forRemoval = true)
    public Leaving leaving(int port, int vlan) {
      return switch (egress(port, vlan)) {
        case NOT_CARRIED -> Leaving.NOT_AT_ALL;
        case UNTAGGED -> Leaving.UNTAGGED;
        case TAGGED -> Leaving.TAGGED;
      };
    }

    /** {@link Vlans#egress} at this switch. Since API level 4. */
    public Egress egress(int port, int vlan) {
      int i = Arrays.binarySearch(numbers, port);
      if (i < 0) {
        return vlan == UNTAGGED ? Egress.UNTAGGED : Egress.TAGGED;
      }
      if (vlan <= 0) {
        return Egress.NOT_CARRIED;
      }
      if (untagged[i] == vlan) {
        return Egress.UNTAGGED;
      }
      return tagged[i].get(vlan) ? Egress.TAGGED : Egress.NOT_CARRIED;
    }

    /**
     * Whether a VLAN is declared by its number at any port. All other VLANs have the same ports:
     * trunks for all VLANs, and ports that are not declared.
     */
    public boolean isNamed(int vlan) {
      return vlan > 0 && named.get(vlan);
    }

    /** Whether any declared port carries a VLAN without a tag. */
    public boolean isUntaggedSomewhere(int vlan) {
      for (int each : untagged) {
        if (each == vlan) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Collects the declarations; a second one for a port replaces the first. One thread.
   *
   * <p>A VLAN below 1 or above {@link #MAX_VLAN} throws {@link IllegalArgumentException}.
   */
  public static final class Builder {
    private final Map<Long, Map<Integer, Port>> declared = new TreeMap<>();

    private Builder() {}

    /** An access port: its packets have no tag and belong to one VLAN. */
    public Builder access(long datapathId, int port, int vlan) {
      return add(datapathId, port, new Port(checked(vlan), new BitSet()));
    }

    /** A trunk for these VLANs, with tags. */
    public Builder trunk(long datapathId, int port, int... vlans) {
      return trunk(datapathId, port, DROP, bits(vlans));
    }

    /** A trunk for these VLANs with tags, and for the native VLAN without. */
    public Builder trunkWithNative(long datapathId, int port, int nativeVlan, int... vlans) {
      return trunk(datapathId, port, checked(nativeVlan), bits(vlans));
    }

    /** A trunk for all VLANs, with tags. */
    public Builder trunkOfAll(long datapathId, int port) {
      return trunk(datapathId, port, DROP, all());
    }

    /** A trunk for all VLANs with tags, except the native VLAN. */
    public Builder trunkOfAllWithNative(long datapathId, int port, int nativeVlan) {
      return trunk(datapathId, port, checked(nativeVlan), all());
    }

    private Builder trunk(long datapathId, int port, int untagged, BitSet tagged) {
      return add(datapathId, port, new Port(untagged, tagged));
    }

    private Builder add(long datapathId, int number, Port port) {
      declared.computeIfAbsent(datapathId, id -> new TreeMap<>()).put(number, port);
      return this;
    }

    private static BitSet bits(int... vlans) {
      BitSet bits = new BitSet();
      for (int vlan : vlans) {
        bits.set(checked(vlan));
      }
      return bits;
    }

    private static BitSet all() {
      BitSet bits = new BitSet();
      bits.set(1, MAX_VLAN + 1);
      return bits;
    }

    private static int checked(int vlan) {
      if (vlan < 1 || vlan > MAX_VLAN) {
        throw new IllegalArgumentException("VLAN " + vlan + "; allowed: 1 to " + MAX_VLAN);
      }
      return vlan;
    }

    /** The declarations so far. */
    public Vlans build() {
      return new Vlans(declared);
    }
  }
}
