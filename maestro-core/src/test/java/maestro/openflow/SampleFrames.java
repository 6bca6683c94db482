package maestro.openflow;

import java.nio.ByteBuffer;

/** Makes Ethernet frames for tests, from addresses 1 to 2 unless said otherwise. */
public final class SampleFrames {
  private static final long SRC = 1;
  private static final long DST = 2;

  private SampleFrames() {}

  /** A frame of the wire. */
  public static byte[] ethernet(long src, long dst, int type, byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(14 + payload.length);
    b.putShort((short) (dst >>> 32)).putInt((int) dst);
    b.putShort((short) (src >>> 32)).putInt((int) src);
    return b.putShort((short) type).put(payload).array();
  }

  /** A frame between the usual two. */
  public static byte[] ethernet(int type, byte[] payload) {
    return ethernet(SRC, DST, type, payload);
  }

  /** The frame with another outer tag. */
  public static byte[] tagged(int vlan, byte[] frame) {
    ByteBuffer b = ByteBuffer.allocate(frame.length + 4);
    b.put(frame, 0, 12).putShort((short) 0x8100).putShort((short) vlan);
    return b.put(frame, 12, frame.length - 12).array();
  }

  /**
   * An IPv4 packet.
   *
   * @param fragment flags and offset as on the wire: 0x2000 says that more follow
   */
  public static byte[] ipv4(int protocol, int src, int dst, int fragment, byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(20 + payload.length);
    b.put((byte) 0x45).put((byte) 0).putShort((short) (20 + payload.length));
    b.putShort((short) 7).putShort((short) fragment).put((byte) 64).put((byte) protocol);
    return b.putShort((short) 0).putInt(src).putInt(dst).put(payload).array();
  }

  /** An IPv6 packet. */
  public static byte[] ipv6(int nextHeader, byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(40 + payload.length);
    b.putInt(0x6000_0000).putShort((short) payload.length).put((byte) nextHeader).put((byte) 64);
    b.putLong(0xfd00L << 48).putLong(1).putLong(0xfd00L << 48).putLong(2);
    return b.put(payload).array();
  }

  /** Ports, and nothing in the rest of a header that is long enough for TCP. */
  public static byte[] ports(int src, int dst) {
    return ByteBuffer.allocate(20).putShort((short) src).putShort((short) dst).array();
  }

  /** Type and code of ICMP. */
  public static byte[] icmp(int type, int code) {
    return ByteBuffer.allocate(8).put((byte) type).put((byte) code).array();
  }

  /** A neighbour solicitation (135) or advertisement (136) about an address, above IPv6. */
  public static byte[] neighbour(int type, long high, long low) {
    return ByteBuffer.allocate(24).put(0, (byte) type).putLong(8, high).putLong(16, low).array();
  }

  /** An ARP packet for IPv4 over Ethernet. */
  public static byte[] arp(int operation, int sender, int target) {
    ByteBuffer b = ByteBuffer.allocate(28);
    b.putShort((short) 1).putShort((short) 0x800).put((byte) 6).put((byte) 4);
    b.putShort((short) operation).putShort((short) 0).putInt((int) SRC).putInt(sender);
    return b.putShort((short) 0).putInt((int) DST).putInt(target).array();
  }

  /** A TCP packet over IPv4, from 10.0.0.1 to 10.0.0.2. */
  public static byte[] tcp(int src, int dst) {
    return ethernet(0x0800, ipv4(6, 0x0a000001, 0x0a000002, 0, ports(src, dst)));
  }
}
