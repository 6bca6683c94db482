package maestro.apps.testkit;

import java.nio.ByteBuffer;

/**
 * Frames of IPv6 neighbours (RFC 4861), made field by field and with a checksum of their own: a
 * test that compares with them does not ask the code that it tests.
 */
public final class NeighbourFrames {
  private static final int SOURCE_OPTION = 1;
  private static final int TARGET_OPTION = 2;

  private NeighbourFrames() {}

  /** Who has this address? With the sender's Ethernet address, unless it has no IPv6 address. */
  public static byte[] solicitation(
      long ethSrc, long srcHigh, long srcLow, long ethDst, long targetHigh, long targetLow) {
    boolean isAnonymous = (srcHigh | srcLow) == 0;
    byte[] option = isAnonymous ? new byte[0] : option(SOURCE_OPTION, ethSrc);
    long group = 0xff00_0000L | (targetLow & 0xff_ffff);
    return frame(
        new long[] {ethSrc, ethDst, srcHigh, srcLow, 0xff02_0000_0000_0000L, 1L << 32 | group},
        message(135, 0, targetHigh, targetLow, option));
  }

  /**
   * I have it.
   *
   * @param flags 0x80 a router, 0x40 asked for, 0x20 override
   */
  public static byte[] advertisement(
      long ethSrc, long high, long low, long ethDst, long dstHigh, long dstLow, int flags) {
    return frame(
        new long[] {ethSrc, ethDst, high, low, dstHigh, dstLow},
        message(136, flags, high, low, option(TARGET_OPTION, ethSrc)));
  }

  /** A router tells about itself, for so many seconds. */
  public static byte[] routerAdvertisement(long ethSrc, long high, long low, int lifetime) {
    ByteBuffer message = ByteBuffer.allocate(24).putInt(134 << 24).put((byte) 64).put((byte) 0);
    message.putShort((short) lifetime).putLong(0).put(option(SOURCE_OPTION, ethSrc));
    return frame(
        new long[] {ethSrc, 0x3333_0000_0001L, high, low, 0xff02_0000_0000_0000L, 1},
        message.array());
  }

  /** Puts a tag into a frame. */
  public static byte[] tagged(byte[] frame, int vlan) {
    return ByteBuffer.allocate(frame.length + 4)
        .put(frame, 0, 12)
        .putInt(0x8100_0000 | vlan)
        .put(frame, 12, frame.length - 12)
        .array();
  }

  private static byte[] option(int type, long ethAddress) {
    return ByteBuffer.allocate(8)
        .put((byte) type)
        .put((byte) 1)
        .putShort((short) (ethAddress >>> 32))
        .putInt((int) ethAddress)
        .array();
  }

  private static byte[] message(int type, int flags, long high, long low, byte[] option) {
    ByteBuffer message = ByteBuffer.allocate(24 + option.length);
    message.putInt(type << 24).putInt(flags << 24).putLong(high).putLong(low).put(option);
    return message.array();
  }

  /** Addresses: Ethernet source and destination, IPv6 source and destination in halves. */
  private static byte[] frame(long[] addresses, byte[] message) {
    ByteBuffer ip = ByteBuffer.allocate(40 + message.length);
    ip.putInt(0x6000_0000).putShort((short) message.length).put((byte) 58).put((byte) 255);
    for (int i = 2; i < addresses.length; i++) {
      ip.putLong(addresses[i]);
    }
    ip.put(message);
    ip.putShort(42, (short) ~checksum(ip, message.length));
    return FakeRequest.ethernet(addresses[0], addresses[1], 0x86dd, ip.array());
  }

  private static int checksum(ByteBuffer ip, int length) {
    int sum = 58 + length;
    for (int i = 8; i < ip.capacity(); i += 2) {
      sum += ip.getShort(i) & 0xffff;
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return sum;
  }
}
