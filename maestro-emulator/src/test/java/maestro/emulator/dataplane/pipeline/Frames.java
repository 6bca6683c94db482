package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;

/** Frames, written plainly, and their checksums, computed from all bytes. */
final class Frames {
  static final long SRC = 0x0200_0000_0001L;
  static final int DATA_BYTES = 10;

  private Frames() {}

  /** A UDP packet in IPv4. */
  static byte[] udp(long dst, int dstPort) {
    return ethernet(dst, SRC, 0x800, ipv4(17, 0x0a000001, 0x0a000002, udpHeader(4000, dstPort)));
  }

  static byte[] ethernet(long dst, long src, int type, byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(14 + payload.length);
    b.putShort((short) (dst >>> 32)).putInt((int) dst);
    b.putShort((short) (src >>> 32)).putInt((int) src).putShort((short) type);
    return b.put(payload).array();
  }

  static byte[] udpHeader(int src, int dst) {
    ByteBuffer b = ByteBuffer.allocate(8 + DATA_BYTES);
    b.putShort((short) src).putShort((short) dst).putShort((short) b.capacity());
    return b.putShort(8, (short) 7).put(9, (byte) 3).array();
  }

  /** A packet whose checksums are right. */
  static byte[] ipv4(int protocol, int from, int to, byte[] content) {
    ByteBuffer b = ByteBuffer.allocate(20 + content.length);
    b.put((byte) 0x45).put((byte) 0x29).putShort((short) b.capacity()).putInt(0);
    b.put((byte) 64).put((byte) protocol).putShort((short) 0).putInt(from).putInt(to);
    b.putShort(10, (short) ~sum(b.array(), 0, 20, 0));
    b.put(20, content);
    sumTransport(b, 20, protocol, sum(b.array(), 12, 20, 0));
    return b.array();
  }

  /** An IPv4 frame with another type of service. */
  static byte[] withTos(byte[] frame, int tos) {
    ByteBuffer b = ByteBuffer.wrap(frame.clone()).put(15, (byte) tos).putShort(24, (short) 0);
    return b.putShort(24, (short) ~sum(b.array(), 14, 34, 0)).array();
  }

  /** Writes the checksum of a transport header. */
  static void sumTransport(ByteBuffer b, int header, int protocol, int addressSum) {
    int at =
        switch (protocol) {
          case 6 -> 16;
          case 17 -> 6;
          case 1, 58 -> 2;
          default -> -1;
        };
    if (at < 0) {
      return;
    }
    b.putShort(header + at, (short) 0);
    int pseudo = protocol == 1 ? 0 : addressSum + protocol + b.capacity() - header;
    byte[] bytes = new byte[b.capacity() - header];
    b.get(header, bytes);
    b.putShort(header + at, (short) ~sum(bytes, 0, bytes.length, pseudo));
  }

  /** The sum of 16-bit words, in 16 bits. */
  static int sum(byte[] bytes, int from, int to, int first) {
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
