package maestro.network.flow;

import java.nio.ByteBuffer;
import maestro.openflow.FrameNumbers;

/**
 * The frames of flows: UDP and TCP over IPv4. Stateless.
 *
 * <pre>
 *  14 IPv4 20 | 34 UDP 8  | 42 MARK 8 | 50 flow 4 | 54 number 4 | zeros
 *  14 IPv4 20 | 34 TCP 20 | 54 MARK 8 | 62 flow 4 | 66 number 4 | zeros
 *  14 IPv4 20 | 34 TCP 20 | 54 MARK 8 | 62 flow 4 | 66 number 4 | 70 block from 4 | 74 to 4
 * </pre>
 *
 * <p>The number is that of a data frame, from 0, {@link #SYN}, or in an acknowledgement that of the
 * first data frame that is missing. An acknowledgement, the last of the three, also has the block
 * of data frames around the one that it answers: that is RFC 2018's first block. That of a SYN has
 * an empty one. Addresses and ports are read from nowhere: switches may rewrite them.
 */
public final class FlowFrames {
  /** The shortest frame of each kind. */
  public static final int LEAST_BYTES = 70;

  public static final int ACK_BYTES = 78;

  /** The number of the frame before the first one with data, which asks for the connection. */
  public static final int SYN = -1;

  /** The longest one, without VLAN tags and checksum. */
  public static final int MOST_BYTES = 1514;

  static final int UDP_HEADER_BYTES = 42;
  static final int TCP_HEADER_BYTES = 54;

  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int TTL = 64;
  private static final int IPV4_AT = 14;
  private static final int L4_AT = 34;
  private static final int MARK_BYTES = 8;
  private static final int BLOCK_AT = 70;
  private static final int FLAGS_AT = 47;
  private static final int FLAG_SYN = 0x02;
  private static final int FLAG_ACK = 0x10;
  private static final int WINDOW = 0xffff;
  private static final long DATA = 0x6d61_6573_7472_6f01L; // "maestro", 1
  private static final long ACKNOWLEDGEMENT = DATA + 1;

  private FlowFrames() {}

  /** Who sends to whom. */
  public record Path(long srcEth, int srcIp, int srcPort, long dstEth, int dstIp, int dstPort) {
    @SuppressWarnings("ArgumentSelectionDefectChecker")
    public // the other way
    Path back() {
      return new Path(dstEth, dstIp, dstPort, srcEth, srcIp, srcPort);
    }
  }

  /**
   * Writes a data frame at 0, or a SYN.
   *
   * @param isTcp else UDP
   */
  public static void write(
      ByteBuffer b, Path path, boolean isTcp, int flow, int number, int lengthBytes) {
    clear(b, lengthBytes);
    if (isTcp) {
      b.put(FLAGS_AT, (byte) (number == SYN ? FLAG_SYN : FLAG_ACK));
    }
    write(b, path, isTcp, false, flow, number, lengthBytes);
  }

  /** Writes an acknowledgement of TCP at 0; the block ends before {@code blockTo}, 0 for a SYN. */
  public static void writeAck(
      ByteBuffer b, Path path, int flow, int firstMissing, int blockFrom, int blockTo) {
    clear(b, ACK_BYTES);
    b.put(FLAGS_AT, (byte) (blockTo == 0 ? FLAG_SYN | FLAG_ACK : FLAG_ACK));
    b.putInt(BLOCK_AT, blockFrom).putInt(BLOCK_AT + 4, blockTo);
    write(b, path, true, true, flow, firstMissing, ACK_BYTES);
  }

  private static void clear(ByteBuffer b, int lengthBytes) {
    for (int at = 0; at < lengthBytes; at++) {
      b.put(at, (byte) 0);
    }
  }

  private static void write(
      ByteBuffer b,
      Path path,
      boolean isTcp,
      boolean isAck,
      int flow,
      int number,
      int lengthBytes) {
    b.putShort(0, (short) (path.dstEth() >>> 32)).putInt(2, (int) path.dstEth());
    b.putShort(6, (short) (path.srcEth() >>> 32)).putInt(8, (int) path.srcEth());
    b.putShort(12, (short) FrameNumbers.TYPE_IPV4);
    b.putShort(14, (short) 0x4500).putShort(16, (short) (lengthBytes - IPV4_AT));
    b.putInt(18, 0x4000).put(22, (byte) TTL).put(23, (byte) (isTcp ? TCP : UDP));
    b.putInt(26, path.srcIp()).putInt(30, path.dstIp());
    b.putShort(24, (short) ~folded(sum(b, IPV4_AT, L4_AT)));
    b.putShort(34, (short) path.srcPort()).putShort(36, (short) path.dstPort());
    int l4Bytes = lengthBytes - L4_AT;
    int payloadAt = isTcp ? TCP_HEADER_BYTES : UDP_HEADER_BYTES;
    if (isTcp) {
      b.putInt(isAck ? 42 : 38, number).put(46, (byte) 0x50);
      b.putShort(48, (short) WINDOW);
    } else {
      b.putShort(38, (short) l4Bytes);
    }
    b.putLong(payloadAt, isAck ? ACKNOWLEDGEMENT : DATA);
    b.putInt(payloadAt + MARK_BYTES, flow).putInt(payloadAt + MARK_BYTES + 4, number);
    long pseudo = sum(b, 26, 34) + (isTcp ? TCP : UDP) + l4Bytes;
    short check = (short) ~folded(pseudo + sum(b, L4_AT, lengthBytes));
    b.putShort(isTcp ? 50 : 40, check == 0 && !isTcp ? -1 : check);
  }

  private static long sum(ByteBuffer b, int from, int to) {
    long sum = 0;
    int at = from;
    for (; at + 1 < to; at += 2) {
      sum += b.getShort(at) & 0xffff;
    }
    return at < to ? sum + ((b.get(at) & 0xff) << 8) : sum;
  }

  private static int folded(long sum) {
    long folded = (sum & 0xffff) + (sum >>> 16);
    return (int) ((folded & 0xffff) + (folded >>> 16));
  }

  /** Whether a frame belongs to a flow of ours. */
  public static boolean isFlow(ByteBuffer b, int at, int lengthBytes) {
    if (lengthBytes < LEAST_BYTES || (b.getShort(at + 12) & 0xffff) != FrameNumbers.TYPE_IPV4) {
      return false;
    }
    long mark = b.getLong(at + payloadAt(b, at));
    return mark == DATA || mark == ACKNOWLEDGEMENT;
  }

  private static int payloadAt(ByteBuffer b, int at) {
    return b.get(at + 23) == TCP ? TCP_HEADER_BYTES : UDP_HEADER_BYTES;
  }

  public static boolean isAck(ByteBuffer b, int at) {
    return b.getLong(at + payloadAt(b, at)) == ACKNOWLEDGEMENT;
  }

  public static int flow(ByteBuffer b, int at) {
    return b.getInt(at + payloadAt(b, at) + MARK_BYTES);
  }

  public static int number(ByteBuffer b, int at) {
    return b.getInt(at + payloadAt(b, at) + MARK_BYTES + 4);
  }

  public static int blockFrom(ByteBuffer b, int at) {
    return b.getInt(at + BLOCK_AT);
  }

  public static int blockTo(ByteBuffer b, int at) {
    return b.getInt(at + BLOCK_AT + 4);
  }

  public static long dstEth(ByteBuffer b, int at) {
    return b.getLong(at) >>> 16;
  }
}
