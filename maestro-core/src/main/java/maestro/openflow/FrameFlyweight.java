package maestro.openflow;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;

/**
 * An Ethernet frame over its bytes, as far down as the ports of TCP, UDP and SCTP and the types of
 * ICMP.
 *
 * <pre>
 *  Ethernet  0         6         12     14
 *            | eth_dst | eth_src | type | payload …
 *  VLAN tag                      12     14    16     18
 *                                | 8100 | tci | type | payload …
 *  IPv4      0             1     2        4    6          8     9          10    12    16    20
 *            | version ihl | tos | length | id | fragment | ttl | protocol | sum | src | dst | …
 *  IPv6      0             4        6             7     8     24    40
 *            | ver … label | length | next header | hop | src | dst | extension headers …
 *  ARP       0       2       4      5      6           8            14
 *            | htype | ptype | hlen | plen | operation | sender eth | sender IPv4 |
 *                                                      18           24            28
 *                                                      | target eth | target IPv4 |
 *  ND        0      1      2     4          8        24
 *            | type | code | sum | reserved | target | options …
 * </pre>
 *
 * <p>{@link #wrap} reads the addresses, since every request needs them. VLAN tags are read when the
 * first of {@link #ethType}, {@link #payloadOffset} … is called, the layers above when the first of
 * their fields is. A frame may be cut off anywhere (switches send the first 128 bytes): incomplete
 * fields are absent.
 *
 * <p>Confined to one thread; the bytes must stay unchanged while it is read.
 */
public final class FrameFlyweight {
  private static final int ETH_SRC = 6;
  private static final long GROUP_BIT = 0x0100_0000_0000L;
  private static final int HEADER_BYTES = 14;
  private static final int TAG_BYTES = 4;
  private static final int MAX_TAGS = 2;

  private static final int IPV4_LENGTH = 2;
  private static final int IPV4_FRAGMENT = 6;
  private static final int IPV4_PROTOCOL = 9;
  private static final int IPV4_SRC = 12;
  private static final int IPV4_DST = 16;
  private static final int IPV4_BYTES = 20;

  /** More fragments follow, or this one is not the first. */
  private static final int IPV4_FRAGMENTED = 0x3fff;

  private static final int IPV6_LENGTH = 4;
  private static final int IPV6_NEXT_HEADER = 6;
  private static final int IPV6_SRC = 8;
  private static final int IPV6_DST = 24;
  private static final int IPV6_BYTES = 40;

  private static final int ARP_OPERATION = 6;
  private static final int ARP_SENDER_IPV4 = 14;
  private static final int ARP_TARGET_IPV4 = 24;
  private static final int ARP_BYTES = 28;

  private static final int ND_TARGET = 8;
  private static final int ND_BYTES = 24;

  /** Ethernet (1), IPv4 (0x0800), addresses of 6 and 4 bytes. */
  private static final long ARP_ETHERNET_IPV4 = 0x0001_0800_0604L;

  private static final int MAX_EXTENSION_HEADERS = 8;

  private static final int NETWORK_OTHER = 0;
  private static final int NETWORK_IPV4 = 1;
  private static final int NETWORK_IPV6 = 2;
  private static final int NETWORK_ARP = 3;

  private ByteBuffer buffer;
  private int at;
  private int end;

  /** 48 bits. */
  private long ethDst;

  /** The source in the upper 48 bits; below it the type or length of the frame, or a tag's type. */
  private long ethSrcAndType;

  private boolean linkRead;
  private int ethType;
  private int vlanTci;
  private int payload;

  private boolean networkRead;
  private int network;
  private int protocol;
  private int l4Src;
  private int l4Dst;

  /** Where the target of a neighbour message begins; 0 without one. */
  private int ndTarget;

  /**
   * Wraps the frame in {@code [at, at + length)}, without preamble and checksum.
   *
   * @return false when it is shorter than an Ethernet header; then the accessors are invalid
   */
  @Initializer
  public boolean wrap(ByteBuffer b, int at, int length) {
    this.buffer = b;
    this.at = at;
    this.end = at + length;
    this.linkRead = false;
    this.networkRead = false;
    if (length < HEADER_BYTES) {
      return false;
    }
    ethDst = b.getLong(at) >>> 16;
    ethSrcAndType = b.getLong(at + ETH_SRC);
    return true;
  }

  /** 48 bits. */
  public long ethDst() {
    return ethDst;
  }

  /** 48 bits. */
  public long ethSrc() {
    return ethSrcAndType >>> 16;
  }

  /** The type behind the addresses: the outer tag's type when there is a tag. */
  public int outerType() {
    return (int) ethSrcAndType & 0xffff;
  }

  /** Whether the destination is a group address, broadcast included. */
  public boolean isMulticast() {
    return (ethDst & GROUP_BIT) != 0;
  }

  /**
   * The type behind at most two VLAN tags. Below 0x600 it is the length of an 802.3 frame. A third
   * tag, or a tag that is cut off, is not read; its own type is returned.
   */
  public int ethType() {
    readLink();
    return ethType;
  }

  /** The VLAN of the outer tag, 0..4095; -1 without a tag. */
  public int vlanId() {
    if (!FrameNumbers.isTag(outerType())) {
      return -1; // the usual case, without a need to read further
    }
    readLink();
    return vlanTci < 0 ? -1 : vlanTci & 0xfff;
  }

  /** How many VLAN tags stand before {@link #ethType}: 0 to 2. */
  public int tagCount() {
    readLink();
    return (payload - at - HEADER_BYTES) / TAG_BYTES;
  }

  /** Whether {@link #ethType} is the type of a tag that was not read. */
  public boolean hasClosedTag() {
    readLink();
    return FrameNumbers.isTag(ethType);
  }

  /** Where the bytes behind the Ethernet type begin, absolute in the buffer. */
  int payloadOffset() {
    readLink();
    return payload;
  }

  int payloadLength() {
    readLink();
    return end - payload;
  }

  /** Whether there is a complete IPv4 header (options excluded). */
  public boolean isIpv4() {
    readNetwork();
    return network == NETWORK_IPV4;
  }

  /** Whether there is a complete IPv6 header (extension headers excluded). */
  public boolean isIpv6() {
    readNetwork();
    return network == NETWORK_IPV6;
  }

  /** Whether there is a complete ARP packet for IPv4 over Ethernet. */
  public boolean isArp() {
    readNetwork();
    return network == NETWORK_ARP;
  }

  /** Whether it is a fragment of an IPv4 packet, the first one included. */
  public boolean isIpv4Fragment() {
    return isIpv4() && (buffer.getShort(payload + IPV4_FRAGMENT) & IPV4_FRAGMENTED) != 0;
  }

  /** Whether there is an extension header between the IPv6 header and its payload. */
  public boolean isIpv6Extended() {
    return isIpv6() && FrameNumbers.isExtension(buffer.get(payload + IPV6_NEXT_HEADER) & 0xff);
  }

  /** 0 unless {@link #isIpv4}. */
  public int ipv4Src() {
    return isIpv4() ? buffer.getInt(payload + IPV4_SRC) : 0;
  }

  /** 0 unless {@link #isIpv4}. */
  public int ipv4Dst() {
    return isIpv4() ? buffer.getInt(payload + IPV4_DST) : 0;
  }

  /**
   * The protocol above IPv4, or above IPv6 and its extension headers; -1 for other frames, or when
   * it is cut off.
   */
  public int ipProtocol() {
    readNetwork();
    return protocol;
  }

  /** The first 64 bits; 0 unless {@link #isIpv6}. */
  public long ipv6SrcHigh() {
    return isIpv6() ? buffer.getLong(payload + IPV6_SRC) : 0;
  }

  /** The last 64 bits; 0 unless {@link #isIpv6}. */
  public long ipv6SrcLow() {
    return isIpv6() ? buffer.getLong(payload + IPV6_SRC + 8) : 0;
  }

  /** The first 64 bits; 0 unless {@link #isIpv6}. */
  public long ipv6DstHigh() {
    return isIpv6() ? buffer.getLong(payload + IPV6_DST) : 0;
  }

  /** The last 64 bits; 0 unless {@link #isIpv6}. */
  public long ipv6DstLow() {
    return isIpv6() ? buffer.getLong(payload + IPV6_DST + 8) : 0;
  }

  /** Whether it is a neighbour solicitation or advertisement. */
  public boolean isNeighbour() {
    return isIpv6() && protocol == FrameNumbers.PROTOCOL_ICMPV6 && isNeighbourType();
  }

  private boolean isNeighbourType() {
    return l4Src == FrameNumbers.ND_SOLICITATION || l4Src == FrameNumbers.ND_ADVERTISEMENT;
  }

  /** Whether {@link #isNeighbour}, and the address is there that it is about. */
  public boolean hasNdTarget() {
    readNetwork();
    return ndTarget != 0;
  }

  /**
   * The source port, or the type of an ICMP message; -1 when absent, in a later fragment, or cut
   * off.
   */
  public int l4Src() {
    readNetwork();
    return l4Src;
  }

  /**
   * The destination port, or the code of an ICMP message; -1 when absent, in a later fragment, or
   * cut off.
   */
  public int l4Dst() {
    readNetwork();
    return l4Dst;
  }

  /**
   * The first 64 bits of the target of a neighbour solicitation or advertisement; 0 when it is
   * neither, or cut off.
   */
  public long ndTargetHigh() {
    readNetwork();
    return ndTarget == 0 ? 0 : buffer.getLong(ndTarget);
  }

  /** The last 64 bits; like {@link #ndTargetHigh}. */
  public long ndTargetLow() {
    readNetwork();
    return ndTarget == 0 ? 0 : buffer.getLong(ndTarget + 8);
  }

  /** 1 request, 2 reply; -1 unless {@link #isArp}. */
  public int arpOperation() {
    return isArp() ? buffer.getShort(payload + ARP_OPERATION) & 0xffff : -1;
  }

  /** 0 unless {@link #isArp}. */
  public int arpSenderIpv4() {
    return isArp() ? buffer.getInt(payload + ARP_SENDER_IPV4) : 0;
  }

  /** 0 unless {@link #isArp}. */
  public int arpTargetIpv4() {
    return isArp() ? buffer.getInt(payload + ARP_TARGET_IPV4) : 0;
  }

  private void readLink() {
    if (linkRead) {
      return;
    }
    linkRead = true;
    vlanTci = -1;
    payload = at + HEADER_BYTES;
    ethType = outerType();
    for (int tags = 0;
        tags < MAX_TAGS && FrameNumbers.isTag(ethType) && end - payload >= TAG_BYTES;
        tags++) {
      vlanTci = tags == 0 ? buffer.getShort(payload) & 0xffff : vlanTci;
      ethType = buffer.getShort(payload + 2) & 0xffff;
      payload += TAG_BYTES;
    }
  }

  private void readNetwork() {
    if (networkRead) {
      return;
    }
    readLink();
    networkRead = true;
    network = NETWORK_OTHER;
    protocol = -1;
    l4Src = -1;
    l4Dst = -1;
    ndTarget = 0;
    int length = end - payload;
    if (ethType == FrameNumbers.TYPE_IPV4 && length >= IPV4_BYTES) {
      readIpv4(length);
    } else if (ethType == FrameNumbers.TYPE_IPV6 && length >= IPV6_BYTES) {
      readIpv6(length);
    } else if (ethType == FrameNumbers.TYPE_ARP
        && length >= ARP_BYTES
        && buffer.getLong(payload) >>> 16 == ARP_ETHERNET_IPV4) {
      network = NETWORK_ARP;
    }
  }

  private void readIpv4(int length) {
    int versionAndWords = buffer.get(payload) & 0xff;
    int headerBytes = (versionAndWords & 0xf) * 4;
    if (versionAndWords >>> 4 != 4 || headerBytes < IPV4_BYTES) {
      return;
    }
    network = NETWORK_IPV4;
    protocol = buffer.get(payload + IPV4_PROTOCOL) & 0xff;
    int totalLength = buffer.getShort(payload + IPV4_LENGTH) & 0xffff;
    boolean firstFragment = (buffer.getShort(payload + IPV4_FRAGMENT) & 0x1fff) == 0;
    if (firstFragment) {
      readTransport(
          payload + headerBytes,
          payload + Math.min(length, totalLength),
          FrameNumbers.PROTOCOL_ICMP);
    }
  }

  private void readIpv6(int length) {
    if ((buffer.get(payload) & 0xff) >>> 4 != 6) {
      return;
    }
    network = NETWORK_IPV6;
    int limit =
        payload + Math.min(length, IPV6_BYTES + (buffer.getShort(payload + IPV6_LENGTH) & 0xffff));
    int next = buffer.get(payload + IPV6_NEXT_HEADER) & 0xff;
    int header = payload + IPV6_BYTES;
    for (int i = 0; i < MAX_EXTENSION_HEADERS && FrameNumbers.isExtension(next); i++) {
      if (limit - header < 8) {
        return;
      }
      int units = buffer.get(header + 1) & 0xff;
      boolean laterFragment =
          next == FrameNumbers.FRAGMENT && (buffer.getShort(header + 2) & 0xfff8) != 0;
      int bytes =
          next == FrameNumbers.FRAGMENT
              ? 8
              : next == FrameNumbers.AUTHENTICATION ? 4 * units + 8 : 8 * units + 8;
      next = buffer.get(header) & 0xff;
      if (laterFragment) {
        protocol = next;
        return;
      }
      header += bytes;
    }
    if (!FrameNumbers.isExtension(next)) {
      protocol = next;
      readTransport(header, limit, FrameNumbers.PROTOCOL_ICMPV6);
    }
  }

  private void readTransport(int offset, int limit, int icmp) {
    int bytes = limit - offset;
    if (FrameNumbers.hasPorts(protocol)) {
      if (bytes >= 4) {
        int ports = buffer.getInt(offset);
        l4Src = ports >>> 16;
        l4Dst = ports & 0xffff;
      }
    } else if (protocol == icmp && bytes >= 2) {
      int typeAndCode = buffer.getShort(offset);
      l4Src = typeAndCode >>> 8 & 0xff;
      l4Dst = typeAndCode & 0xff;
      if (icmp == FrameNumbers.PROTOCOL_ICMPV6 && isNeighbourType() && bytes >= ND_BYTES) {
        ndTarget = offset + ND_TARGET;
      }
    }
  }
}
