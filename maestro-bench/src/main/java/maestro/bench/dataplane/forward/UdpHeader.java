package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;

/**
 * Writes the headers of UDP packets. Stateless; allocates nothing.
 *
 * <pre>
 *  0        6        12      14        24    26     30     34     36     38       40
 *  | dst 48 | src 48 | 0x0800 | IPv4 … | sum | from | to   | from | to   | length | 0 |
 * </pre>
 */
final class UdpHeader {
  /** Where the payload begins. */
  static final int BYTES = 42;

  private static final int ETHERNET_BYTES = 14;
  private static final int IPV4_BYTES = 20;
  private static final long TYPE_AND_VERSION = 0x0800_4500L;
  private static final long LIFE_AND_UDP = 0x4011L;

  private UdpHeader() {}

  /**
   * Writes the headers of a frame; its checksum of IPv4 is right, and UDP goes without.
   *
   * @param lengthBytes of the frame, without its check sequence; at least {@link #BYTES}
   * @param dst Ethernet address, as {@code src}
   * @param from IPv4 address, as {@code to}
   * @param ports those of source and destination, 16 bits each
   */
  static void write(
      ByteBuffer b, int at, int lengthBytes, long dst, long src, int from, int to, int ports) {
    long packetBytes = (long) lengthBytes - ETHERNET_BYTES;
    long sum = 0x4500 + packetBytes + LIFE_AND_UDP;
    sum += (from >>> 16) + (from & 0xffffL) + (to >>> 16) + (to & 0xffffL);
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = ~((sum & 0xffff) + (sum >>> 16)) & 0xffff;
    b.putLong(at, dst << 16 | src >>> 32);
    b.putLong(at + 8, src << 32 | TYPE_AND_VERSION);
    b.putLong(at + 16, packetBytes << 48 | LIFE_AND_UDP);
    b.putLong(at + 24, sum << 48 | (from & 0xffff_ffffL) << 16 | to >>> 16);
    b.putShort(at + 32, (short) to).putInt(at + 34, ports);
    b.putInt(at + 38, (int) (packetBytes - IPV4_BYTES) << 16);
  }
}
