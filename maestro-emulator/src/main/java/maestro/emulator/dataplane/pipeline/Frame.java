package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import maestro.emulator.dataplane.FrameBurst;
import maestro.emulator.dataplane.FrameInput;
import maestro.openflow.FrameNumbers;

/**
 * A frame on its way through a switch: its bytes, which actions change, and the key that tables
 * match.
 *
 * <pre>
 *             at                                   end
 *  | headroom | dst 6 | src 6 | type 2 | payload … |
 * </pre>
 *
 * <p>{@link #load} refers to the frame where it lies, in the buffer of the one who brought it, so
 * that forwarding copies nothing. The first action that changes it copies it ({@link #own}) into
 * memory of this object, which has the headroom. {@link #readKey} finds its fields as OpenFlow 1.0
 * defines them: behind at most one VLAN tag, with the type behind an LLC/SNAP header, and without
 * ports in IP fragments. Scratch, reused for each frame; one may serve all switches of a thread.
 * Allocates nothing.
 */
public final class Frame {
  static final int TAG_BYTES = 4;
  static final int ICMP = 1;
  static final int TCP = 6;
  static final int UDP = 17;

  /** The offset of a part that a frame has not. */
  static final int NONE = -1;

  /** Room for one tag more, a multiple of 8. */
  private static final int HEADROOM_BYTES = 8;

  private static final int TYPE_AT = 12;
  private static final int LEAST_TYPE = 0x600;
  private static final int TYPE_NOT_ETHERNET_2 = 0x5ff;
  private static final long SNAP = 0xaaaa_0300_0000L;
  private static final int IPV4_BYTES = 20;
  private static final int FRAGMENT_BITS = 0x3fff;
  private static final int ARP_BYTES = 28;
  private static final long ARP_ETHERNET_IPV4 = 0x0001_0800_0604L;

  /** Where a frame is copied to before it is changed. */
  private final ByteBuffer owned;

  /** Has the frame in {@code [at, end)}; written only after {@link #own}. */
  ByteBuffer bytes;

  final long[] key = new long[Fields.WORDS];
  int at;
  int end;
  int inPort;

  /** Of the key, and the row that may have it; while a burst is read ahead. */
  long hash;

  int candidate;

  /** Of the IPv4 header; {@link #NONE} in other frames. */
  int ipv4;

  /** Of the header behind IPv4; {@link #NONE} in other frames, fragments, and when cut off. */
  int transport;

  private boolean fragment;

  /** Whether the bytes have been copied, so that they can be changed. */
  private boolean isOwn;

  private Frame[] burst = {};

  /** Without a frame. */
  public Frame() {
    this(ByteBuffer.allocate(HEADROOM_BYTES + FrameInput.MOST_FRAME_BYTES));
  }

  /** Shares the memory for changed frames with others, of which one at a time is treated. */
  private Frame(ByteBuffer owned) {
    this.owned = owned;
    this.bytes = owned;
  }

  /** Scratch for the frames of a burst, which are loaded together and treated one by one. */
  Frame[] burst() {
    if (burst.length == 0) {
      burst = new Frame[FrameBurst.MOST_FRAMES];
      for (int i = 0; i < burst.length; i++) {
        burst[i] = new Frame(owned);
      }
    }
    return burst;
  }

  /**
   * Refers to a frame.
   *
   * @param from has the frame in {@code [offset, offset + lengthBytes)} until it has been treated
   * @param inPort the port that it came in by
   * @return false when it is too short or too long for a frame; then there is none
   */
  boolean load(ByteBuffer from, int offset, int lengthBytes, int inPort) {
    if (lengthBytes < FrameInput.LEAST_FRAME_BYTES || lengthBytes > FrameInput.MOST_FRAME_BYTES) {
      return false;
    }
    bytes = from;
    isOwn = false;
    at = offset;
    end = offset + lengthBytes;
    this.inPort = inPort;
    return true;
  }

  /** Makes the bytes our own, to be changed, with room for a tag in front. Offsets move. */
  void own() {
    if (!isOwn) {
      int moved = HEADROOM_BYTES - at;
      owned.put(HEADROOM_BYTES, bytes, at, end - at);
      bytes = owned;
      isOwn = true;
      at += moved;
      end += moved;
      ipv4 += ipv4 == NONE ? 0 : moved;
      transport += transport == NONE ? 0 : moved;
    }
  }

  int lengthBytes() {
    return end - at;
  }

  /** Whether it is a fragment of an IPv4 packet, the first one included. */
  boolean isFragment() {
    return fragment;
  }

  boolean isTagged() {
    return unsignedShort(at + TYPE_AT) == FrameNumbers.TYPE_VLAN
        && lengthBytes() >= FrameInput.LEAST_FRAME_BYTES + TAG_BYTES;
  }

  /** Reads all fields anew, after a change or a load. */
  void readKey() {
    long dst = bytes.getLong(at) & Fields.ETH;
    long src = bytes.getLong(at + 6) & Fields.ETH;
    int typeAt = at + TYPE_AT;
    if (isTagged()) {
      int tci = unsignedShort(typeAt + 2);
      src |= (long) (tci >>> 13) << Fields.PCP_SHIFT | Fields.TAGGED | (tci & 0xfff);
      typeAt += TAG_BYTES;
    }
    int type = unsignedShort(typeAt);
    int payload = typeAt + 2;
    if (type < LEAST_TYPE) {
      boolean snap = end - payload >= 8 && bytes.getLong(payload) >>> 16 == SNAP;
      type = snap ? unsignedShort(payload + 6) : TYPE_NOT_ETHERNET_2;
      payload += snap ? 8 : 0;
    }
    key[Fields.IN_PORT_WORD] = (long) inPort << Fields.IN_PORT_SHIFT;
    key[Fields.DST_WORD] = dst | type;
    key[Fields.SRC_WORD] = src;
    key[Fields.NETWORK_WORD] = 0;
    key[Fields.ADDRESS_WORD] = 0;
    ipv4 = NONE;
    transport = NONE;
    fragment = false;
    if (type == FrameNumbers.TYPE_IPV4) {
      readIpv4(payload);
    } else if (type == FrameNumbers.TYPE_ARP) {
      readArp(payload);
    }
  }

  private void readIpv4(int header) {
    int availableBytes = end - header;
    if (availableBytes < IPV4_BYTES) {
      return;
    }
    int versionAndWords = bytes.get(header) & 0xff;
    int headerBytes = (versionAndWords & 0xf) * 4;
    if (versionAndWords >>> 4 != 4 || headerBytes < IPV4_BYTES || headerBytes > availableBytes) {
      return;
    }
    ipv4 = header;
    int protocol = bytes.get(header + 9) & 0xff;
    int dscp = (bytes.get(header + 1) & 0xff) >>> 2;
    long word = (long) dscp << Fields.DSCP_SHIFT | (long) protocol << Fields.PROTOCOL_SHIFT;
    key[Fields.ADDRESS_WORD] = bytes.getLong(header + 12);
    fragment = (bytes.getShort(header + 6) & FRAGMENT_BITS) != 0;
    int next = header + headerBytes;
    int packetEnd = Math.min(end, header + unsignedShort(header + 2));
    if (!fragment && packetEnd - next >= leastBytes(protocol)) {
      transport = next;
      word |= protocol == ICMP ? typeAndCode(next) : bytes.getInt(next) & 0xffff_ffffL;
    }
    key[Fields.NETWORK_WORD] = word;
  }

  private long typeAndCode(int icmp) {
    long type = bytes.get(icmp) & 0xff;
    return type << Fields.TP_SRC_SHIFT | (bytes.get(icmp + 1) & 0xff);
  }

  private void readArp(int packet) {
    if (end - packet < ARP_BYTES || bytes.getLong(packet) >>> 16 != ARP_ETHERNET_IPV4) {
      return;
    }
    long operation = bytes.get(packet + 7) & 0xff; // 1.0 has its lower eight bits in nw_proto
    key[Fields.NETWORK_WORD] = operation << Fields.PROTOCOL_SHIFT;
    long sender = bytes.getInt(packet + 14);
    key[Fields.ADDRESS_WORD] =
        sender << Fields.NW_SRC_SHIFT | (bytes.getInt(packet + 24) & 0xffff_ffffL);
  }

  /** The bytes that a transport header must have, so that its fields count. */
  private static int leastBytes(int protocol) {
    return switch (protocol) {
      case ICMP -> 4;
      case TCP -> 20;
      case UDP -> 8;
      default -> Integer.MAX_VALUE;
    };
  }

  int unsignedShort(int offset) {
    return bytes.getShort(offset) & 0xffff;
  }
}
