package maestro.network.host;

import java.nio.ByteBuffer;
import maestro.openflow.FrameNumbers;

/**
 * The messages of DHCP (RFC 2131) with the options of RFC 2132 that hosts use. Stateless.
 *
 * <pre>
 *  14 IPv4 20 | 34 UDP 8 | 42 op 1, htype 1, hlen 1, hops 1 | xid 4 | secs 2, flags 2 | ciaddr 4
 *  58 yiaddr 4 | siaddr 4 | giaddr 4 | 70 chaddr 16 | 86 sname 64, file 128 | 278 cookie 4
 *  282 options: number 1, length 1, value; 0 is padding, 255 the end
 * </pre>
 */
final class DhcpFrames {
  /** A frame that we send: the shortest message that all relays take. */
  static final int BYTES = 342;

  static final int DISCOVER = 1;
  static final int OFFER = 2;
  static final int REQUEST = 3;
  static final int DECLINE = 4;
  static final int ACK = 5;
  static final int NAK = 6;
  static final int RELEASE = 7;

  /** The value of an option that a message has not. */
  static final int MISSING = 0;

  static final int OPTION_REQUESTED_IP = 50;
  static final int OPTION_LEASE = 51;
  static final int OPTION_TYPE = 53;
  static final int OPTION_SERVER = 54;

  private static final int OPTION_MASK = 1;
  private static final int PADDING = 0;
  private static final int END = 255;

  private static final int CLIENT_PORT = 68;
  private static final int SERVER_PORT = 67;
  private static final int BOOT_REQUEST = 1;
  private static final int BOOT_REPLY = 2;
  private static final int FLAG_BROADCAST = 0x8000;
  private static final int COOKIE = 0x6382_5363;
  private static final int NETWORK_MASK = 0xff00_0000;
  private static final int EVERYBODY = 0xffff_ffff;

  private static final int UDP = 17;
  private static final int IPV4_AT = 14;
  private static final int UDP_AT = 34;
  private static final int XID_AT = 46;
  private static final int FLAGS_AT = 52;
  private static final int CIADDR_AT = 54;
  private static final int YIADDR_AT = 58;
  private static final int CHADDR_AT = 70;
  private static final int COOKIE_AT = 278;
  private static final int OPTIONS_AT = 282;

  private DhcpFrames() {}

  /**
   * A message of a client.
   *
   * @param ownIp of the client, {@link HostIps#NONE} while it has none
   * @param dstEth of the server, or that of everybody
   * @param dstIp of the server, or 0 for everybody
   */
  record Request(int type, int xid, long eth, int ownIp, long dstEth, int dstIp) {}

  /** Writes a client's message at 0; options with the value {@link #MISSING} are left out. */
  static void request(ByteBuffer b, Request request, int requestedIp, int serverIp) {
    int dstIp = request.dstIp() == 0 ? EVERYBODY : request.dstIp();
    begin(b, request.dstEth(), request.eth());
    bootp(b, BOOT_REQUEST, request.xid(), request.eth());
    b.putInt(CIADDR_AT, request.ownIp());
    int at = option(b, OPTIONS_AT, OPTION_TYPE, 1, request.type());
    at = option(b, at, OPTION_REQUESTED_IP, 4, requestedIp);
    at = option(b, at, OPTION_SERVER, 4, serverIp);
    b.put(at, (byte) END);
    close(b, request.ownIp(), CLIENT_PORT, dstIp, SERVER_PORT);
  }

  /**
   * Writes the reply of a server to a message in another buffer at 0.
   *
   * @param ip what it gives, or {@link HostIps#NONE} in a {@link #NAK}
   */
  static void reply(
      ByteBuffer b,
      ByteBuffer asked,
      int askedAt,
      int type,
      long eth,
      int ownIp,
      int ip,
      int lease) {
    long client = clientEth(asked, askedAt);
    boolean toAll = type == NAK || (asked.getShort(askedAt + FLAGS_AT) & FLAG_BROADCAST) != 0;
    begin(b, toAll ? FrameNumbers.BROADCAST : client, eth);
    bootp(b, BOOT_REPLY, xid(asked, askedAt), client);
    b.putShort(FLAGS_AT, asked.getShort(askedAt + FLAGS_AT));
    b.putInt(CIADDR_AT, type == ACK ? ownIp(asked, askedAt) : 0).putInt(YIADDR_AT, ip);
    int at = option(b, OPTIONS_AT, OPTION_TYPE, 1, type);
    at = option(b, at, OPTION_SERVER, 4, ownIp);
    at = option(b, at, OPTION_LEASE, 4, lease);
    at = option(b, at, OPTION_MASK, 4, type == NAK ? MISSING : NETWORK_MASK);
    b.put(at, (byte) END);
    close(b, ownIp, SERVER_PORT, toAll ? EVERYBODY : ip, CLIENT_PORT);
  }

  private static void begin(ByteBuffer b, long dstEth, long srcEth) {
    for (int at = 0; at < BYTES; at++) {
      b.put(at, (byte) 0);
    }
    b.putShort(0, (short) (dstEth >>> 32)).putInt(2, (int) dstEth);
    b.putShort(6, (short) (srcEth >>> 32)).putInt(8, (int) srcEth);
    b.putShort(12, (short) FrameNumbers.TYPE_IPV4);
  }

  private static void bootp(ByteBuffer b, int operation, int xid, long clientEth) {
    b.put(42, (byte) operation).put(43, (byte) 1).put(44, (byte) 6).putInt(XID_AT, xid);
    b.putShort(CHADDR_AT, (short) (clientEth >>> 32)).putInt(CHADDR_AT + 2, (int) clientEth);
    b.putInt(COOKIE_AT, COOKIE);
  }

  private static int option(ByteBuffer b, int at, int number, int bytes, int value) {
    if (value == MISSING) {
      return at;
    }
    b.put(at, (byte) number).put(at + 1, (byte) bytes);
    if (bytes == 1) {
      b.put(at + 2, (byte) value);
    } else {
      b.putInt(at + 2, value);
    }
    return at + 2 + bytes;
  }

  private static void close(ByteBuffer b, int srcIp, int srcPort, int dstIp, int dstPort) {
    b.putShort(IPV4_AT, (short) 0x4500).putShort(16, (short) (BYTES - IPV4_AT));
    b.put(22, (byte) 64).put(23, (byte) UDP).putInt(26, srcIp).putInt(30, dstIp);
    b.putShort(24, HostFrames.checksum(b, IPV4_AT, UDP_AT));
    b.putShort(UDP_AT, (short) srcPort).putShort(36, (short) dstPort);
    b.putShort(38, (short) (BYTES - UDP_AT)); // its checksum is optional, and 0 says that
  }

  /** Whether a frame is a message to clients, or to servers, that says its type. */
  static boolean isFor(boolean clients, ByteBuffer b, int at, int lengthBytes) {
    return lengthBytes > OPTIONS_AT
        && (b.getShort(at + 12) & 0xffff) == FrameNumbers.TYPE_IPV4
        && b.get(at + IPV4_AT) == 0x45
        && b.get(at + 23) == UDP
        && (b.getShort(at + 36) & 0xffff) == (clients ? CLIENT_PORT : SERVER_PORT)
        && b.get(at + 42) == (clients ? BOOT_REPLY : BOOT_REQUEST)
        && b.getInt(at + COOKIE_AT) == COOKIE
        && HostFrames.checksum(b, at + IPV4_AT, at + UDP_AT) == 0;
  }

  /** The value of an option of one or four bytes, or {@link #MISSING}. */
  static int option(ByteBuffer b, int at, int lengthBytes, int number) {
    int end = at + lengthBytes;
    for (int next = at + OPTIONS_AT; next < end; ) {
      int found = b.get(next) & 0xff;
      if (found == PADDING) {
        next++;
        continue;
      }
      int bytes = next + 1 < end ? b.get(next + 1) & 0xff : 0;
      if (found == END || next + 2 + bytes > end) {
        return MISSING;
      }
      if (found == number && (bytes == 1 || bytes == 4)) {
        return bytes == 1 ? b.get(next + 2) & 0xff : b.getInt(next + 2);
      }
      next += 2 + bytes;
    }
    return MISSING;
  }

  static int xid(ByteBuffer b, int at) {
    return b.getInt(at + XID_AT);
  }

  /** The address that a client says it has, or 0. */
  static int ownIp(ByteBuffer b, int at) {
    return b.getInt(at + CIADDR_AT);
  }

  /** The address that a server gives. */
  static int givenIp(ByteBuffer b, int at) {
    return b.getInt(at + YIADDR_AT);
  }

  /** The Ethernet address of the client. */
  static long clientEth(ByteBuffer b, int at) {
    return b.getLong(at + CHADDR_AT) >>> 16;
  }

  /** The Ethernet address of who sent a frame. */
  static long srcEth(ByteBuffer b, int at) {
    return b.getLong(at + 6) >>> 16;
  }
}
