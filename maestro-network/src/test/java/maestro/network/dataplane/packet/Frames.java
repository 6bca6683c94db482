package maestro.network.dataplane.packet;

import java.nio.ByteBuffer;

/** Frames, written plainly, and their checksums, computed from all bytes. */
public final class Frames {
  public static final long SRC = 0x0200_0000_0001L;
  private static final int ETHERNET_BYTES = 14;
  private static final int IPV4_BYTES = 20;
  private static final int DATA_BYTES = 10;
  private static final int RIGHT = 0xffff;

  private Frames() {}

  public static byte[] ethernet(long dst, long src, int type, byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(ETHERNET_BYTES + payload.length);
    b.putShort((short) (dst >>> 32)).putInt((int) dst);
    b.putShort((short) (src >>> 32)).putInt((int) src).putShort((short) type);
    return b.put(payload).array();
  }

  /** A UDP packet in IPv4. */
  public static byte[] udp(long dst, int tpDst) {
    return ipv4(SRC, dst, 17, 0x0a000001, 0x0a000002, 4000, tpDst);
  }

  /**
   * A packet of ICMP, TCP or UDP with right checksums.
   *
   * @param tpSrc the source port, or the type
   * @param tpDst the destination port, or the code
   */
  public static byte[] ipv4(
      long src, long dst, int protocol, int from, int to, int tpSrc, int tpDst) {
    byte[] content = content(protocol, tpSrc, tpDst);
    ByteBuffer b = ByteBuffer.allocate(IPV4_BYTES + content.length);
    b.put((byte) 0x45).put((byte) 0x29).putShort((short) b.capacity()).putInt(0);
    b.put((byte) 64).put((byte) protocol).putShort((short) 0).putInt(from).putInt(to);
    b.put(content).putShort(10, (short) ~sum(b.array(), 0, IPV4_BYTES, 0));
    b.putShort(IPV4_BYTES + sumAt(protocol), (short) ~transportSum(b.array(), 0));
    return ethernet(dst, src, 0x800, b.array());
  }

  /** A transport header without a checksum, and data. */
  private static byte[] content(int protocol, int tpSrc, int tpDst) {
    ByteBuffer b = ByteBuffer.allocate((protocol == 6 ? 20 : 8) + DATA_BYTES);
    switch (protocol) {
      case 1 -> b.put((byte) tpSrc).put((byte) tpDst);
      case 6 -> b.putShort((short) tpSrc).putShort((short) tpDst).put(12, (byte) 0x50);
      default -> b.putShort((short) tpSrc).putShort((short) tpDst).putShort((short) b.capacity());
    }
    for (int i = 0; i < DATA_BYTES; i++) {
      b.put(b.capacity() - 1 - i, (byte) (17 * i));
    }
    return b.array();
  }

  /** An IPv4 frame with another type of service. */
  public static byte[] withTos(byte[] frame, int tos) {
    ByteBuffer b = ByteBuffer.wrap(frame.clone()).put(15, (byte) tos).putShort(24, (short) 0);
    int end = ETHERNET_BYTES + IPV4_BYTES;
    return b.putShort(24, (short) ~sum(b.array(), ETHERNET_BYTES, end, 0)).array();
  }

  public static byte[] arp(long src, int operation, int sender, int target) {
    ByteBuffer b = ByteBuffer.allocate(28).putLong(0x0001_0800_0604_0000L | operation);
    b.putShort((short) (src >>> 32)).putInt((int) src).putInt(sender);
    return ethernet(-1, src, 0x806, b.putInt(24, target).array());
  }

  public static byte[] tagged(byte[] frame, int tci) {
    ByteBuffer b = ByteBuffer.allocate(frame.length + 4);
    b.put(frame, 0, 12).putShort((short) 0x8100).putShort((short) tci);
    return b.put(frame, 12, frame.length - 12).array();
  }

  /** Whether the checksums of an IPv4 packet behind an Ethernet header without a tag are right. */
  static boolean hasRightSums(byte[] frame) {
    return sum(frame, ETHERNET_BYTES, ETHERNET_BYTES + IPV4_BYTES, 0) == RIGHT
        && transportSum(frame, ETHERNET_BYTES) == RIGHT;
  }

  private static int sumAt(int protocol) {
    return switch (protocol) {
      case 1 -> 2;
      case 6 -> 16;
      case 17 -> 6;
      default -> throw new IllegalArgumentException("protocol " + protocol);
    };
  }

  /** The sum of the content of an IPv4 packet and, except in ICMP, of the pseudo header. */
  private static int transportSum(byte[] bytes, int ipv4) {
    int protocol = bytes[ipv4 + 9];
    int from = ipv4 + IPV4_BYTES;
    int pseudo = protocol == 1 ? 0 : sum(bytes, ipv4 + 12, from, protocol + bytes.length - from);
    return sum(bytes, from, bytes.length, pseudo);
  }

  /** The sum of 16-bit words, in 16 bits. */
  private static int sum(byte[] bytes, int from, int to, int first) {
    int sum = first;
    for (int at = from; at < to; at++) {
      sum += (at - from) % 2 == 0 ? (bytes[at] & 0xff) << 8 : bytes[at] & 0xff;
    }
    while (sum > 0xffff) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return sum;
  }
}
