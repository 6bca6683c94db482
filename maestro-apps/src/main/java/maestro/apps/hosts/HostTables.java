package maestro.apps.hosts;

import java.util.Arrays;
import maestro.api.SharedTable;
import maestro.api.SwitchInfo;
import maestro.api.topology.HostLocations;
import maestro.apps.packets.Addresses;

/**
 * The tables of host locations, read by all workers and written by the event thread.
 *
 * <pre>
 *  Ethernet address:  62   61       51      32 31       0
 *                     seen hasIpv4  | switch  | port    |      switch and port are the location
 *  IPv4 address:      62            47                  0
 *                     seen          | Ethernet address  |
 * </pre>
 *
 * <p>Workers write one thing only: the seen bit, when it is clear, of a host that sends from where
 * it is known to be. So the usual request only reads. The event thread clears the bit and comes
 * back later to see whether the host is alive.
 *
 * <p>Switches are numbered as they join; a number stays with its datapath id.
 *
 * <p>Threads: any, where not said otherwise. No look-up allocates.
 */
final class HostTables implements HostLocations {
  /** What {@link #look} says of a host that is elsewhere or unknown. */
  static final long MISS = SharedTable.ABSENT;

  /** No number was left for a switch: nothing is learned there. */
  static final int NO_NUMBER = -1;

  private static final long SEEN = 1L << 62;
  private static final long HAS_IPV4 = 1L << 61;
  private static final int PORT_BITS = 32;
  private static final int SWITCH_BITS = 20;
  private static final long LOCATION_MASK = (1L << (PORT_BITS + SWITCH_BITS)) - 1;
  private static final long ADDRESS_MASK = (1L << 48) - 1;
  private static final long IPV4_MASK = (1L << 32) - 1;
  private static final int FIRST_NUMBERS = 64;

  private final SharedTable hosts;
  private final SharedTable ipv4;

  /** By number; replaced when it grows, filled from the front. */
  private volatile long[] datapathIds = new long[FIRST_NUMBERS];

  private int numbered;

  HostTables(SharedTable hosts, SharedTable ipv4) {
    this.hosts = hosts;
    this.ipv4 = ipv4;
  }

  // ---- locations ----

  /** The number of a switch, for {@link #location}; {@link #NO_NUMBER} when there were too many. */
  synchronized int number(SwitchInfo info) {
    long[] ids = datapathIds;
    for (int i = 0; i < numbered; i++) {
      if (ids[i] == info.datapathId()) {
        return i;
      }
    }
    if (numbered == 1 << SWITCH_BITS) {
      return NO_NUMBER;
    }
    if (numbered == ids.length) {
      ids = Arrays.copyOf(ids, 2 * ids.length);
    }
    ids[numbered] = info.datapathId();
    datapathIds = ids; // publishes the new element, too
    return numbered++;
  }

  /** A port of a switch by its number. */
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

  // ---- for workers ----

  /**
   * Looks whether a host is where it sends from, and notes that it was seen there.
   *
   * @return {@link #MISS}, or something for {@link #hasIpv4}
   */
  long look(long ethAddress, long location) {
    long value = hosts.get(ethAddress);
    if (value == SharedTable.ABSENT || (value & LOCATION_MASK) != location) {
      return MISS;
    }
    if ((value & SEEN) == 0) {
      hosts.replace(ethAddress, value, value | SEEN); // fails when the event thread is faster
    }
    return value;
  }

  /** Whether any IPv4 address is known of a host that was looked at. */
  static boolean hasIpv4(long looked) {
    return (looked & HAS_IPV4) != 0;
  }

  /** Looks whether an IPv4 address is a host's, and notes that the host said so again. */
  boolean lookIpv4(int address, long ethAddress) {
    long value = ipv4.get(address & IPV4_MASK);
    if (value == SharedTable.ABSENT || (value & ADDRESS_MASK) != ethAddress) {
      return false;
    }
    if ((value & SEEN) == 0) {
      ipv4.replace(address & IPV4_MASK, value, value | SEEN);
    }
    return true;
  }

  // ---- for everybody ----

  @Override
  public long locationOf(long ethAddress) {
    long value = Addresses.isHost(ethAddress) ? hosts.get(ethAddress) : SharedTable.ABSENT;
    return value == SharedTable.ABSENT ? UNKNOWN : value & LOCATION_MASK;
  }

  @Override
  public long ethAddressOf(int address) {
    long value = Addresses.isHost(address) ? ipv4.get(address & IPV4_MASK) : SharedTable.ABSENT;
    return value == SharedTable.ABSENT ? UNKNOWN : value & ADDRESS_MASK;
  }

  @Override
  public int count() {
    return hosts.count();
  }

  /** How many IPv4 addresses are known. */
  int ipv4Count() {
    return ipv4.count();
  }

  // ---- for the event thread ----

  /** Puts a host somewhere; false when there is no room. */
  boolean put(long ethAddress, long location, boolean hasIpv4) {
    return put(hosts, ethAddress, location | SEEN | (hasIpv4 ? HAS_IPV4 : 0));
  }

  /** Gives an IPv4 address to a host; false when there is no room. */
  boolean putIpv4(int address, long ethAddress) {
    return put(ipv4, address & IPV4_MASK, ethAddress | SEEN);
  }

  private static boolean put(SharedTable table, long address, long value) {
    try {
      table.put(address, value);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  void remove(long ethAddress) {
    hosts.remove(ethAddress);
  }

  void removeIpv4(int address) {
    ipv4.remove(address & IPV4_MASK);
  }

  /** Whether a host was seen since this was last asked. */
  boolean takeSeen(long ethAddress) {
    return takeSeen(hosts, ethAddress);
  }

  /** Whether a host said that it has an IPv4 address since this was last asked. */
  boolean takeSeenIpv4(int address) {
    return takeSeen(ipv4, address & IPV4_MASK);
  }

  private static boolean takeSeen(SharedTable table, long address) {
    long value = table.get(address);
    // Only workers write meanwhile, and only to set the bit that is set here.
    return value != SharedTable.ABSENT
        && (value & SEEN) != 0
        && table.replace(address, value, value & ~SEEN);
  }

  /** A location, for a log line. */
  String text(long location) {
    return SwitchInfo.format(datapathIdOf(location))
        + " port "
        + Integer.toUnsignedString(portOf(location));
  }
}
