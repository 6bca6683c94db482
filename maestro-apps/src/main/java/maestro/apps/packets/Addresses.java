package maestro.apps.packets;

import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.MacAddress;

/** Ethernet, IPv4 and IPv6 addresses. */
public final class Addresses {
  /** The source address of the controller's own packets to hosts; locally administered. */
  public static final long OF_CONTROLLER = 0x024d_5300_0001L;

  /** The broadcast address. */
  public static final long BROADCAST = 0xffff_ffff_ffffL;

  private static final long GROUP_BIT = 0x0100_0000_0000L;
  private static final long RESERVED_PREFIX = 0x0180_c200_0000L;
  private static final long RESERVED_MASK = 0xffff_ffff_fff0L;

  private Addresses() {}

  /** Whether an Ethernet address is a group's: multicast or broadcast. */
  public static boolean isGroup(long ethAddress) {
    return (ethAddress & GROUP_BIT) != 0;
  }

  /**
   * Whether bridges must not forward packets to an Ethernet address (01:80:c2:00:00:00 to 0f:
   * spanning tree, LLDP).
   */
  public static boolean isReserved(long ethAddress) {
    return (ethAddress & RESERVED_MASK) == RESERVED_PREFIX;
  }

  /** Whether an Ethernet address can be a host's: no group address and not 0. */
  public static boolean isHost(long ethAddress) {
    return ethAddress != 0 && !isGroup(ethAddress);
  }

  /** Whether an IPv4 address can be a host's: not 0.0.0.0/8, 127.0.0.0/8, 224.0.0.0 and above. */
  public static boolean isHost(int ipv4) {
    int first = ipv4 >>> 24;
    return first != 0 && first != 127 && first < 224;
  }

  /**
   * Whether an IPv6 address can be a host's: not a group's (ff00::/8), and not in ::/64, which has
   * the unspecified address, loopback and mapped IPv4 addresses.
   *
   * @param high its first 8 bytes
   * @param low its last 8 bytes
   */
  @SuppressWarnings("UnusedVariable") // an address has two halves, although one decides
  public static boolean isHost(long high, long low) {
    return high != 0 && high >>> 56 != 0xff;
  }

  /** Formats an Ethernet address as {@code 02:00:00:00:00:2a}. */
  public static String format(long ethAddress) {
    return MacAddress.of(ethAddress).toString();
  }

  /** Formats an IPv4 address. */
  public static String format(int ipv4) {
    return IPv4Address.of(ipv4).toString();
  }

  /** Formats an IPv6 address (RFC 5952). */
  public static String formatIpv6(long high, long low) {
    return IPv6Address.of(high, low).toString();
  }
}
