package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.emulator.dataplane.FrameInput;
import maestro.openflow.FrameNumbers;
import org.jspecify.annotations.Nullable;

/**
 * A frame on its way through the tables of a switch: its bytes, which actions change, where its
 * headers are, and the key that tables match.
 *
 * <pre>
 *  0          at                                           end
 *  | headroom | dst 6 | src 6 | VLAN tags | type 2 | payload … |
 * </pre>
 *
 * <p>A change of bytes is followed by {@link #changed}; {@link #refresh} then reads the headers
 * anew. Scratch, reused for each frame; one may serve all switches of a thread. Allocates nothing,
 * except when {@link #save} reaches a depth for the first time.
 */
public final class Packet {
  /** The offset of a part that a frame has not. */
  static final int NONE = -1;

  static final int TAG_BYTES = 4;
  static final int ADDRESSES_BYTES = 12;

  /** How many copies of a packet can be kept at once. */
  static final int MOST_SAVED = 10;

  /** Room for tags. */
  private static final int HEADROOM_BYTES = 128;

  /** What Ethernet pads frames to, without the check sequence. */
  private static final int LEAST_SENT_BYTES = 60;

  private static final int LEAST_TYPE = 0x600;
  private static final int TYPE_NOT_ETHERNET_2 = 0x5ff;
  private static final long SNAP = 0xaaaa_0300_0000L;

  final ByteBuffer bytes =
      ByteBuffer.allocate(HEADROOM_BYTES + FrameInput.MOST_FRAME_BYTES + LEAST_SENT_BYTES);
  final long[] key = new long[Field.WORDS];
  int at;
  int end;
  int inPort;
  long metadata;
  long tunnelId;

  /** The queue that SET_QUEUE has named. */
  int queue;

  /** The outermost VLAN tag: the offset of its TPID. */
  int vlan;

  /** Where the type is that says what the payload is. */
  int typeAt;

  /** Behind the type. */
  int payload;

  int mpls;
  int pbb;
  int arp;
  int ipv4;
  int ipv6;

  /** The byte of IPv4 or IPv6 that says which protocol follows. */
  int protocolAt;

  /** Of the header behind IP; {@link #NONE} when it is cut off or in a later fragment. */
  int transport;

  /** Whether the target address of neighbour discovery is there. */
  boolean hasNeighbor;

  /** The Ethernet addresses in the options of IPv6 neighbour discovery. */
  int sourceLink;

  int targetLink;
  boolean fragment;
  private boolean stale;

  private final @Nullable Packet[] saved = new @Nullable Packet[MOST_SAVED];

  /**
   * Copies a frame in.
   *
   * @param inPort the port that it came in by
   * @return false when it is too short or too long for a frame; then there is none
   */
  boolean load(ByteBuffer from, int offset, int lengthBytes, int inPort) {
    if (lengthBytes < FrameInput.LEAST_FRAME_BYTES || lengthBytes > FrameInput.MOST_FRAME_BYTES) {
      return false;
    }
    at = HEADROOM_BYTES;
    end = at + lengthBytes;
    bytes.put(at, from, offset, lengthBytes);
    this.inPort = inPort;
    metadata = 0;
    tunnelId = 0;
    queue = 0;
    stale = true;
    return true;
  }

  int lengthBytes() {
    return end - at;
  }

  /** Keeps a copy, until it is restored; at most {@link #MOST_SAVED} at once. */
  void save(int depth) {
    Packet copy = saved[depth];
    if (copy == null) {
      copy = new Packet();
      saved[depth] = copy;
    }
    copy.take(this);
  }

  /** Is again what it was when it was saved at this depth. */
  void restore(int depth) {
    Packet copy = saved[depth];
    if (copy == null) {
      throw new IllegalStateException("nothing was saved at depth " + depth);
    }
    take(copy);
  }

  private void take(Packet other) {
    at = other.at;
    end = other.end;
    bytes.put(at, other.bytes, at, end - at);
    inPort = other.inPort;
    metadata = other.metadata;
    tunnelId = other.tunnelId;
    queue = other.queue;
    stale = true;
  }

  /** Bytes or metadata are others now. */
  void changed() {
    stale = true;
  }

  /**
   * Makes room at the beginning of the frame and moves its first bytes there. A frame that is not
   * too short for Ethernet does not become so: zeros follow it.
   *
   * @param movedBytes how many of the first bytes
   * @param roomBytes less than 0 to take bytes away
   * @return false when there is no room; then nothing is changed
   */
  boolean insert(int movedBytes, int roomBytes) {
    if (roomBytes > at || lengthBytes() + roomBytes > FrameInput.MOST_FRAME_BYTES) {
      return false;
    }
    byte[] all = bytes.array();
    System.arraycopy(all, at, all, at - roomBytes, movedBytes);
    int before = lengthBytes();
    at -= roomBytes;
    if (before >= LEAST_SENT_BYTES) {
      while (lengthBytes() < LEAST_SENT_BYTES) {
        bytes.put(end++, (byte) 0);
      }
    }
    stale = true;
    return true;
  }

  /** Finds the headers and reads the key, if something has changed. */
  void refresh() {
    if (!stale) {
      return;
    }
    stale = false;
    Arrays.fill(key, 0);
    vlan = NONE;
    mpls = NONE;
    pbb = NONE;
    arp = NONE;
    ipv4 = NONE;
    ipv6 = NONE;
    protocolAt = NONE;
    transport = NONE;
    sourceLink = NONE;
    targetLink = NONE;
    fragment = false;
    hasNeighbor = false;
    set(Field.IN_PORT, inPort & 0xffff_ffffL);
    set(Field.IN_PHY_PORT, inPort & 0xffff_ffffL);
    set(Field.METADATA, metadata);
    set(Field.TUNNEL_ID, tunnelId);
    set(Field.ETH_DST, bytes.getLong(at) >>> 16);
    set(Field.ETH_SRC, bytes.getLong(at + 6) >>> 16);
    typeAt = at + ADDRESSES_BYTES;
    int type = unsignedShort(typeAt);
    while (isVlanType(type) && end - typeAt >= TAG_BYTES + 2) {
      if (vlan == NONE) {
        vlan = typeAt;
        int tci = unsignedShort(typeAt + 2);
        set(Field.VLAN_VID, Field.VLAN_PRESENT | (tci & Field.VLAN_ID));
        set(Field.VLAN_PCP, tci >>> 13);
      }
      typeAt += TAG_BYTES;
      type = unsignedShort(typeAt);
    }
    payload = typeAt + 2;
    if (type < LEAST_TYPE) {
      type = TYPE_NOT_ETHERNET_2;
      if (end - payload >= 8 && bytes.getLong(payload) >>> 16 == SNAP) {
        typeAt = payload + 6;
        type = unsignedShort(typeAt);
        payload += 8;
      }
    }
    set(Field.ETH_TYPE, type);
    Headers.read(this, type);
  }

  static boolean isVlanType(int type) {
    return type == FrameNumbers.TYPE_VLAN || type == Field.TYPE_PROVIDER_VLAN;
  }

  void set(Field field, long value) {
    key[field.word()] = value;
  }

  long get(Field field) {
    return key[field.word()];
  }

  int unsignedByte(int offset) {
    return bytes.get(offset) & 0xff;
  }

  int unsignedShort(int offset) {
    return bytes.getShort(offset) & 0xffff;
  }
}
