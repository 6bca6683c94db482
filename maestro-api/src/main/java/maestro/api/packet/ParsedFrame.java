package maestro.api.packet;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A frame, parsed down to the transport layer: Ethernet, up to two VLAN tags, ARP, IPv4 or IPv6,
 * and UDP, TCP or ICMP. What is not there, or is cut off, is absent. The bytes may come from
 * anyone: every length is checked, and no bytes cause an exception.
 *
 * <p>Immutable, as long as nobody changes the bytes; any thread. Since API level 4.
 */
public final class ParsedFrame {
  private static final int HEADER_BYTES = 14;
  private static final int TAG_BYTES = 4;
  private static final int MAX_TAGS = 2;
  private static final int TYPE_IPV4 = 0x0800;
  private static final int TYPE_IPV6 = 0x86dd;
  private static final int TYPE_ARP = 0x0806;
  private static final int ARP_BYTES = 28;
  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int UDP_BYTES = 8;
  private static final int TCP_BYTES = 20;
  private static final int ICMP_BYTES = 8;
  private static final int ND_TARGET = 8;
  private static final int ND_BYTES = 24;

  private final ByteBuffer in;
  private final int ethType;
  private final int vlanId;

  /** Where the network layer begins, and where the packet ends. */
  private final int network;

  private final int end;
  private final int ipVersion;
  private final int protocol;

  /** Where the transport layer begins; 0 when it is not there. */
  private final int transport;

  /** Behind the IP header, or behind the Ethernet type without one. */
  private final int above;

  private ParsedFrame(byte[] frame) {
    in = ByteBuffer.wrap(frame);
    int at = HEADER_BYTES;
    int type = frame.length < HEADER_BYTES ? 0 : number16(HEADER_BYTES - 2);
    int vlan = -1;
    for (int i = 0; i < MAX_TAGS && isTag(type) && frame.length - at >= TAG_BYTES; i++) {
      vlan = i == 0 ? number16(at) & 0xfff : vlan;
      type = number16(at + 2);
      at += TAG_BYTES;
    }
    ethType = type;
    vlanId = vlan;
    network = Math.min(at, frame.length);
    int left = frame.length - network;
    if (type == TYPE_IPV4 && left >= IPV4_BYTES && in.get(network) >>> 4 == 4) {
      int header = (in.get(network) & 0xf) * 4;
      int total = number16(network + 2);
      boolean isWhole = header >= IPV4_BYTES && total >= header && header <= left;
      boolean isFirst = (number16(network + 6) & 0x1fff) == 0;
      ipVersion = header >= IPV4_BYTES ? 4 : 0;
      protocol = ipVersion == 4 ? in.get(network + 9) & 0xff : -1;
      end = isWhole ? network + Math.min(left, total) : frame.length;
      transport = isWhole && isFirst ? network + header : 0;
      above = isWhole ? network + header : network;
    } else if (type == TYPE_IPV6 && left >= IPV6_BYTES && (in.get(network) & 0xf0) == 0x60) {
      ipVersion = 6;
      protocol = in.get(network + 6) & 0xff;
      end = network + Math.min(left, IPV6_BYTES + number16(network + 4));
      transport = network + IPV6_BYTES;
      above = transport;
    } else {
      ipVersion = 0;
      protocol = -1;
      end = frame.length;
      transport = 0;
      above = network;
    }
  }

  /**
   * Parses a frame.
   *
   * @param frame from its destination address on; not copied
   */
  public static ParsedFrame of(byte[] frame) {
    return new ParsedFrame(frame);
  }

  private static boolean isTag(int type) {
    return type == 0x8100 || type == 0x88a8;
  }

  private int number16(int at) {
    return in.getShort(at) & 0xffff;
  }

  private long eth(int at) {
    return in.limit() < at + 6 ? 0 : (long) number16(at) << 32 | (in.getInt(at + 2) & 0xffff_ffffL);
  }

  /** Destination address; 0 when the frame is too short. */
  public long ethDst() {
    return eth(0);
  }

  /** Source address; 0 when the frame is too short. */
  public long ethSrc() {
    return eth(6);
  }

  /** The type behind at most two VLAN tags; 0 when the frame is too short. */
  public int ethType() {
    return ethType;
  }

  /** The VLAN id in the outer tag; -1 without a tag. */
  public int vlanId() {
    return vlanId;
  }

  /** Whether there is a whole ARP packet for IPv4 over Ethernet. */
  public boolean isArp() {
    return ethType == TYPE_ARP
        && in.limit() - network >= ARP_BYTES
        && in.getLong(network) >>> 16 == 0x0001_0800_0604L;
  }

  /** 1 request, 2 reply; -1 unless {@link #isArp}. */
  public int arpOperation() {
    return isArp() ? number16(network + 6) : -1;
  }

  /** 0 unless {@link #isArp}. */
  public long arpSenderEth() {
    return isArp() ? eth(network + 8) : 0;
  }

  /** 0 unless {@link #isArp}. */
  public int arpSenderIpv4() {
    return isArp() ? in.getInt(network + 14) : 0;
  }

  /** 0 unless {@link #isArp}. */
  public int arpTargetIpv4() {
    return isArp() ? in.getInt(network + 24) : 0;
  }

  /** Whether there is an IPv4 header. */
  public boolean isIpv4() {
    return ipVersion == 4;
  }

  /** Whether there is an IPv6 header. */
  public boolean isIpv6() {
    return ipVersion == 6;
  }

  /** 0 unless {@link #isIpv4}. */
  public int ipv4Src() {
    return isIpv4() ? in.getInt(network + 12) : 0;
  }

  /** 0 unless {@link #isIpv4}. */
  public int ipv4Dst() {
    return isIpv4() ? in.getInt(network + 16) : 0;
  }

  /** The first 64 bits of the source; 0 unless {@link #isIpv6}. */
  public long ipv6SrcHigh() {
    return ipv6(8);
  }

  /** The last 64 bits of the source; 0 unless {@link #isIpv6}. */
  public long ipv6SrcLow() {
    return ipv6(16);
  }

  /** The first 64 bits of the destination; 0 unless {@link #isIpv6}. */
  public long ipv6DstHigh() {
    return ipv6(24);
  }

  /** The last 64 bits of the destination; 0 unless {@link #isIpv6}. */
  public long ipv6DstLow() {
    return ipv6(32);
  }

  private long ipv6(int at) {
    return isIpv6() ? in.getLong(network + at) : 0;
  }

  /** TTL or hop limit; -1 without an IP header. */
  public int hopLimit() {
    return ipVersion == 0 ? -1 : in.get(network + (isIpv6() ? 7 : 8)) & 0xff;
  }

  /** The protocol behind the IP header; that of an extension header of IPv6; -1 without one. */
  public int protocol() {
    return protocol;
  }

  private boolean hasTransport(int least) {
    return transport > 0 && end - transport >= least;
  }

  private boolean isIcmp() {
    return protocol == (isIpv6() ? 58 : 1) && hasTransport(ICMP_BYTES);
  }

  private boolean hasPorts() {
    return (protocol == UDP && hasTransport(UDP_BYTES)) || isTcp();
  }

  /** Source port of UDP or TCP, type of ICMP; -1 when it is not there. */
  public int l4Src() {
    return hasPorts() ? number16(transport) : isIcmp() ? in.get(transport) & 0xff : -1;
  }

  /** Destination port of UDP or TCP, code of ICMP; -1 when it is not there. */
  public int l4Dst() {
    return hasPorts() ? number16(transport + 2) : isIcmp() ? in.get(transport + 1) & 0xff : -1;
  }

  /** The four bytes behind the checksum of ICMP; 0 without one. */
  public int icmpRest() {
    return isIcmp() ? in.getInt(transport + 4) : 0;
  }

  /** The first 64 bits of the target of a neighbour message; 0 when it is none. */
  public long ndTargetHigh() {
    return isNeighbour() ? in.getLong(transport + ND_TARGET) : 0;
  }

  /** The last 64 bits of the target of a neighbour message; 0 when it is none. */
  public long ndTargetLow() {
    return isNeighbour() ? in.getLong(transport + ND_TARGET + 8) : 0;
  }

  private boolean isNeighbour() {
    return isIpv6() && isIcmp() && (l4Src() == 135 || l4Src() == 136) && hasTransport(ND_BYTES);
  }

  /** The flags of TCP; -1 without TCP. */
  public int tcpFlags() {
    return isTcp() ? in.get(transport + 13) & 0xff : -1;
  }

  /** The sequence number of TCP; 0 without TCP. */
  public int tcpSequence() {
    return isTcp() ? in.getInt(transport + 4) : 0;
  }

  private boolean isTcp() {
    return protocol == TCP && hasTransport(TCP_BYTES);
  }

  /**
   * A copy of what is behind the innermost layer that was parsed: behind UDP, TCP or ICMP, else
   * behind the IP header, else behind the Ethernet type.
   */
  public byte[] payload() {
    int from = hasPorts() || isIcmp() ? transport + transportBytes() : above;
    return Arrays.copyOfRange(in.array(), Math.min(from, end), end);
  }

  private int transportBytes() {
    return isTcp() ? Math.max(TCP_BYTES, (in.get(transport + 12) & 0xf0) >>> 2) : UDP_BYTES;
  }
}
