package maestro.api.topology;

import maestro.api.SwitchInfo;

/**
 * The packets that a reservation of bandwidth is for: IPv4 packets without a VLAN tag, in one
 * direction. Immutable. Since API level 4.
 *
 * @param ethSrc Ethernet address of the host that sends
 * @param ethDst Ethernet address of the host that receives
 * @param ipv4Src IPv4 source; 0 when it is for all packets between the hosts
 * @param ipv4Dst IPv4 destination; 0 when it is for all packets between the hosts
 * @param ipProtocol 0 to 255, or {@link #ALL} for all packets between the hosts
 * @param l4Src source port of TCP and UDP, otherwise {@link #ALL}
 * @param l4Dst destination port of TCP and UDP, otherwise {@link #ALL}
 */
public record ReservedTraffic(
    long ethSrc, long ethDst, int ipv4Src, int ipv4Dst, int ipProtocol, int l4Src, int l4Dst) {
  /** The value of a field that the packets may have any value of, or do not have. */
  public static final int ALL = -1;

  private static final long MOST_ADDRESS = 0xffff_ffff_ffffL;
  private static final long GROUP_BIT = 0x0100_0000_0000L;
  private static final int MOST_PROTOCOL = 255;
  private static final int MOST_PORT = 0xffff;
  private static final int TCP = 6;
  private static final int UDP = 17;

  /**
   * Checks the fields.
   *
   * @throws IllegalArgumentException when the addresses are not those of two hosts, or a field is
   *     not in its range
   */
  public ReservedTraffic {
    host("ethSrc", ethSrc);
    host("ethDst", ethDst);
    if (ethSrc == ethDst) {
      throw new IllegalArgumentException("ethSrc and ethDst: found the same host");
    }
    range("ipProtocol", ipProtocol, ALL, MOST_PROTOCOL);
    boolean hasPorts = ipProtocol == TCP || ipProtocol == UDP;
    range("l4Src", l4Src, hasPorts ? 0 : ALL, hasPorts ? MOST_PORT : ALL);
    range("l4Dst", l4Dst, hasPorts ? 0 : ALL, hasPorts ? MOST_PORT : ALL);
    if (ipProtocol == ALL && (ipv4Src != 0 || ipv4Dst != 0)) {
      throw new IllegalArgumentException("IPv4 addresses without a protocol");
    }
  }

  private static void host(String field, long address) {
    if (address < 0 || address > MOST_ADDRESS || (address & GROUP_BIT) != 0) {
      throw new IllegalArgumentException(
          field + ": found " + Long.toHexString(address) + "; allowed: the address of a host");
    }
  }

  private static void range(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + ": found " + value + "; allowed: " + least + " to " + most);
    }
  }

  /** All IPv4 packets from one host to another. */
  public static ReservedTraffic between(long ethSrc, long ethDst) {
    return new ReservedTraffic(ethSrc, ethDst, 0, 0, ALL, ALL, ALL);
  }

  /**
   * The packets of one flow.
   *
   * @param l4Src not looked at when the protocol is neither TCP nor UDP
   * @param l4Dst the same
   */
  public static ReservedTraffic ofFlow(
      long ethSrc, long ethDst, int ipv4Src, int ipv4Dst, int ipProtocol, int l4Src, int l4Dst) {
    boolean hasPorts = ipProtocol == TCP || ipProtocol == UDP;
    return new ReservedTraffic(
        ethSrc,
        ethDst,
        ipv4Src,
        ipv4Dst,
        ipProtocol,
        hasPorts ? l4Src : ALL,
        hasPorts ? l4Dst : ALL);
  }

  @Override
  public String toString() {
    String hosts = address(ethSrc) + " to " + address(ethDst);
    if (ipProtocol == ALL) {
      return hosts;
    }
    String ports = l4Src == ALL ? "" : " port " + l4Src + " to " + l4Dst;
    return hosts + ", " + ip(ipv4Src) + " to " + ip(ipv4Dst) + " protocol " + ipProtocol + ports;
  }

  private static String address(long ethAddress) {
    return SwitchInfo.format(ethAddress).substring("00:00:".length());
  }

  private static String ip(int address) {
    return (address >>> 24)
        + "."
        + (address >>> 16 & 0xff)
        + "."
        + (address >>> 8 & 0xff)
        + "."
        + (address & 0xff);
  }
}
