package maestro.network.host;

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
 * <p>Host n has the address fd00::(n + 1); hosts' addresses are told by their last 64 bits.
 */
public final class HostFrames6 {
  static final int NEIGHBOUR_BYTES = 86;
  static final int ECHO_BYTES = 118;

  static final int SOLICITATION = 135;
  static final int ADVERTISEMENT = 136;
  static final int ECHO_REQUEST = 128;
  public static final int ECHO_REPLY = 129;

  /** What is told of an address that no host can have. */
  static final long NO_HOST = 0;

  private static final int ICMPV6 = 58;
  private static final int HOP_LIMIT = 255;
  private static final int IPV6_AT = 14;
  private static final int SRC_AT = 22;
  private static final int DST_AT = 38;
  private static final int ICMP_AT = 54;
  private static final int TARGET_AT = 62;
  private static final int OPTION_AT = 78;
  private static final int OPTION_BYTES = 8;
  private static final int SOURCE_OPTION = 1;
  private static final int TARGET_OPTION = 2;
  private static final int MARK_AT = 62;
  private static final int NUMBER_AT = 70;

  /** The first half of all hosts' addresses: fd00::. */
  private static final long PREFIX = 0xfd00L << 48;

  private static final long MULTICAST_PREFIX = 0xff02L << 48;
  private static final long SOLICITED_NODE = 0x0000_0001_ff00_0000L;
  private static final long SOLICITED_NODE_ETHERNET = 0x3333_ff00_0000L;
  private static final int LOW_BITS = 0xff_ffff;
  private static final long ALL_NODES = 1;
  private static final long ALL_NODES_ETHERNET = 0x3333_0000_0001L;

  /** It answers a question. */
  private static final int SOLICITED = 0x4000_0000;

  /** It replaces what was known. */
  private static final int OVERRIDE = 0x2000_0000;

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

  /**
   * Writes the advertisement that answers a solicitation at 0: to all nodes when the asker has no
   * address (RFC 4861, 7.2.4).
   *
   * @param src the address that is asked for
   */
  static void answer(ByteBuffer b, long srcEth, long src, ByteBuffer asked, int at) {
    long high = asked.getLong(at + SRC_AT);
    long low = asked.getLong(at + SRC_AT + 8);
    boolean isProbe = (high | low) == 0;
    long option = optionEth(asked, at);
    long asker = option == 0 ? asked.getLong(at + 6) >>> 16 : option;
    begin(b, isProbe ? ALL_NODES_ETHERNET : asker, srcEth, NEIGHBOUR_BYTES);
    addresses(b, src, isProbe ? MULTICAST_PREFIX : high, isProbe ? ALL_NODES : low);
    neighbour(b, ADVERTISEMENT, isProbe ? OVERRIDE : SOLICITED | OVERRIDE, src, srcEth);
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
    b.put(OPTION_AT, (byte) (type == SOLICITATION ? SOURCE_OPTION : TARGET_OPTION));
    b.put(OPTION_AT + 1, (byte) 1);
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

  private static boolean isIcmp(ByteBuffer b, int at, int messageBytes) {
    return (b.getShort(at + 12) & 0xffff) == FrameNumbers.TYPE_IPV6
        && b.get(at + 20) == ICMPV6
        && sum(b, at, messageBytes) == 0xffff;
  }

  /** The bytes of a frame up to the end of its message, as the IPv6 header says. */
  private static int messageBytes(ByteBuffer b, int at) {
    return ICMP_AT + (b.getShort(at + 18) & 0xffff);
  }

  /** Whether a frame is a valid solicitation or advertisement (RFC 4861, 7.1). */
  static boolean isNeighbour(ByteBuffer b, int at, int lengthBytes) {
    if (lengthBytes < OPTION_AT) {
      return false;
    }
    int type = type(b, at);
    int messageBytes = messageBytes(b, at);
    return (type == SOLICITATION || type == ADVERTISEMENT)
        && b.get(at + ICMP_AT + 1) == 0
        && b.get(at + 21) == (byte) HOP_LIMIT
        && messageBytes >= OPTION_AT
        && messageBytes <= lengthBytes
        && areOptionsWhole(b, at, messageBytes)
        && isIcmp(b, at, messageBytes);
  }

  private static boolean areOptionsWhole(ByteBuffer b, int at, int messageBytes) {
    int next = OPTION_AT;
    while (next + OPTION_BYTES <= messageBytes && b.get(at + next + 1) != 0) {
      next += OPTION_BYTES * (b.get(at + next + 1) & 0xff);
    }
    return next == messageBytes;
  }

  /** The number of an echo request or reply of a host of ours, or {@link HostFrames#NO_PING}. */
  public static int echoNumber(ByteBuffer b, int at, int lengthBytes) {
    boolean ours =
        lengthBytes >= ECHO_BYTES
            && b.getLong(at + MARK_AT) == HostFrames.MARK
            && (type(b, at) == ECHO_REQUEST || type(b, at) == ECHO_REPLY)
            && src(b, at) != NO_HOST
            && isIcmp(b, at, ECHO_BYTES);
    return ours ? b.getInt(at + NUMBER_AT) : HostFrames.NO_PING;
  }

  public static int type(ByteBuffer b, int at) {
    return b.get(at + ICMP_AT) & 0xff;
  }

  /** The host that sends; {@link #NO_HOST} for other senders. */
  static long src(ByteBuffer b, int at) {
    return host(b, at + SRC_AT);
  }

  static long dst(ByteBuffer b, int at) {
    return host(b, at + DST_AT);
  }

  /** The address that a solicitation asks for, or that an advertisement is about. */
  static long target(ByteBuffer b, int at) {
    return host(b, at + TARGET_AT);
  }

  private static long host(ByteBuffer b, int at) {
    return b.getLong(at) == PREFIX ? b.getLong(at + 8) : NO_HOST;
  }

  /** The Ethernet address in the option of a solicitation or advertisement; 0 without one. */
  static long optionEth(ByteBuffer b, int at) {
    int wanted = type(b, at) == SOLICITATION ? SOURCE_OPTION : TARGET_OPTION;
    int end = at + messageBytes(b, at);
    int next = at + OPTION_AT;
    while (next < end && (b.get(next) != wanted || b.get(next + 1) != 1)) {
      next += OPTION_BYTES * (b.get(next + 1) & 0xff);
    }
    return next < end ? b.getLong(next) & 0xffff_ffff_ffffL : 0;
  }
}
