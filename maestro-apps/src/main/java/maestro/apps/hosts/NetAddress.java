package maestro.apps.hosts;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import maestro.apps.packets.Addresses;

/**
 * An IPv6 address in a VLAN, or an IPv4 address, which is mapped into IPv6 (RFC 4291, 2.5.5.2).
 *
 * @param vlan 1 to 4094, or −1 for untagged hosts
 * @param high the first 8 bytes of the IPv6 address
 * @param low the last 8 bytes
 */
record NetAddress(int vlan, long high, long low) {
  private static final long MAPPED = 0xffff_0000_0000L;
  private static final long IPV4_MASK = 0xffff_ffffL;

  /** The lower half of a mapped IPv4 address. */
  static long mapped(int ipv4) {
    return MAPPED | (ipv4 & IPV4_MASK);
  }

  /** Whether the halves are those of a mapped IPv4 address. */
  static boolean isIpv4(long high, long low) {
    return high == 0 && (low & ~IPV4_MASK) == MAPPED;
  }

  boolean isIpv4() {
    return isIpv4(high, low);
  }

  /** The IPv4 address, when it is one. */
  int ipv4() {
    return (int) low;
  }

  /** The address as the JDK has it; an IPv4 address is one of its own kind. */
  InetAddress inetAddress() {
    ByteBuffer bytes = ByteBuffer.allocate(16).putLong(high).putLong(low);
    try {
      return InetAddress.getByAddress(bytes.array()); // maps back to IPv4
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // 16 bytes are an address
    }
  }

  /** The address alone, in the usual notation. */
  String text() {
    return isIpv4() ? Addresses.format(ipv4()) : Addresses.formatIpv6(high, low);
  }

  /** With the VLAN, for a log line. */
  @Override
  public String toString() {
    return vlan < 0 ? text() : text() + " in VLAN " + vlan;
  }
}
