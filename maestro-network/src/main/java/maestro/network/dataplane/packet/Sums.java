package maestro.network.dataplane.packet;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import maestro.openflow.FrameNumbers;

/**
 * Changes bytes of a packet and keeps its checksums right: those of IPv4, TCP, UDP, ICMP and ICMPv6
 * by incremental update (RFC 1624), that of SCTP by a new CRC. Confined to one thread; allocates
 * nothing.
 */
final class Sums {
  private static final int IPV4_PROTOCOL_AT = 9;
  private static final int IPV4_SUM_AT = 10;
  private static final int TCP_SUM_AT = 16;
  private static final int UDP_SUM_AT = 6;
  private static final int ICMP_SUM_AT = 2;
  private static final int SCTP_SUM_AT = 8;

  private final CRC32C crc = new CRC32C();

  /**
   * Writes the lower bytes of a value to the IPv4 header.
   *
   * @param address whether they are an address, which the transport header's checksum covers, too
   */
  void putIpv4(Packet p, int at, int bytes, long value, boolean address) {
    int from = at - (at - p.payload & 1);
    int before = words(p.bytes, from, at + bytes);
    put(p.bytes, at, bytes, value);
    int after = words(p.bytes, from, at + bytes);
    patch(p.bytes, p.payload + IPV4_SUM_AT, before, after);
    if (address && p.get(Field.IP_PROTO) != Field.ICMP) {
      patchTransport(p, before, after);
    }
  }

  /** Writes the protocol of IPv4 or IPv6, which the transport header's checksum covers, too. */
  void putProtocol(Packet p, int protocol) {
    int before = (int) p.get(Field.IP_PROTO);
    if (p.has(FrameNumbers.TYPE_IPV6)) {
      p.bytes.put(p.protocolAt, (byte) protocol);
    } else {
      putIpv4(p, p.payload + IPV4_PROTOCOL_AT, 1, protocol, false);
    }
    if (before != Field.ICMP) {
      patchTransport(p, before, protocol);
    }
  }

  /** Writes an address of the IPv6 header. */
  void putIpv6(Packet p, int at, long upper, long lower) {
    int before = words(p.bytes, at, at + 16);
    p.bytes.putLong(at, upper).putLong(at + 8, lower);
    patchTransport(p, before, words(p.bytes, at, at + 16));
  }

  /** Writes the lower bytes of a value to the transport header or what follows it. */
  void putTransport(Packet p, int at, int bytes, long value) {
    int from = at - (at - p.transport & 1);
    int to = at + bytes + (at + bytes - p.transport & 1);
    int before = words(p.bytes, from, to);
    put(p.bytes, at, bytes, value);
    if (p.get(Field.IP_PROTO) == Field.SCTP) {
      sumSctp(p);
    } else {
      patchTransport(p, before, words(p.bytes, from, to));
    }
  }

  /** Writes a whole address behind the transport header. */
  void putTarget(Packet p, int at, long upper, long lower) {
    int before = words(p.bytes, at, at + 16);
    p.bytes.putLong(at, upper).putLong(at + 8, lower);
    patchTransport(p, before, words(p.bytes, at, at + 16));
  }

  /** Writes the lower bytes of a value. */
  static void put(ByteBuffer b, int at, int bytes, long value) {
    for (int i = 0; i < bytes; i++) {
      b.put(at + i, (byte) (value >>> (8 * (bytes - 1 - i))));
    }
  }

  private static void patchTransport(Packet p, int before, int after) {
    if (p.transport == Packet.NONE) {
      return;
    }
    int sum =
        switch ((int) p.get(Field.IP_PROTO)) {
          case Field.TCP -> TCP_SUM_AT;
          case Field.UDP -> UDP_SUM_AT;
          case Field.ICMP, Field.ICMPV6 -> ICMP_SUM_AT;
          default -> Packet.NONE;
        };
    if (sum == Packet.NONE) {
      return;
    }
    boolean udp = sum == UDP_SUM_AT;
    int at = p.transport + sum;
    if (udp && p.bytes.getShort(at) == 0) {
      return; // a packet without one
    }
    patch(p.bytes, at, before, after);
    if (udp && p.bytes.getShort(at) == 0) {
      p.bytes.putShort(at, (short) 0xffff);
    }
  }

  private void sumSctp(Packet p) {
    if (p.fragment) {
      return; // the rest of what it covers is elsewhere
    }
    int ip = p.payload;
    int bytes =
        p.has(FrameNumbers.TYPE_IPV6)
            ? Headers.IPV6_BYTES + p.unsignedShort(ip + 4)
            : p.unsignedShort(ip + 2);
    int end = Math.min(p.end, ip + bytes);
    p.bytes.putInt(p.transport + SCTP_SUM_AT, 0);
    crc.reset();
    crc.update(p.bytes.limit(end).position(p.transport));
    p.bytes.clear();
    p.bytes.putInt(p.transport + SCTP_SUM_AT, Integer.reverseBytes((int) crc.getValue()));
  }

  /** The sum of 16-bit words, in 16 bits. */
  private static int words(ByteBuffer b, int from, int to) {
    int sum = 0;
    for (int at = from; at < to; at += 2) {
      sum += b.getShort(at) & 0xffff;
    }
    return fold(sum);
  }

  /** Equation 3 of RFC 1624. */
  static void patch(ByteBuffer b, int sumAt, int before, int after) {
    int sum = (~b.getShort(sumAt) & 0xffff) + (~before & 0xffff) + after;
    b.putShort(sumAt, (short) ~fold(sum));
  }

  private static int fold(int sum) {
    int folded = (sum & 0xffff) + (sum >>> 16);
    return (folded & 0xffff) + (folded >>> 16);
  }
}
