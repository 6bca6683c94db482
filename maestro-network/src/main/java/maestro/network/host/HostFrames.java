package maestro.network.host;

import java.nio.ByteBuffer;
import maestro.openflow.FrameNumbers;

/**
 * The frames that hosts send and understand: ARP and ICMP echo over IPv4. Stateless.
 *
 * <pre>
 *  ARP   14 … 22  operation 2 | sender eth 6 | sender IPv4 4 | target eth 6 | target IPv4 4
 *  echo  14 IPv4 20 | 34 type 1, code 1, sum 2, id 2, sequence 2 | 42 MARK 8 | 50 number 4 | zeros
 * </pre>
 *
 * <p>The number says which ping it is; a reply has that of the request.
 */
public final class HostFrames {
  static final int ARP_BYTES = 42;
  static final int ECHO_BYTES = 98;

  static final int REQUEST = 1;
  static final int REPLY = 2;

  static final int ECHO_REQUEST = 8;
  public static final int ECHO_REPLY = 0;

  /** What {@link #echoNumber} returns for other frames. */
  public static final int NO_PING = -1;

  private static final long ARP_ETHERNET_IPV4 = 0x0001_0800_0604L;
  private static final int ICMP = 1;
  private static final int TTL = 64;
  private static final int IPV4_AT = 14;
  private static final int ICMP_AT = 34;
  private static final int MARK_AT = 42;
  private static final int NUMBER_AT = 50;
  static final long MARK = 0x6d61_6573_7472_6f00L; // "maestro"

  private HostFrames() {}

  /** Writes an ARP frame at 0. */
  static void arp(
      ByteBuffer b, int operation, long senderEth, int senderIp, long targetEth, int targetIp) {
    boolean asks = operation == REQUEST;
    ethernet(b, asks ? FrameNumbers.BROADCAST : targetEth, senderEth, FrameNumbers.TYPE_ARP);
    b.putLong(14, ARP_ETHERNET_IPV4 << 16 | operation);
    address(b, 22, senderEth);
    b.putInt(28, senderIp);
    address(b, 32, asks ? 0 : targetEth);
    b.putInt(38, targetIp);
  }

  /** Writes an echo request or reply at 0. */
  static void echo(
      ByteBuffer b, int type, long srcEth, int srcIp, long dstEth, int dstIp, int number) {
    ethernet(b, dstEth, srcEth, FrameNumbers.TYPE_IPV4);
    b.putShort(14, (short) 0x4500).putShort(16, (short) (ECHO_BYTES - IPV4_AT));
    b.putInt(18, 0x4000).put(22, (byte) TTL).put(23, (byte) ICMP).putShort(24, (short) 0);
    b.putInt(26, srcIp).putInt(30, dstIp);
    b.putShort(24, checksum(b, IPV4_AT, ICMP_AT));
    b.putShort(ICMP_AT, (short) (type << 8)).putShort(36, (short) 0);
    b.putShort(38, (short) (number >>> 16)).putShort(40, (short) number);
    b.putLong(MARK_AT, MARK).putInt(NUMBER_AT, number);
    for (int at = NUMBER_AT + 4; at < ECHO_BYTES; at += 4) {
      b.putInt(at, 0);
    }
    b.putShort(36, checksum(b, ICMP_AT, ECHO_BYTES));
  }

  private static void ethernet(ByteBuffer b, long dst, long src, int type) {
    address(b, 0, dst);
    address(b, 6, src);
    b.putShort(12, (short) type);
  }

  private static void address(ByteBuffer b, int at, long address) {
    b.putShort(at, (short) (address >>> 32)).putInt(at + 2, (int) address);
  }

  /** The checksum over an even number of bytes; 0 over a header that has the right one. */
  static short checksum(ByteBuffer b, int from, int to) {
    int sum = 0;
    for (int at = from; at < to; at += 2) {
      sum += b.getShort(at) & 0xffff;
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    return (short) ~((sum & 0xffff) + (sum >>> 16));
  }

  static long dst(ByteBuffer b, int at) {
    return b.getLong(at) >>> 16;
  }

  static boolean isArp(ByteBuffer b, int at, int lengthBytes) {
    return lengthBytes >= ARP_BYTES
        && (b.getShort(at + 12) & 0xffff) == FrameNumbers.TYPE_ARP
        && b.getLong(at + 14) >>> 16 == ARP_ETHERNET_IPV4;
  }

  static int arpOperation(ByteBuffer b, int at) {
    return b.getShort(at + 20) & 0xffff;
  }

  static long arpSenderEth(ByteBuffer b, int at) {
    return b.getLong(at + 22) >>> 16;
  }

  static int arpSenderIp(ByteBuffer b, int at) {
    return b.getInt(at + 28);
  }

  static int arpTargetIp(ByteBuffer b, int at) {
    return b.getInt(at + 38);
  }

  /** The number of an echo request or reply of a host of ours with right checksums. */
  public static int echoNumber(ByteBuffer b, int at, int lengthBytes) {
    boolean ours =
        lengthBytes >= ECHO_BYTES
            && (b.getShort(at + 12) & 0xffff) == FrameNumbers.TYPE_IPV4
            && b.get(at + 23) == ICMP
            && b.getLong(at + MARK_AT) == MARK
            && checksum(b, at + IPV4_AT, at + ICMP_AT) == 0
            && checksum(b, at + ICMP_AT, at + ECHO_BYTES) == 0;
    return ours ? b.getInt(at + NUMBER_AT) : NO_PING;
  }

  /** {@link #ECHO_REQUEST} or {@link #ECHO_REPLY}, of a frame that has a number. */
  public static int echoType(ByteBuffer b, int at) {
    return b.get(at + ICMP_AT) & 0xff;
  }

  static int ipSrc(ByteBuffer b, int at) {
    return b.getInt(at + 26);
  }

  static int ipDst(ByteBuffer b, int at) {
    return b.getInt(at + 30);
  }

  /** An IPv4 address as people write it. */
  public static String text(int ip) {
    return (ip >>> 24) + "." + (ip >>> 16 & 0xff) + "." + (ip >>> 8 & 0xff) + "." + (ip & 0xff);
  }
}
