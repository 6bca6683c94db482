package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * The match structure of OpenFlow 1.3: a list of OXM fields, padded to eight bytes.
 *
 * <pre>
 *  0          2        4                               length     multiple of 8
 *  | type = 1 | length | class 16, field 7, mask 1, n 8 | n bytes | … | zeros |
 * </pre>
 *
 * <p>The length excludes the padding. Stateless.
 */
public final class Oxm {
  public static final int IN_PORT = 0x80000004;
  public static final int ETH_DST = 0x80000606;
  public static final int ETH_SRC = 0x80000806;
  public static final int ETH_DST_MASKED = 0x8000070c;
  public static final int ETH_SRC_MASKED = 0x8000090c;

  public static final int ETH_TYPE = 0x80000a02;
  public static final int VLAN = 0x80000c02;
  public static final int IP_PROTO = 0x80001401;
  public static final int IPV4_SRC = 0x80001604;
  public static final int IPV4_DST = 0x80001804;
  public static final int IPV6_SRC = 0x80003410;
  public static final int IPV6_DST = 0x80003610;
  public static final int ND_TARGET = 0x80003e10;
  public static final int ARP_OPERATION = 0x80002a02;
  public static final int ARP_SENDER_IPV4 = 0x80002c04;
  public static final int ARP_TARGET_IPV4 = 0x80002e04;

  private static final int TCP_SRC = 0x80001a02;
  private static final int UDP_SRC = 0x80001e02;
  private static final int SCTP_SRC = 0x80002202;
  private static final int ICMPV4_TYPE = 0x80002601;
  private static final int ICMPV6_TYPE = 0x80003a01;

  /**
   * The distance from the field of a source port to its destination port, or from an ICMP type to
   * its code.
   */
  private static final int NEXT_FIELD = 0x200;

  /** The type of a match that is a list of fields, above its length. */
  public static final int MATCH_TYPE = 0x0001_0000;

  /** Type and length of a match, without its fields. */
  public static final int MATCH_HEADER_BYTES = 4;

  public static final int MALFORMED = -1;

  private static final int FIELD_HEADER_BYTES = 4;

  /** Class and field number: a field header without its mask bit and length. */
  private static final int FIELD_MASK = 0xfffffe00;

  private static final int MASK_BIT = 0x100;

  private Oxm() {}

  /**
   * The length in bytes of the match at {@code at}, padding excluded, or {@link #MALFORMED} when it
   * is no OXM match or does not end, padding included, before {@code end}.
   */
  public static int matchLength(ByteBuffer b, int at, int end) {
    if (end - at < 8) {
      return MALFORMED;
    }
    int typeAndLength = b.getInt(at);
    int length = typeAndLength & 0xffff;
    boolean fits = length >= MATCH_HEADER_BYTES && padded(length) <= end - at;
    return typeAndLength >>> 16 == 1 && fits ? length : MALFORMED;
  }

  /** Rounds up to the next multiple of eight. */
  public static int padded(int bytes) {
    return (bytes + 7) & ~7;
  }

  /**
   * The offset behind the field at {@code at}, or {@link #MALFORMED} when the field does not end
   * before {@code end}.
   */
  public static int next(ByteBuffer b, int at, int end) {
    if (end - at < FIELD_HEADER_BYTES) {
      return MALFORMED;
    }
    int next = at + FIELD_HEADER_BYTES + (b.get(at + 3) & 0xff);
    return next <= end ? next : MALFORMED;
  }

  /** Where the payload of the field at {@code at} begins. */
  public static int payload(int at) {
    return at + FIELD_HEADER_BYTES;
  }

  /** Bytes of the payload behind this field header. */
  public static int payloadBytes(int header) {
    return header & 0xff;
  }

  /** The header of the source port, or the ICMP type, of an IP protocol that has one. */
  public static int l4Src(int protocol) {
    return switch (protocol) {
      case FrameNumbers.PROTOCOL_TCP -> TCP_SRC;
      case FrameNumbers.PROTOCOL_UDP -> UDP_SRC;
      case FrameNumbers.PROTOCOL_SCTP -> SCTP_SRC;
      case FrameNumbers.PROTOCOL_ICMP -> ICMPV4_TYPE;
      default -> ICMPV6_TYPE;
    };
  }

  /** The header of the destination port, or the ICMP code, of an IP protocol that has one. */
  public static int l4Dst(int protocol) {
    return l4Src(protocol) + NEXT_FIELD;
  }

  /** The header of the same field with a mask behind its value. */
  public static int masked(int header) {
    return header + MASK_BIT + payloadBytes(header);
  }

  /** Whether the payload behind this field header is a value and a mask. */
  public static boolean isMasked(int header) {
    return (header & MASK_BIT) != 0;
  }

  /** Whether two field headers name the same field, apart from mask bit and length. */
  public static boolean sameField(int header, int other) {
    return ((header ^ other) & FIELD_MASK) == 0;
  }
}
