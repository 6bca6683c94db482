package maestro.network.dataplane.packet;

import java.nio.ByteBuffer;
import maestro.network.dataplane.FrameInput;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * A frame on its way through a switch: its bytes, which actions change, where its headers are, and
 * the {@link Key} that tables match.
 *
 * <pre>
 *  0          at                                           end
 *  | headroom | dst 6 | src 6 | VLAN tags | type 2 | payload … |
 * </pre>
 *
 * <p>{@link #load} refers to the frame where it lies, in the buffer of the one who brought it, so
 * that forwarding copies nothing. What changes it calls {@link #edit} first, which copies it into
 * memory of this object, and {@link #changed} then. {@link #refresh} reads the headers anew when
 * something has changed. A packet of OpenFlow 1.0 has only the fields that 1.0 knows; see {@link
 * Headers}.
 *
 * <p>Scratch, reused for each frame; one may serve all switches of a thread that speak the same
 * version. Allocates nothing, except when {@link #save} reaches a depth, or {@link #burst} is
 * called, for the first time.
 */
public final class Packet {
  /** The offset of a part that a frame has not. */
  static final int NONE = -1;

  static final int TAG_BYTES = 4;
  static final int ADDRESSES_BYTES = 12;

  /** How many copies of a packet can be kept at once. */
  public static final int MOST_SAVED = 10;

  /** Room for tags. */
  private static final int HEADROOM_BYTES = 128;

  /** What Ethernet pads frames to, without the check sequence. */
  private static final int LEAST_SENT_BYTES = 60;

  /** Whether it has only the fields of OpenFlow 1.0. */
  final boolean hasOldFields;

  /** Where a frame is copied to before it is changed. */
  private final ByteBuffer owned;

  /** Has the frame in {@code [at, end)}; written only after {@link #edit}. */
  public ByteBuffer bytes;

  public final long[] key;
  public int at;
  int end;
  public int inPort;
  public long metadata;
  public long tunnelId;

  /** The queue that SET_QUEUE has named. */
  public int queue;

  /** The outermost VLAN tag: the offset of its TPID. */
  int vlan;

  /** Behind the type that says what the payload is. */
  int payload;

  /** The type of the header at the payload; 0 when it is cut off, or nothing is read of it. */
  int payloadType;

  /** The byte in the headers of IPv6 that says which protocol follows. */
  int protocolAt;

  /** Of the header behind IP; {@link #NONE} when it is cut off or in a later fragment. */
  int transport;

  /** The Ethernet addresses in the options of IPv6 neighbour discovery. */
  int sourceLink;

  int targetLink;

  /** Whether the target address of neighbour discovery is there. */
  boolean hasNeighbor;

  /** Whether it is a fragment of an IP packet, the first one included. */
  public boolean fragment;

  private boolean stale;

  /** Whether the bytes have been copied, so that they can be changed. */
  private boolean isOwn;

  private final @Nullable Packet[] saved = new @Nullable Packet[MOST_SAVED];
  private @Nullable PacketBurst burst;

  /**
   * Without a frame.
   *
   * @param version of the switches that it is for
   */
  public Packet(int version) {
    this(version == OpenFlow.VERSION_10, newMemory());
  }

  /** Shares the memory for changed frames with others, of which one at a time is treated. */
  private Packet(boolean hasOldFields, ByteBuffer owned) {
    this.hasOldFields = hasOldFields;
    this.key = new long[hasOldFields ? Key.FIRST_WORDS : Key.WORDS];
    this.owned = owned;
    this.bytes = owned;
  }

  private static ByteBuffer newMemory() {
    return ByteBuffer.allocate(HEADROOM_BYTES + FrameInput.MOST_FRAME_BYTES + LEAST_SENT_BYTES);
  }

  /** Scratch for the frames of a burst, which are loaded together and treated one by one. */
  public PacketBurst burst() {
    PacketBurst made = burst;
    if (made == null) {
      made = new PacketBurst();
      for (int i = 0; i < made.packets.length; i++) {
        made.packets[i] = new Packet(hasOldFields, owned);
      }
      burst = made;
    }
    return made;
  }

  /**
   * Refers to a frame.
   *
   * @param from has the frame in {@code [offset, offset + lengthBytes)} until it has been treated
   * @param inPort the port that it came in by
   * @return false when it is too short or too long for a frame; then there is none
   */
  public boolean load(ByteBuffer from, int offset, int lengthBytes, int inPort) {
    if (lengthBytes < FrameInput.LEAST_FRAME_BYTES || lengthBytes > FrameInput.MOST_FRAME_BYTES) {
      return false;
    }
    bytes = from;
    isOwn = false;
    at = offset;
    end = offset + lengthBytes;
    this.inPort = inPort;
    queue = 0;
    if (!hasOldFields) {
      metadata = 0;
      tunnelId = 0;
    }
    stale = true;
    return true;
  }

  public int lengthBytes() {
    return end - at;
  }

  /** Keeps a copy, until it is restored; at most {@link #MOST_SAVED} at once. */
  public void save(int depth) {
    Packet copy = saved[depth];
    if (copy == null) {
      copy = new Packet(hasOldFields, newMemory());
      saved[depth] = copy;
    }
    copy.take(this);
  }

  /** Is again what it was when it was saved at this depth. */
  public void restore(int depth) {
    Packet copy = saved[depth];
    if (copy == null) {
      throw new IllegalStateException("nothing was saved at depth " + depth);
    }
    take(copy);
  }

  private void take(Packet other) {
    at = other.at;
    end = other.end;
    isOwn = other.isOwn;
    if (isOwn) {
      bytes = owned;
      bytes.put(at, other.bytes, at, end - at);
    } else {
      bytes = other.bytes;
    }
    inPort = other.inPort;
    metadata = other.metadata;
    tunnelId = other.tunnelId;
    queue = other.queue;
    stale = true;
  }

  /** Makes the bytes our own, to be changed, and finds the headers. */
  void edit() {
    if (!isOwn) {
      int lengthBytes = lengthBytes();
      owned.put(HEADROOM_BYTES, bytes, at, lengthBytes);
      bytes = owned;
      isOwn = true;
      at = HEADROOM_BYTES;
      end = at + lengthBytes;
      stale = true;
    }
    refresh();
  }

  /** Bytes or metadata are others now. */
  public void changed() {
    stale = true;
  }

  /**
   * Makes room at the beginning of the frame, which can be edited, and moves its first bytes there.
   * A frame that is not too short for Ethernet does not become so: zeros follow it.
   *
   * @param movedBytes how many of the first bytes
   * @param roomBytes less than 0 to take bytes away
   * @return false when there is no room; then nothing is changed
   */
  boolean insert(int movedBytes, int roomBytes) {
    if (roomBytes > at || lengthBytes() + roomBytes > FrameInput.MOST_FRAME_BYTES) {
      return false;
    }
    bytes.put(at - roomBytes, bytes, at, movedBytes);
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
  public void refresh() {
    if (stale) {
      stale = false;
      Headers.read(this);
    }
  }

  /** Whether the payload begins with a whole header of this type. */
  boolean has(int type) {
    return payloadType == type;
  }

  boolean hasMpls() {
    return payloadType == Field.TYPE_MPLS || payloadType == Field.TYPE_MPLS_MULTICAST;
  }

  void set(Field field, long value) {
    field.put(key, value);
  }

  public long get(Field field) {
    return field.get(key);
  }

  int unsignedByte(int offset) {
    return bytes.get(offset) & 0xff;
  }

  int unsignedShort(int offset) {
    return bytes.getShort(offset) & 0xffff;
  }
}
