package maestro.testkit;

import java.nio.ByteBuffer;

/**
 * Makes frames between the hosts of a {@link TestNetwork}: host n has the addresses {@link #eth}
 * 02:00:00:00:00:(n − 1) and {@link #ip} 10.0.0.n. Checksums of TCP and UDP are 0; no switch looks
 * at them. Stateless.
 */
public final class TestFrame {
  /** The Ethernet address of all hosts. */
  public static final long BROADCAST = 0xffff_ffff_ffffL;

  private static final int IPV4 = 0x0800;
  private static final int ARP = 0x0806;
  private static final long FIRST_ETH = 0x0200_0000_0000L;
  private static final int FIRST_IP = 10 << 24;
  private static final int LEAST_BYTES = 60;
  private static final int PAYLOAD_AT = 14;
  private static final int L4_AT = 34;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int CLIENT_PORT = 40_000;

  private TestFrame() {}

  /** The Ethernet address of a host, from 1. */
  public static long eth(int host) {
    return FIRST_ETH + host - 1;
  }

  /** The IPv4 address of a host, from 1. */
  public static int ip(int host) {
    return FIRST_IP + host;
  }

  /**
   * An Ethernet frame, filled up with zeros to 60 bytes.
   *
   * @param type the EtherType
   */
  public static byte[] ethernet(long src, long dst, int type, byte... payload) {
    byte[] frame = new byte[Math.max(LEAST_BYTES, PAYLOAD_AT + payload.length)];
    ByteBuffer b = begin(frame, dst, src, type);
    b.put(PAYLOAD_AT, payload);
    return frame;
  }

  /** A TCP segment of the first connection to a port. */
  public static byte[] tcp(int from, int to, int port) {
    byte[] frame = new byte[LEAST_BYTES];
    ByteBuffer unused = ipv4(frame, from, to, TCP, CLIENT_PORT, port).put(46, (byte) 0x50);
    return frame;
  }

  /**
   * A UDP datagram.
   *
   * @param payload what follows the UDP header
   */
  public static byte[] udp(int from, int fromPort, int to, int toPort, byte... payload) {
    byte[] frame = new byte[Math.max(LEAST_BYTES, L4_AT + 8 + payload.length)];
    ByteBuffer b = ipv4(frame, from, to, UDP, fromPort, toPort);
    b.putShort(38, (short) (8 + payload.length)).put(L4_AT + 8, payload);
    return frame;
  }

  private static ByteBuffer ipv4(
      byte[] frame, int from, int to, int protocol, int srcPort, int port) {
    ByteBuffer b = begin(frame, eth(to), eth(from), IPV4);
    b.putShort(14, (short) 0x4500).putShort(16, (short) (frame.length - PAYLOAD_AT));
    b.put(22, (byte) 64);
    b.put(23, (byte) protocol).putInt(26, ip(from)).putInt(30, ip(to));
    int sum = 0;
    for (int at = PAYLOAD_AT; at < L4_AT; at += 2) {
      sum += b.getShort(at) & 0xffff;
    }
    b.putShort(24, (short) ~((sum & 0xffff) + (sum >>> 16)));
    return b.putShort(L4_AT, (short) srcPort).putShort(36, (short) port);
  }

  /**
   * An ARP request, to everybody.
   *
   * @param senderIp 0 for a probe, which only asks whether somebody has the target
   */
  public static byte[] arpRequest(long senderEth, int senderIp, int targetIp) {
    byte[] frame = new byte[LEAST_BYTES];
    ByteBuffer b = begin(frame, BROADCAST, senderEth, ARP);
    b.putLong(14, 0x0001_0800_0604_0001L).putInt(28, senderIp).putInt(38, targetIp);
    b.putShort(22, (short) (senderEth >>> 32)).putInt(24, (int) senderEth);
    return frame;
  }

  private static ByteBuffer begin(byte[] frame, long dst, long src, int type) {
    ByteBuffer b = ByteBuffer.wrap(frame);
    b.putShort(0, (short) (dst >>> 32)).putInt(2, (int) dst);
    b.putShort(6, (short) (src >>> 32)).putInt(8, (int) src);
    return b.putShort(12, (short) type);
  }

  /** The EtherType of a frame. */
  public static int type(byte[] frame) {
    return ByteBuffer.wrap(frame).getShort(12) & 0xffff;
  }

  /** Whether a frame is a TCP segment to a port, over IPv4 without options and VLAN tags. */
  public static boolean isTcpTo(int port, byte[] frame) {
    ByteBuffer b = ByteBuffer.wrap(frame);
    return type(frame) == IPV4 && b.get(23) == TCP && (b.getShort(36) & 0xffff) == port;
  }
}
