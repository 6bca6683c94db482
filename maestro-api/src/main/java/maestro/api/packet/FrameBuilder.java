package maestro.api.packet;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Builds an Ethernet frame, from its addresses on, without the checksum at its end. The layers are
 * given from the outside to the inside; {@link #build} sets lengths and checksums.
 *
 * <pre>{@code
 * byte[] reply = FrameBuilder.ethernet(client, server).ipv4(0x0a000001, 0x0a000002)
 *     .udp(67, 68).payload(dhcp.bytes()).build();
 * }</pre>
 *
 * <p>Ethernet addresses are 48-bit numbers, IPv4 addresses unsigned ints. For one thread. A call
 * for a layer that does not fit there throws {@link IllegalStateException}. Since API level 4.
 */
public final class FrameBuilder {
  private static final int TYPE_VLAN = 0x8100;
  private static final int TYPE_ARP = 0x0806;
  private static final int TYPE_IPV4 = 0x0800;
  private static final int TYPE_IPV6 = 0x86dd;
  private static final int MAX_VLAN_TCI = 0xffff;

  private static final int ICMP = 1;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int ICMPV6 = 58;

  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int DEFAULT_HOP_LIMIT = 64;

  /** Routers must not have passed a neighbour message on (RFC 4861). */
  private static final int NEIGHBOUR_HOP_LIMIT = 255;

  private static final int SOLICITATION = 135;
  private static final int ADVERTISEMENT = 136;
  private static final int SOURCE_ADDRESS = 1;
  private static final int TARGET_ADDRESS = 2;
  private static final int MAX_BYTES = 65_535;

  private byte[] bytes = new byte[128];
  private int length;

  /** Where the type of the next layer belongs; -1 behind the network layer. */
  private int typeAt;

  /** Where the network layer begins; 0 without one. */
  private int network;

  private boolean isIpv6;

  /** Where the transport layer begins; 0 without one. */
  private int transport;

  private int protocol;

  private FrameBuilder() {}

  /** Begins a frame. */
  public static FrameBuilder ethernet(long dst, long src) {
    FrameBuilder frame = new FrameBuilder();
    frame.eth(dst);
    frame.eth(src);
    frame.typeAt = frame.length;
    frame.number(0, Short.BYTES);
    return frame;
  }

  /**
   * Adds a VLAN tag.
   *
   * @param tci the VLAN id, 0 to 4095, and the priority in the upper three of 16 bits
   */
  public FrameBuilder vlan(int tci) {
    if (tci < 0 || tci > MAX_VLAN_TCI) {
      throw new IllegalArgumentException("tci " + tci + "; allowed: 16 bits");
    }
    type(TYPE_VLAN);
    number(tci, Short.BYTES);
    typeAt = length;
    number(0, Short.BYTES);
    return this;
  }

  /** Sets an Ethernet type without a layer of its own; the {@link #payload} follows. */
  public FrameBuilder ethType(int ethType) {
    type(ethType);
    typeAt = -1;
    return this;
  }

  /**
   * Adds an ARP packet for IPv4.
   *
   * @param operation 1 request, 2 reply
   */
  public FrameBuilder arp(
      int operation, long senderEth, int senderIpv4, long targetEth, int targetIpv4) {
    ethType(TYPE_ARP);
    number(0x0001_0800_0604L, 6);
    number(operation, Short.BYTES);
    eth(senderEth);
    number(senderIpv4, Integer.BYTES);
    eth(targetEth);
    number(targetIpv4, Integer.BYTES);
    return this;
  }

  /** Adds an IPv4 header, with a TTL of 64. */
  public FrameBuilder ipv4(int src, int dst) {
    ethType(TYPE_IPV4);
    network = length;
    number(0x4500_0000L, Integer.BYTES);
    number(0, Integer.BYTES);
    number((long) DEFAULT_HOP_LIMIT << 24, Integer.BYTES);
    number(src, Integer.BYTES);
    number(dst, Integer.BYTES);
    return this;
  }

  /** Adds an IPv6 header, with a hop limit of 64. */
  public FrameBuilder ipv6(long srcHigh, long srcLow, long dstHigh, long dstLow) {
    ethType(TYPE_IPV6);
    network = length;
    isIpv6 = true;
    number(0x6000_0000L, Integer.BYTES);
    number(DEFAULT_HOP_LIMIT, Integer.BYTES);
    number(srcHigh, Long.BYTES);
    number(srcLow, Long.BYTES);
    number(dstHigh, Long.BYTES);
    number(dstLow, Long.BYTES);
    return this;
  }

  /** Sets the TTL or hop limit of the IP header, 0 to 255. */
  public FrameBuilder hopLimit(int hopLimit) {
    needsIp();
    bytes[network + (isIpv6 ? 7 : 8)] = (byte) hopLimit;
    return this;
  }

  /** Adds an UDP header. */
  public FrameBuilder udp(int srcPort, int dstPort) {
    transport(UDP);
    ports(srcPort, dstPort);
    number(0, Integer.BYTES);
    return this;
  }

  /**
   * Adds a TCP header without options.
   *
   * @param flags as in the header: 2 is SYN, 4 RST, 16 ACK
   */
  public FrameBuilder tcp(int srcPort, int dstPort, int sequence, int ack, int flags, int window) {
    transport(TCP);
    ports(srcPort, dstPort);
    number(sequence, Integer.BYTES);
    number(ack, Integer.BYTES);
    number(5L << 28 | (flags & 0xffL) << 16 | (window & 0xffff), Integer.BYTES);
    number(0, Integer.BYTES);
    return this;
  }

  /**
   * Adds an ICMP header, or one of ICMPv6 behind an IPv6 header.
   *
   * @param rest the four bytes behind the checksum, such as identifier and number of an echo
   */
  public FrameBuilder icmp(int type, int code, int rest) {
    transport(isIpv6 ? ICMPV6 : ICMP);
    number((long) type << 24 | (long) (code & 0xff) << 16, Integer.BYTES);
    number(rest, Integer.BYTES);
    return this;
  }

  /**
   * Adds a neighbour solicitation (RFC 4861), and sets the hop limit that it needs.
   *
   * @param sourceEth the asker's Ethernet address
   */
  public FrameBuilder neighbourSolicitation(long targetHigh, long targetLow, long sourceEth) {
    return neighbour(SOLICITATION, 0, targetHigh, targetLow, SOURCE_ADDRESS, sourceEth);
  }

  /**
   * Adds a neighbour advertisement (RFC 4861), and sets the hop limit that it needs.
   *
   * @param flags in the upper bits of 32: router, solicited, override
   * @param targetEth where the target is
   */
  public FrameBuilder neighbourAdvertisement(
      int flags, long targetHigh, long targetLow, long targetEth) {
    return neighbour(ADVERTISEMENT, flags, targetHigh, targetLow, TARGET_ADDRESS, targetEth);
  }

  private FrameBuilder neighbour(
      int type, int flags, long targetHigh, long targetLow, int option, long address) {
    if (!isIpv6) {
      throw new IllegalStateException("a neighbour message needs an IPv6 header");
    }
    icmp(type, 0, flags);
    hopLimit(NEIGHBOUR_HOP_LIMIT);
    number(targetHigh, Long.BYTES);
    number(targetLow, Long.BYTES);
    number((long) option << 8 | 1, Short.BYTES);
    eth(address);
    return this;
  }

  /** Adds bytes; a copy. */
  public FrameBuilder payload(byte[] payload) {
    room(payload.length);
    System.arraycopy(payload, 0, bytes, length, payload.length);
    length += payload.length;
    return this;
  }

  /**
   * The frame.
   *
   * @throws IllegalStateException when it is longer than 65535 bytes
   */
  public byte[] build() {
    if (length > MAX_BYTES) {
      throw new IllegalStateException("a frame of " + length + " bytes; allowed: 65535");
    }
    byte[] frame = Arrays.copyOf(bytes, length);
    if (network > 0) {
      ByteBuffer out = ByteBuffer.wrap(frame);
      if (isIpv6) {
        out.putShort(network + 4, (short) (length - network - IPV6_BYTES));
      } else {
        out.putShort(network + 2, (short) (length - network));
        out.putShort(network + 10, (short) ~sum(out, network, IPV4_BYTES, 0));
      }
      if (transport > 0) {
        endTransport(out);
      }
    }
    return frame;
  }

  private void endTransport(ByteBuffer out) {
    int transportBytes = length - transport;
    if (protocol == UDP) {
      out.putShort(transport + 4, (short) transportBytes);
    }
    long pseudo =
        protocol == ICMP
            ? 0
            : isIpv6
                ? sum(out, network + 8, 32, (long) transportBytes + protocol)
                : sum(out, network + 12, 8, (long) transportBytes + protocol);
    int checksum = (int) ~sum(out, transport, transportBytes, pseudo) & 0xffff;
    // For UDP 0 would say that there is none.
    short sent = (short) (checksum == 0 && protocol == UDP ? 0xffff : checksum);
    out.putShort(transport + checksumAt(), sent);
  }

  private int checksumAt() {
    return switch (protocol) {
      case UDP -> 6;
      case TCP -> 16;
      default -> 2;
    };
  }

  /** The ones' complement sum of 16-bit words (RFC 1071), folded. */
  private static long sum(ByteBuffer in, int from, int count, long start) {
    long sum = start;
    for (int i = 0; i + 1 < count; i += 2) {
      sum += in.getShort(from + i) & 0xffff;
    }
    if ((count & 1) != 0) {
      sum += (long) (in.get(from + count - 1) & 0xff) << 8;
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return sum;
  }

  private void type(int ethType) {
    if (typeAt < 0) {
      throw new IllegalStateException("the frame has a layer above Ethernet already");
    }
    bytes[typeAt] = (byte) (ethType >>> 8);
    bytes[typeAt + 1] = (byte) ethType;
  }

  private void needsIp() {
    if (network == 0) {
      throw new IllegalStateException("there is no IP header yet");
    }
  }

  private void transport(int next) {
    needsIp();
    if (transport > 0) {
      throw new IllegalStateException("the frame has a transport layer already");
    }
    protocol = next;
    bytes[network + (isIpv6 ? 6 : 9)] = (byte) next;
    transport = length;
  }

  private void ports(int src, int dst) {
    number(src, Short.BYTES);
    number(dst, Short.BYTES);
  }

  private void eth(long address) {
    number(address, 6);
  }

  /** Adds the lower bytes of a number. */
  private void number(long value, int count) {
    room(count);
    for (int i = count - 1; i >= 0; i--) {
      bytes[length++] = (byte) (value >>> (Byte.SIZE * i));
    }
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
