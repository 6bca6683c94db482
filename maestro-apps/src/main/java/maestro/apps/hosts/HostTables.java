package maestro.apps.hosts;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import maestro.api.PortInfo;
import maestro.api.SharedTable;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.KnownHost;
import maestro.apps.packets.Addresses;
import maestro.apps.ports.PortText;

/**
 * The tables of host locations, read by all workers and written by the event thread.
 *
 * <pre>
 *  VLAN, Ethernet address:  62   60        59     51      32 31       0
 *                           seen roleKnown router | switch  | port    |
 *                                                   the location
 *  VLAN, IPv4 address:      62            47                  0
 *  hash of VLAN, IPv6:      seen          | Ethernet address  |
 * </pre>
 *
 * <p>The key of an IPv6 address is a hash of 60 bits under a secret key. Two addresses have the
 * same hash by accident only, once in some thousand years of a full table.
 *
 * <p>Workers write one thing only: the clear seen bit of a host that sends from its known location.
 * So the usual request only reads. The event thread clears the bit, and checks later whether the
 * host is alive.
 *
 * <p>Switches are numbered as they join; a number stays with its datapath id.
 *
 * <p>Threads: any, except where stated. No look-up allocates.
 */
final class HostTables implements HostLocations {
  /** The result of {@link #find} for a host that is elsewhere or unknown. */
  static final long MISS = SharedTable.ABSENT;

  /** The result when no number is left for a switch; no host is learned there. */
  static final int NO_NUMBER = -1;

  private static final long SEEN = 1L << 62;
  private static final long ROLE_KNOWN = 1L << 60;
  private static final long ROUTER = 1L << 59;
  private static final int PORT_BITS = 32;
  private static final int SWITCH_BITS = 20;
  static final long LOCATION_MASK = (1L << (PORT_BITS + SWITCH_BITS)) - 1;
  private static final long ADDRESS_MASK = (1L << 48) - 1;
  private static final long IPV4_MASK = (1L << 32) - 1;
  private static final int IPV4_BITS = 32;
  private static final long KEY_MASK = (1L << SharedTable.ADDRESS_BITS) - 1;
  private static final int FIRST_NUMBERS = 64;

  private final SharedTable hosts;
  private final SharedTable ipv4;
  private final SharedTable ipv6;
  private final SipHash hash;

  /** By number; replaced when it grows, filled from the front. */
  private volatile long[] datapathIds = new long[FIRST_NUMBERS];

  private int numbered;

  /** Takes what other applications suppose. Set once, before any application runs. */
  private Supposed supposed = (host, datapathId, port) -> {};

  /** Takes the supposed place of a host. */
  @FunctionalInterface
  interface Supposed {
    /**
     * Handles that a host is supposed to be at a port. Event thread.
     *
     * @param host {@link Vlans#hostKey}
     */
    void at(long host, long datapathId, int port);
  }

  /** The hosts by key. Written by the event thread; weakly consistent for others. */
  private final ConcurrentMap<Long, HostState> known = new ConcurrentHashMap<>();

  HostTables(SharedTable hosts, SharedTable ipv4, SharedTable ipv6) {
    this.hosts = hosts;
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
    SecureRandom random = new SecureRandom();
    this.hash = new SipHash(random.nextLong(), random.nextLong());
  }

  // ---- locations ----

  /** The number of a switch, for {@link #location}; {@link #NO_NUMBER} when there are too many. */
  synchronized int number(long datapathId) {
    long[] ids = datapathIds;
    for (int i = 0; i < numbered; i++) {
      if (ids[i] == datapathId) {
        return i;
      }
    }
    if (numbered == 1 << SWITCH_BITS) {
      return NO_NUMBER;
    }
    if (numbered == ids.length) {
      ids = Arrays.copyOf(ids, 2 * ids.length);
    }
    ids[numbered] = datapathId;
    datapathIds = ids; // publishes the new element, too
    return numbered++;
  }

  /** The location of a port, by the number of its switch. */
  static long location(int switchNumber, int port) {
    return ((long) switchNumber << PORT_BITS) | (port & ((1L << PORT_BITS) - 1));
  }

  @Override
  public long datapathIdOf(long location) {
    return datapathIds[(int) (location >>> PORT_BITS)];
  }

  @Override
  public int portOf(long location) {
    return (int) location;
  }

  /** Sets who decides about supposed places. */
  void supposedTo(Supposed decider) {
    supposed = decider;
  }

  @Override
  public void recoverLocation(int vlan, long ethAddress, long datapathId, int port) {
    if (Addresses.isHost(ethAddress)) {
      supposed.at(Vlans.hostKey(vlan, ethAddress), datapathId, port);
    }
  }

  // ---- for workers ----

  /**
   * Checks whether a host is known at the location from which it sends, and notes that it was seen
   * there.
   *
   * @param host its key
   * @return {@link #MISS}, or a value for {@link #roleOf}
   */
  long find(long host, long location) {
    long value = hosts.get(host);
    if (value == SharedTable.ABSENT || (value & LOCATION_MASK) != location) {
      return MISS;
    }
    if ((value & SEEN) == 0) {
      hosts.replace(host, value, value | SEEN); // fails when the event thread is faster
    }
    return value;
  }

  /** Where a host was seen since the event thread last looked; {@link #MISS} when nowhere. */
  long seenAt(long host) {
    long value = hosts.get(host);
    return value != SharedTable.ABSENT && (value & SEEN) != 0 ? value & LOCATION_MASK : MISS;
  }

  /** The role of a host for its IPv6 neighbours, by the result of {@link #find}. */
  static NeighbourRole roleOf(long found) {
    return (found & ROLE_KNOWN) == 0
        ? NeighbourRole.UNKNOWN
        : (found & ROUTER) == 0 ? NeighbourRole.HOST : NeighbourRole.ROUTER;
  }

  /** The bits of a role, above the location, for {@link #roleOf}. */
  static long bitsOf(NeighbourRole role) {
    return switch (role) {
      case UNKNOWN -> 0;
      case HOST -> ROLE_KNOWN;
      case ROUTER -> ROLE_KNOWN | ROUTER;
    };
  }

  /** Checks whether an address belongs to a host, and notes that the host has claimed it again. */
  boolean hasAddress(int vlan, long high, long low, long ethAddress) {
    SharedTable table = like(high, low);
    long key = key(vlan, high, low);
    long value = table.get(key);
    if (value == SharedTable.ABSENT || (value & ADDRESS_MASK) != ethAddress) {
      return false;
    }
    if ((value & SEEN) == 0) {
      table.replace(key, value, value | SEEN);
    }
    return true;
  }

  private SharedTable like(long high, long low) {
    return NetAddress.isIpv4(high, low) ? ipv4 : ipv6;
  }

  private long key(int vlan, long high, long low) {
    return NetAddress.isIpv4(high, low)
        ? ((long) Math.max(0, vlan) << IPV4_BITS) | (low & IPV4_MASK)
        : hash.of(vlan, high, low) & KEY_MASK;
  }

  // ---- for any thread ----

  @Override
  public long locationOf(long ethAddress) {
    return locationOf(Vlans.UNTAGGED, ethAddress);
  }

  @Override
  public long locationOf(int vlan, long ethAddress) {
    long value = valueOf(vlan, ethAddress);
    return value == SharedTable.ABSENT ? UNKNOWN : value & LOCATION_MASK;
  }

  private long valueOf(int vlan, long ethAddress) {
    return Addresses.isHost(ethAddress)
        ? hosts.get(Vlans.hostKey(vlan, ethAddress))
        : SharedTable.ABSENT;
  }

  @Override
  public long ethAddressOf(int address) {
    return ethAddressOf(Vlans.UNTAGGED, address);
  }

  @Override
  public long ethAddressOf(int vlan, int address) {
    return Addresses.isHost(address) ? find(vlan, 0, NetAddress.mapped(address)) : UNKNOWN;
  }

  @Override
  public long ethAddressOf(int vlan, long ipv6High, long ipv6Low) {
    return Addresses.isHost(ipv6High, ipv6Low) ? find(vlan, ipv6High, ipv6Low) : UNKNOWN;
  }

  private long find(int vlan, long high, long low) {
    long value = like(high, low).get(key(vlan, high, low));
    return value == SharedTable.ABSENT ? UNKNOWN : value & ADDRESS_MASK;
  }

  @Override
  public NeighbourRole roleOf(int vlan, long ethAddress) {
    long value = valueOf(vlan, ethAddress);
    return value == SharedTable.ABSENT ? NeighbourRole.UNKNOWN : roleOf(value);
  }

  @Override
  public int count() {
    return hosts.count();
  }

  @Override
  public List<KnownHost> some(int most) {
    return known.values().stream()
        .filter(host -> !host.displaced)
        .limit(most)
        .map(host -> host.known(this))
        .toList();
  }

  // ---- for the event thread ----

  /** All hosts, displaced ones too, by key. Only the event thread changes the map. */
  ConcurrentMap<Long, HostState> known() {
    return known;
  }

  /**
   * The hosts for the application after a reload: those at a port that is described. Any thread.
   */
  List<SavedHost> toSave() {
    List<SavedHost> saved = new ArrayList<>();
    for (HostState host : known.values()) {
      PortInfo port = host.port;
      if (!host.displaced && port != null) {
        saved.add(
            new SavedHost(
                host.key, datapathIdOf(host.location), port, host.role, host.allAddresses()));
      }
    }
    return saved;
  }

  /** The owner of an address: an Ethernet address of its VLAN, or {@link #UNKNOWN}. */
  long ethAddressOf(NetAddress address) {
    return find(address.vlan(), address.high(), address.low());
  }

  /** The number of known addresses of the same kind as this one. */
  int countLike(NetAddress address) {
    return like(address.high(), address.low()).count();
  }

  /** Enters a host at its location; false when there is no room. */
  boolean put(HostState host) {
    return put(hosts, host.key, host.location | SEEN | bitsOf(host.role));
  }

  /** Gives an address to a host; false when there is no room. */
  boolean put(NetAddress address, long ethAddress) {
    return put(like(address.high(), address.low()), key(address), ethAddress | SEEN);
  }

  private long key(NetAddress address) {
    return key(address.vlan(), address.high(), address.low());
  }

  private static boolean put(SharedTable table, long key, long value) {
    try {
      table.put(key, value);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Removes a host, by its key. */
  void remove(long host) {
    hosts.remove(host);
  }

  void remove(NetAddress address) {
    like(address.high(), address.low()).remove(key(address));
  }

  /** Whether a host was seen since the last call, by its key. */
  boolean takeSeen(long host) {
    return takeSeen(hosts, host);
  }

  /** Whether a host claimed an address since the last call. */
  boolean takeSeen(NetAddress address) {
    return takeSeen(like(address.high(), address.low()), key(address));
  }

  private static boolean takeSeen(SharedTable table, long key) {
    long value = table.get(key);
    // Only workers write meanwhile, and only to set the bit that is set here.
    return value != SharedTable.ABSENT
        && (value & SEEN) != 0
        && table.replace(key, value, value & ~SEEN);
  }

  /** A location, for a log line. */
  String text(long location) {
    return SwitchInfo.format(datapathIdOf(location)) + " " + PortText.of(portOf(location));
  }
}
