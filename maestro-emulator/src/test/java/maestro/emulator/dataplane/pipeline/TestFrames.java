package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Frames, written plainly, and their checksums, computed from all bytes. */
final class TestFrames {
  static final long SRC = 0x0200_0000_0001L;
  private static final int DATA_BYTES = 10;

  private TestFrames() {}

  static byte[] ipv4(long src, long dst, int protocol, int from, int to, int tpSrc, int tpDst) {
    int headerBytes = protocol == 6 ? 20 : 8;
    int packetBytes = 20 + headerBytes + DATA_BYTES;
    ByteBuffer b = ByteBuffer.allocate(14 + packetBytes);
    b.putShort((short) (dst >>> 32)).putInt((int) dst);
    b.putShort((short) (src >>> 32)).putInt((int) src).putShort((short) 0x0800);
    b.put((byte) 0x45).put((byte) 0x29).putShort((short) packetBytes).putInt(0);
    b.put((byte) 64).put((byte) protocol).putShort((short) 0).putInt(from).putInt(to);
    if (protocol == 1) {
      b.put((byte) tpSrc).put((byte) tpDst);
    } else {
      b.putShort((short) tpSrc).putShort((short) tpDst);
    }
    if (protocol == 17) {
      b.putShort((short) (8 + DATA_BYTES));
    }
    if (protocol == 6) {
      b.put(46, (byte) 0x50);
    }
    for (int i = 0; i < DATA_BYTES; i++) {
      b.put(b.capacity() - 1 - i, (byte) (17 * i));
    }
    b.putShort(24, (short) sum(b.array(), 14, 34, 0));
    int at = sumAt(protocol);
    if (at > 0) {
      b.putShort(at, (short) transportSum(b.array(), 14));
    }
    return b.array();
  }

  private static int sumAt(int protocol) {
    return switch (protocol) {
      case 1 -> 36;
      case 6 -> 50;
      case 17 -> 40;
      default -> 0;
    };
  }

  static byte[] arp(long src, int operation, int sender, int target) {
    ByteBuffer b = ByteBuffer.allocate(42);
    b.putShort((short) -1).putInt(-1).putShort((short) (src >>> 32)).putInt((int) src);
    b.putShort((short) 0x0806).putLong(0x0001_0800_0604_0000L | operation);
    b.putShort((short) (src >>> 32)).putInt((int) src).putInt(sender);
    return b.putShort((short) 0).putInt(0).putInt(target).array();
  }

  static byte[] tagged(byte[] frame, int tci) {
    ByteBuffer b = ByteBuffer.allocate(frame.length + 4);
    b.put(frame, 0, 12).putShort((short) 0x8100).putShort((short) tci);
    return b.put(frame, 12, frame.length - 12).array();
  }

  static byte[] untagged(byte[] frame) {
    ByteBuffer b = ByteBuffer.allocate(frame.length - 4);
    return b.put(frame, 0, 12).put(frame, 16, frame.length - 16).array();
  }

  /** Whether the checksums of an IPv4 packet behind an Ethernet header without a tag are right. */
  static boolean hasRightSums(byte[] frame) {
    return sum(frame, 14, 34, 0) == 0 && transportSum(frame, 14) == 0;
  }

  private static int transportSum(byte[] frame, int ipv4) {
    ByteBuffer b = ByteBuffer.wrap(frame);
    int protocol = b.get(ipv4 + 9);
    int from = ipv4 + 20;
    int pseudo = 0;
    if (protocol != 1) {
      for (int at = ipv4 + 12; at < from; at += 2) {
        pseudo += b.getShort(at) & 0xffff;
      }
      pseudo += protocol + frame.length - from;
    }
    return sum(frame, from, frame.length, pseudo);
  }

  private static int sum(byte[] bytes, int from, int to, int first) {
    ByteBuffer b = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 1));
    int sum = first;
    for (int at = from; at < to; at += 2) {
      sum += at + 1 < to ? b.getShort(at) & 0xffff : (b.get(at) & 0xff) << 8;
    }
    while (sum > 0xffff) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }
}
