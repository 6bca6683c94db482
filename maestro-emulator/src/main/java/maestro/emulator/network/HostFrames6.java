package maestro.emulator.network;

import java.nio.ByteBuffer;
import maestro.openflow.FrameNumbers;

/**
 * The frames of IPv6 that hosts send and understand: neighbour solicitation and advertisement (RFC
 * 4861) and ICMPv6 echo (RFC 4443). Stateless.
 *
 * <pre>
 *  all       14 IPv6 40 | 54 type 1, code 1, sum 2
 *  neighbour 58 flags 4 | 62 target 16 | 78 option type 1, length 1, Ethernet address 6
 *  echo      58 id 2, sequence 2 | 62 MARK 8 | 70 number 4 | zeros
 * </pre>
 *
 * <p>Host n has the address fd00::(n + 1); addresses are told by their last 64 bits.
 */
final class HostFrames6 {
  static final int NEIGHBOUR_BYTES = 86;
  static final int ECHO_BYTES = 118;

  static final int SOLICITATION = 135;
  static final int ADVERTISEMENT = 136;
  static final int ECHO_REQUEST = 128;
  static final int ECHO_REPLY = 129;

  private static final int ICMPV6 = 58;
  private static final int HOP_LIMIT = 255;
  private static final int IPV6_AT = 14;
  private static final int SRC_AT = 22;
  private static final int DST_AT = 38;
  private static final int ICMP_AT = 54;
  private static final int TARGET_AT = 62;
  private static final int OPTION_AT = 78;
  private static final int MARK_AT = 62;
  private static final int NUMBER_AT = 70;

  /** The first half of all hosts' addresses: fd00::. */
  private static final long PREFIX = 0xfd00L << 48;

  private static final long MULTICAST_PREFIX = 0xff02L << 48;
  private static final long SOLICITED_NODE = 0x0000_0001_ff00_0000L;
  private static final long SOLICITED_NODE_ETHERNET = 0x3333_ff00_0000L;
  private static final int LOW_BITS = 0xff_ffff;

  /** It answers a question, and replaces what was known. */
  private static final int SOLICITED_AND_OVERRIDE = 0x6000_0000;

  private HostFrames6() {}

  /** The Ethernet address at which a solicitation for an address arrives. */
  static long solicitedNode(long address) {
    return SOLICITED_NODE_ETHERNET | (address & LOW_BITS);
  }

  /** Writes a solicitation for the Ethernet address of {@code target} at 0. */
  static void solicit(ByteBuffer b, long srcEth, long src, long target) {
    begin(b, solicitedNode(target), srcEth, NEIGHBOUR_BYTES);
    addresses(b, src, MULTICAST_PREFIX, SOLICITED_NODE | (target & LOW_BITS));
    neighbour(b, SOLICITATION, 0, target, srcEth);
  }

  /** Writes the advertisement that answers a solicitation at 0. */
  static void advertise(ByteBuffer b, long srcEth, long src, long dstEth, long dst) {
    begin(b, dstEth, srcEth, NEIGHBOUR_BYTES);
    addresses(b, src, PREFIX, dst);
    neighbour(b, ADVERTISEMENT, SOLICITED_AND_OVERRIDE, src, srcEth);
  }

  /** Writes an echo request or reply at 0. */
  static void echo(
      ByteBuffer b, int type, long srcEth, long src, long dstEth, long dst, int number) {
    begin(b, dstEth, srcEth, ECHO_BYTES);
    addresses(b, src, PREFIX, dst);
    b.putShort(ICMP_AT, (short) (type << 8)).putInt(58, number);
    b.putLong(MARK_AT, HostFrames.MARK).putInt(NUMBER_AT, number);
    for (int at = NUMBER_AT + 4; at < ECHO_BYTES; at += 4) {
      b.putInt(at, 0);
    }
    close(b, ECHO_BYTES);
  }

  private static void begin(ByteBuffer b, long dstEth, long srcEth, int lengthBytes) {
    b.putShort(0, (short) (dstEth >>> 32)).putInt(2, (int) dstEth);
    b.putShort(6, (short) (srcEth >>> 32)).putInt(8, (int) srcEth);
    b.putShort(12, (short) FrameNumbers.TYPE_IPV6).putInt(IPV6_AT, 6 << 28);
    b.putShort(18, (short) (lengthBytes - ICMP_AT));
    b.put(20, (byte) ICMPV6).put(21, (byte) HOP_LIMIT);
  }

  private static void addresses(ByteBuffer b, long src, long dstPrefix, long dst) {
    b.putLong(SRC_AT, PREFIX).putLong(SRC_AT + 8, src);
    b.putLong(DST_AT, dstPrefix).putLong(DST_AT + 8, dst);
  }

  private static void neighbour(ByteBuffer b, int type, int flags, long target, long eth) {
    b.putShort(ICMP_AT, (short) (type << 8)).putInt(58, flags);
    b.putLong(TARGET_AT, PREFIX).putLong(TARGET_AT + 8, target);
    b.put(OPTION_AT, (byte) (type == SOLICITATION ? 1 : 2)).put(OPTION_AT + 1, (byte) 1);
    b.putShort(80, (short) (eth >>> 32)).putInt(82, (int) eth);
    close(b, NEIGHBOUR_BYTES);
  }

  private static void close(ByteBuffer b, int lengthBytes) {
    b.putShort(56, (short) 0);
    b.putShort(56, (short) ~sum(b, 0, lengthBytes));
  }

  /** The sum of the pseudo header and of the message; 0xffff when the checksum in it is right. */
  private static int sum(ByteBuffer b, int at, int lengthBytes) {
    int sum = ICMPV6 + lengthBytes - ICMP_AT;
    for (int next = at + SRC_AT; next < at + lengthBytes; next += 2) {
      sum += b.getShort(next) & 0xffff;
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    return (sum & 0xffff) + (sum >>> 16);
  }

  private static boolean isIcmp(ByteBuffer b, int at, int lengthBytes, int leastBytes) {
    return lengthBytes >= leastBytes
        && (b.getShort(at + 12) & 0xffff) == FrameNumbers.TYPE_IPV6
        && b.get(at + 20) == ICMPV6
        && b.getLong(at + SRC_AT) == PREFIX
        && sum(b, at, leastBytes) == 0xffff;
  }

  /** Whether a frame is a solicitation or an advertisement with a right checksum. */
  static boolean isNeighbour(ByteBuffer b, int at, int lengthBytes) {
    if (lengthBytes < NEIGHBOUR_BYTES) {
      return false;
    }
    int type = type(b, at);
    return (type == SOLICITATION || type == ADVERTISEMENT)
        && isIcmp(b, at, lengthBytes, NEIGHBOUR_BYTES);
  }

  /** The number of an echo request or reply of a host of ours, or {@link HostFrames#NO_PING}. */
  static int echoNumber(ByteBuffer b, int at, int lengthBytes) {
    boolean ours =
        lengthBytes >= ECHO_BYTES
            && b.getLong(at + MARK_AT) == HostFrames.MARK
            && (type(b, at) == ECHO_REQUEST || type(b, at) == ECHO_REPLY)
            && isIcmp(b, at, lengthBytes, ECHO_BYTES);
    return ours ? b.getInt(at + NUMBER_AT) : HostFrames.NO_PING;
  }

  static int type(ByteBuffer b, int at) {
    return b.get(at + ICMP_AT) & 0xff;
  }

  static long src(ByteBuffer b, int at) {
    return b.getLong(at + SRC_AT + 8);
  }

  static long dst(ByteBuffer b, int at) {
    return b.getLong(at + DST_AT + 8);
  }

  /** The address that a solicitation asks for. */
  static long target(ByteBuffer b, int at) {
    return b.getLong(at + TARGET_AT + 8);
  }

  /** The Ethernet address in the option of a solicitation or advertisement. */
  static long optionEth(ByteBuffer b, int at) {
    return b.getLong(at + OPTION_AT) & 0xffff_ffff_ffffL;
  }
}
