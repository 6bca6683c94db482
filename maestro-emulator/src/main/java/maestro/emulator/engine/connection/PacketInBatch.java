package maestro.emulator.engine.connection;

import java.nio.ByteBuffer;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * A buffer full of encoded PACKET_INs, of which only the few bytes that differ are written again
 * before each use. One is shared by all switches of a thread that send requests of one form, so
 * that it stays in the cache; what a socket does not take of it is the switch's to keep.
 *
 * <pre>
 *  | room for what the switch has to send first | PACKET_IN | PACKET_IN | …
 *
 *  frame   0         6         12     14      24         26       30       34    42     46       50
 *          | eth dst | eth src | 0800 | ipv4… | checksum | ip src | ip dst | udp | mark | switch | sequence
 * </pre>
 *
 * <p>The sequence number in the frame is how an answer that carries the frame is matched. Confined
 * to one thread; allocates nothing after construction.
 */
public final class PacketInBatch {
  /** Bytes before the first request. */
  static final int ROOM_BYTES = 4096;

  /** A frame cut off before here does not carry its sequence number. */
  public static final int MARKED_BYTES = 54;

  /** What the frame of a request says where its number follows. */
  public static final int MARK = 0x4d61_6573;

  public static final int MARK_AT = 42;
  public static final int SEQUENCE_AT = 50;

  /** So much goes out in one packet, of 64 KiB at most with its headers; more would make two. */
  public static final int WRITE_BYTES = 62 * 1024;

  public static final int ADDRESSES_BYTES = 14;
  private static final int CHECKSUM_AT = 24;
  private static final int IP_SRC_AT = 26;
  public static final int SWITCH_AT = 46;
  public static final int UDP = 17;

  /** The UDP port of both ends. */
  public static final int UDP_PORT = 9;

  /** A packet that is cut off has no UDP length that a decoder would believe. */
  private static final int EXPERIMENT = 253;

  private static final int IP_NETWORK = 10 << 24;
  private static final int IP_HOST_BITS = 0xff_ffff;

  private final ByteBuffer bytes;
  private final int version;
  private final boolean buffered;
  private final int dataBytes;
  private final int messageBytes;
  private final int capacityRequests;
  private final int dataAt;
  private final int inPortAt;
  private final int checksumOfRest;
  private final int frameBytes;

  /** The packet of one request, as it has to come back. */
  private final ByteBuffer expected;

  /**
   * @param frameBytes of the whole packet
   * @param missSendBytes how much of a buffered packet the controller asked for
   */
  public PacketInBatch(int version, int frameBytes, boolean buffered, int missSendBytes) {
    this.version = version;
    this.frameBytes = frameBytes;
    this.buffered = buffered;
    this.dataBytes = buffered ? Math.min(frameBytes, missSendBytes) : frameBytes;
    this.messageBytes = PacketInEncoder.bytes(version, dataBytes);
    this.capacityRequests = WRITE_BYTES / messageBytes;
    this.dataAt = messageBytes - dataBytes;
    this.inPortAt = version == OpenFlow.VERSION_10 ? 14 : 32;
    this.bytes = ByteBuffer.allocateDirect(ROOM_BYTES + capacityRequests * messageBytes);
    ByteBuffer frame = frame(frameBytes, dataBytes < frameBytes ? EXPERIMENT : UDP);
    this.checksumOfRest = sumOfHeader(frame);
    this.expected = ByteBuffer.allocateDirect(frameBytes).put(frame.duplicate().clear()).clear();
    for (int i = 0; i < capacityRequests; i++) {
      PacketInEncoder.encode(
          bytes, at(i), version, 0, OpenFlow.NO_BUFFER, frameBytes, 1, 0, 0, frame, 0, dataBytes);
    }
  }

  /** Whether requests of this form are what {@code missSendBytes} asks for. */
  public boolean fits(int wantedVersion, int frameBytes, int missSendBytes) {
    int wantedBytes = buffered ? Math.min(frameBytes, missSendBytes) : frameBytes;
    return wantedVersion == version && wantedBytes == dataBytes;
  }

  public ByteBuffer bytes() {
    return bytes;
  }

  public int messageBytes() {
    return messageBytes;
  }

  public int capacityRequests() {
    return capacityRequests;
  }

  /** Where request {@code index} starts in {@link #bytes}. */
  public int at(int index) {
    return ROOM_BYTES + index * messageBytes;
  }

  /** Bytes of a packet, whatever part of it a request carries. */
  public int frameBytes() {
    return frameBytes;
  }

  /** The IP protocol of the packets. */
  public int protocol() {
    return dataBytes < frameBytes ? EXPERIMENT : UDP;
  }

  /**
   * Makes request {@code index} this one.
   *
   * @param named what stands on the wire for its sequence number
   * @param src host number of the source
   * @param dst host number of the destination, −1 for broadcast
   */
  public void patch(int index, int switchNumber, int named, int inPort, long src, long dst) {
    int at = at(index);
    int bufferId = buffered ? named : OpenFlow.NO_BUFFER;
    bytes.putLong(at + 4, ((long) named << 32) | (bufferId & 0xffff_ffffL));
    if (version == OpenFlow.VERSION_10) {
      bytes.putShort(at + inPortAt, (short) inPort);
    } else {
      bytes.putInt(at + inPortAt, inPort);
    }
    patchFrame(bytes, at + dataAt, dataBytes, switchNumber, named, src, dst);
  }

  /**
   * Compares a packet that came back with the one that was sent.
   *
   * @param at where it begins in {@code in}; it has {@link #frameBytes}
   * @return the first byte that differs, −1 when none does
   */
  public int mismatch(ByteBuffer in, int at, int switchNumber, int named, long src, long dst) {
    patchFrame(expected, 0, frameBytes, switchNumber, named, src, dst);
    int i = 0;
    while (i + Long.BYTES <= frameBytes && in.getLong(at + i) == expected.getLong(i)) {
      i += Long.BYTES;
    }
    while (i < frameBytes && in.get(at + i) == expected.get(i)) {
      i++;
    }
    return i == frameBytes ? -1 : i;
  }

  /** A byte of the packet that {@link #mismatch} was asked about last. */
  public int expectedByte(int index) {
    return expected.get(index) & 0xff;
  }

  private void patchFrame(
      ByteBuffer b, int data, int ofBytes, int switchNumber, int named, long src, long dst) {
    if (ofBytes >= ADDRESSES_BYTES) {
      long ethSrc = HostAddresses.FIRST | src;
      long ethDst = dst < 0 ? FrameNumbers.BROADCAST : HostAddresses.FIRST | dst;
      b.putLong(data, (ethDst << 16) | (ethSrc >>> 32));
      b.putInt(data + 8, (int) ethSrc);
    }
    if (ofBytes >= MARKED_BYTES) {
      int ipSrc = ipv4(src);
      int ipDst = dst < 0 ? -1 : ipv4(dst);
      b.putShort(data + CHECKSUM_AT, checksum(ipSrc, ipDst));
      b.putLong(data + IP_SRC_AT, ((long) ipSrc << 32) | (ipDst & 0xffff_ffffL));
      b.putLong(data + SWITCH_AT, ((long) switchNumber << 32) | (named & 0xffff_ffffL));
    }
  }

  /** The IPv4 address of a host, by its number among all hosts. */
  public static int ipv4(long host) {
    return IP_NETWORK | (((int) host + 1) & IP_HOST_BITS);
  }

  private short checksum(int ipSrc, int ipDst) {
    int sum = checksumOfRest;
    sum += (ipSrc >>> 16) + (ipSrc & 0xffff) + (ipDst >>> 16) + (ipDst & 0xffff);
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    return (short) ~sum;
  }

  /** A packet over IPv4, without addresses; what follows is what UDP has in its header. */
  private static ByteBuffer frame(int frameBytes, int protocol) {
    ByteBuffer frame = ByteBuffer.allocate(frameBytes);
    frame.putShort(12, (short) 0x0800);
    frame.putShort(14, (short) 0x4500).putShort(16, (short) (frameBytes - 14));
    frame.put(22, (byte) 64).put(23, (byte) protocol);
    frame.putShort(34, (short) UDP_PORT).putShort(36, (short) UDP_PORT);
    frame.putShort(38, (short) (frameBytes - 34));
    frame.putInt(MARK_AT, MARK);
    return frame;
  }

  private static int sumOfHeader(ByteBuffer frame) {
    int sum = 0;
    for (int at = 14; at < 34; at += 2) {
      sum += frame.getShort(at) & 0xffff;
    }
    return sum;
  }
}
