package maestro.testkit;

import java.nio.ByteBuffer;

/** Frames of hosts: host n has the addresses 02:00:00:00:00:(n-1) and 10.0.0.n. */
final class TestFrame {
  static final long BROADCAST = 0xffff_ffff_ffffL;

  private static final long FIRST_ETH = 0x0200_0000_0000L;
  private static final int FIRST_IP = 10 << 24;
  private static final int BYTES = 60;
  private static final int TCP = 6;

  private TestFrame() {}

  /** A TCP segment of the first connection. Its checksum is not right; no switch looks at it. */
  static byte[] tcp(int from, int to, int port) {
    byte[] frame = new byte[BYTES];
    ByteBuffer b = begin(frame, FIRST_ETH + to - 1, from, 0x0800);
    b.putShort(14, (short) 0x4500).putShort(16, (short) (BYTES - 14)).put(22, (byte) 64);
    b.put(23, (byte) TCP).putInt(26, FIRST_IP + from).putInt(30, FIRST_IP + to);
    b.putShort(34, (short) 40_000).putShort(36, (short) port).put(46, (byte) 0x50);
    return frame;
  }

  /** A frame of a type that nobody uses, to everybody. */
  static byte[] broadcast(int from, int number) {
    byte[] frame = new byte[BYTES];
    ByteBuffer unused = begin(frame, BROADCAST, from, 0x88b5).putInt(14, number);
    return frame;
  }

  private static ByteBuffer begin(byte[] frame, long dst, int from, int type) {
    long src = FIRST_ETH + from - 1;
    ByteBuffer b = ByteBuffer.wrap(frame);
    b.putShort(0, (short) (dst >>> 32)).putInt(2, (int) dst);
    b.putShort(6, (short) (src >>> 32)).putInt(8, (int) src);
    return b.putShort(12, (short) type);
  }

  static int type(byte[] frame) {
    return ByteBuffer.wrap(frame).getShort(12) & 0xffff;
  }

  static boolean isTcpTo(int port, byte[] frame) {
    ByteBuffer b = ByteBuffer.wrap(frame);
    return type(frame) == 0x0800 && b.get(23) == TCP && (b.getShort(36) & 0xffff) == port;
  }
}
