package maestro.apps.packets;

import maestro.api.FlowRequest;
import maestro.api.packet.FrameBuilder;

/**
 * The messages of IPv6 neighbour discovery (RFC 4861): a flyweight over a flow request, and makers
 * of frames.
 *
 * <pre>
 *  IPv6           0            4         6             7           8     24    40
 *                 | ver … label | length | next header | hop limit | src | dst | ICMPv6 …
 *  solicitation,  0      1      2          4       8        24
 *  advertisement  | type | code | checksum | flags | target | options …
 *  router         0      1      2          4           5       6          8         12        16
 *  advertisement  | type | code | checksum | hop limit | flags | lifetime | reachable | retrans | options …
 *  option         0      1                  2
 *                 | type | length / 8 bytes | Ethernet address |
 * </pre>
 *
 * <p>Threads: one at a time. Reads the request, so it is valid as long as the request is. Allocates
 * nothing, except in {@link #question}. Frames with extension headers are not recognized.
 */
public final class NeighbourFrame {
  /** EtherType of IPv6. */
  static final int ETH_TYPE = 0x86dd;

  /** Type: a router advertises itself. */
  static final int ROUTER_ADVERTISEMENT = 134;

  /** Type: asks who has an address. */
  public static final int SOLICITATION = 135;

  /** Type: answers who has an address. */
  public static final int ADVERTISEMENT = 136;

  /** The most bytes that {@link #writeAdvertisement} needs. */
  public static final int MAX_ADVERTISEMENT_BYTES = 14 + 2 * 4 + 40 + 32;

  /** The first bytes of the Ethernet addresses to which solicitations are sent, 33:33:ff. */
  private static final long SOLICITED_PREFIX = 0x3333_ffL;

  private static final int ICMPV6 = 58;
  private static final int HOP_LIMIT = 255;
  private static final int IPV6_BYTES = 40;
  private static final int LENGTH = 4;
  private static final int NEXT_HEADER = 6;
  private static final int SOURCE = 8;
  private static final int DESTINATION = 24;

  private static final int CODE = 1;
  private static final int CHECKSUM = 2;
  private static final int FLAGS = 4;
  private static final int LIFETIME = 6;
  private static final int TARGET = 8;
  private static final int BYTES = 24;
  private static final int ROUTER_BYTES = 16;
  private static final int OPTION_BYTES = 8;
  private static final int SOURCE_OPTION = 1;
  private static final int TARGET_OPTION = 2;
  private static final int ROUTER_FLAG = 0x80;
  private static final int SOLICITED_FLAG = 0x40;

  /** fe80:: with an interface identifier made of {@link Addresses#OF_CONTROLLER}. */
  private static final long CONTROLLER_HIGH = 0xfe80_0000_0000_0000L;

  private static final long CONTROLLER_LOW = 0x004d_53ff_fe00_0001L;

  private FlowRequest request;
  private int ip;
  private int icmp;
  private int end;

  /** Whether a frame is sent to the group of a solicitation. */
  public static boolean isToSolicited(long ethDst) {
    return ethDst >>> 24 == SOLICITED_PREFIX;
  }

  /**
   * Wraps a request; false when it is none of the three messages, is cut off, or came through a
   * router. Does not check the checksum.
   */
  public boolean wrap(FlowRequest newRequest) {
    if (newRequest.ethType() != ETH_TYPE) {
      return false;
    }
    request = newRequest;
    ip = Tags.payloadOf(request);
    icmp = ip + IPV6_BYTES;
    if (request.frameLength() < icmp + ROUTER_BYTES) {
      return false;
    }
    end = icmp + (int) number(ip + LENGTH, 2);
    boolean isIcmp =
        request.frameByte(ip) >>> 4 == 6
            && request.frameByte(ip + NEXT_HEADER) == ICMPV6
            && request.frameByte(ip + NEXT_HEADER + 1) == HOP_LIMIT
            && request.frameByte(icmp + CODE) == 0
            && request.frameLength() >= end;
    if (!isIcmp) {
      return false;
    }
    return switch (type()) {
      case SOLICITATION, ADVERTISEMENT -> end >= icmp + BYTES;
      case ROUTER_ADVERTISEMENT -> end >= icmp + ROUTER_BYTES;
      default -> false;
    };
  }

  /** {@link #SOLICITATION}, {@link #ADVERTISEMENT} or {@link #ROUTER_ADVERTISEMENT}. */
  public int type() {
    return request.frameByte(icmp);
  }

  /**
   * The first half of the sender's address; both are 0 when it only asks whether any host has the
   * target.
   */
  public long sourceHigh() {
    return number(ip + SOURCE, 8);
  }

  /** The second half. */
  public long sourceLow() {
    return number(ip + SOURCE + 8, 8);
  }

  /** The first half of the requested address; not for a router advertisement. */
  public long targetHigh() {
    return number(icmp + TARGET, 8);
  }

  /** The second half. */
  public long targetLow() {
    return number(icmp + TARGET + 8, 8);
  }

  /** Whether an advertisement shows that its sender is a router now. */
  public boolean isFromRouter() {
    return type() == ROUTER_ADVERTISEMENT
        ? number(icmp + LIFETIME, 2) != 0
        : (request.frameByte(icmp + FLAGS) & ROUTER_FLAG) != 0;
  }

  /**
   * The Ethernet address in the message's option: the sender's, or the target's in an
   * advertisement.
   *
   * @return −1 without one, or when the options are malformed
   */
  public long ethAddress() {
    int wanted = type() == ADVERTISEMENT ? TARGET_OPTION : SOURCE_OPTION;
    int at = icmp + (type() == ROUTER_ADVERTISEMENT ? ROUTER_BYTES : BYTES);
    long found = -1;
    while (at + OPTION_BYTES <= end) {
      int bytes = request.frameByte(at + 1) * OPTION_BYTES;
      if (bytes == 0 || at + bytes > end) {
        return -1;
      }
      if (request.frameByte(at) == wanted && bytes == OPTION_BYTES) {
        found = number(at + 2, 6);
      }
      at += bytes;
    }
    return found;
  }

  /** Whether the checksum is right. Reads the whole message. */
  public boolean isChecksumRight() {
    int length = end - icmp;
    long sum = (long) length + ICMPV6;
    for (int at = ip + SOURCE; at < icmp; at += 2) {
      sum += number(at, 2);
    }
    for (int at = icmp; at < end; at++) {
      sum += (at - icmp) % 2 == 0 ? request.frameByte(at) << 8 : request.frameByte(at);
    }
    return fold(sum) == 0xffff;
  }

  private long number(int at, int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = (number << 8) | request.frameByte(at + i);
    }
    return number;
  }

  /**
   * Writes the answer to the solicitation, with the request's VLAN tags. It does not override the
   * asker's knowledge from the owner itself.
   *
   * @param owner the Ethernet address that has the requested address
   * @param from the Ethernet address that sends the answer
   * @param isRouter whether the owner is a router
   * @param frame at least {@link #MAX_ADVERTISEMENT_BYTES}
   * @return the length of the answer
   */
  public int writeAdvertisement(long owner, long from, boolean isRouter, byte[] frame) {
    put(frame, 0, request.ethSrc(), 6);
    put(frame, 6, from, 6);
    for (int i = Tags.ETH_TYPE_AT; i < ip; i++) {
      frame[i] = (byte) request.frameByte(i);
    }
    int length = BYTES + OPTION_BYTES;
    put(frame, ip, 0x6000_0000, 4);
    put(frame, ip + LENGTH, length, 2);
    put(frame, ip + NEXT_HEADER, ICMPV6, 1);
    put(frame, ip + NEXT_HEADER + 1, HOP_LIMIT, 1);
    put(frame, ip + SOURCE, targetHigh(), 8);
    put(frame, ip + SOURCE + 8, targetLow(), 8);
    put(frame, ip + DESTINATION, sourceHigh(), 8);
    put(frame, ip + DESTINATION + 8, sourceLow(), 8);
    put(frame, icmp, ADVERTISEMENT, 1);
    put(frame, icmp + CODE, 0, 3); // and the checksum
    put(frame, icmp + FLAGS, (SOLICITED_FLAG | (isRouter ? ROUTER_FLAG : 0L)) << 24, 4);
    put(frame, icmp + TARGET, targetHigh(), 8);
    put(frame, icmp + TARGET + 8, targetLow(), 8);
    put(frame, icmp + BYTES, TARGET_OPTION, 1);
    put(frame, icmp + BYTES + 1, 1, 1);
    put(frame, icmp + BYTES + 2, owner, 6);
    long sum = (long) length + ICMPV6;
    for (int at = ip + SOURCE; at < icmp + length; at += 2) {
      sum += ((frame[at] & 0xff) << 8) | (frame[at + 1] & 0xff);
    }
    put(frame, icmp + CHECKSUM, ~fold(sum), 2);
    return icmp + length;
  }

  /**
   * Makes a frame that asks a host whether it is there. The controller sends it from an address of
   * its own.
   *
   * @param high the first half of the host's IPv6 address
   * @param low the second half
   */
  public static byte[] question(long ethAddress, long high, long low) {
    return FrameBuilder.ethernet(ethAddress, Addresses.OF_CONTROLLER)
        .ipv6(CONTROLLER_HIGH, CONTROLLER_LOW, high, low)
        .neighbourSolicitation(high, low, Addresses.OF_CONTROLLER)
        .build();
  }

  private static int fold(long sum) {
    long folded = (sum & 0xffff) + (sum >>> 16);
    return (int) ((folded & 0xffff) + (folded >>> 16));
  }

  private static void put(byte[] frame, int at, long number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      frame[at + i] = (byte) (number >>> (8 * (bytes - 1 - i)));
    }
  }
}
