package maestro.openflow;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;

/**
 * A PACKET_IN over its bytes.
 *
 * <pre>
 *  1.0   8           12          14        16       17    18
 *        | buffer_id | total_len | in_port | reason | pad | data …
 *  1.3   8           12          14       15      16       24
 *        | buffer_id | total_len | reason | table | cookie | match, a multiple of 8 | …
 *        … 2 bytes of padding | data …
 * </pre>
 *
 * <p>A 1.3 match of in_port alone takes 16 bytes, so the data begins at 42.
 *
 * <p>Confined to one thread; the bytes must stay unchanged while it is read.
 */
public final class PacketInFlyweight {
  /** The {@link #reason} of a packet that an entry sends to the controller. */
  public static final int ACTION = 1;

  static final int BUFFER_ID = 8;
  static final int TOTAL_LENGTH = 12;
  static final int IN_PORT_10 = 14;
  static final int REASON_10 = 16;
  static final int DATA_10 = 18;
  static final int REASON_13 = 14;
  static final int TABLE_13 = 15;
  static final int COOKIE_13 = 16;
  static final int MATCH_13 = 24;
  static final int IN_PORT_13 = 32;
  static final int DATA_13 = 42;

  /** Type 1, length 12, and the header of the one field it holds. */
  static final long MATCH_IN_PORT_ALONE = 0x0001_000c_0000_0000L | (Oxm.IN_PORT & 0xffff_ffffL);

  private static final int PAD_BYTES_13 = 2;

  private ByteBuffer buffer;
  private int at;
  private int end;
  private int version;
  private int xid;
  private int bufferId;
  private int inPort;
  private int dataOffset;

  /**
   * Wraps the message in {@code [at, at + length)}.
   *
   * @return false when it is no well-formed PACKET_IN of 1.0 or 1.3; a 1.3 match without in_port is
   *     not well-formed. total_len is not checked, since the data may be a part of the packet
   */
  @Initializer
  public boolean wrap(ByteBuffer b, int at, int length) {
    this.buffer = b;
    if (length < DATA_10) { // the least of both versions
      return false;
    }
    long header = b.getLong(at);
    if (!Header.frames(header, length, OpenFlow.PACKET_IN)) {
      return false;
    }
    this.at = at;
    this.end = at + length;
    this.version = Header.version(header);
    this.xid = (int) header;
    long next = b.getLong(at + BUFFER_ID);
    this.bufferId = (int) (next >>> 32);
    if (version == OpenFlow.VERSION_13) {
      if (length >= DATA_13 && b.getLong(at + MATCH_13) == MATCH_IN_PORT_ALONE) {
        inPort = b.getInt(at + IN_PORT_13);
        dataOffset = at + DATA_13;
        return true;
      }
      return wrapAnyMatch();
    }
    inPort = OpenFlow.port10To13((short) next);
    dataOffset = at + DATA_10;
    return version == OpenFlow.VERSION_10;
  }

  private boolean wrapAnyMatch() {
    int match = at + MATCH_13;
    int matchLength = Oxm.matchLength(buffer, match, end - PAD_BYTES_13);
    if (matchLength == Oxm.MALFORMED) {
      return false;
    }
    int matchEnd = match + matchLength;
    boolean found = false;
    int field = match + Oxm.MATCH_HEADER_BYTES;
    while (field < matchEnd) {
      int next = Oxm.next(buffer, field, matchEnd);
      if (next == Oxm.MALFORMED) {
        return false;
      }
      if (buffer.getInt(field) == Oxm.IN_PORT) {
        inPort = buffer.getInt(Oxm.payload(field));
        found = true;
      }
      field = next;
    }
    dataOffset = match + Oxm.padded(matchLength) + PAD_BYTES_13;
    return found;
  }

  public ByteBuffer buffer() {
    return buffer;
  }

  public int version() {
    return version;
  }

  public int xid() {
    return xid;
  }

  /** The switch's buffer that holds the packet, or {@link OpenFlow#NO_BUFFER}. */
  public int bufferId() {
    return bufferId;
  }

  /** Bytes of the whole packet, as the switch says; {@link #dataLength} of them are here. */
  public int totalLength() {
    return buffer.getShort(at + TOTAL_LENGTH) & 0xffff;
  }

  /** 0 no match (in 1.3 table miss), 1 explicit action, 2 invalid TTL. */
  public int reason() {
    return buffer.get(at + (version == OpenFlow.VERSION_13 ? REASON_13 : REASON_10)) & 0xff;
  }

  /** The table of the flow entry that sent the packet; 0 in 1.0, which has one. */
  public int tableId() {
    return version == OpenFlow.VERSION_13 ? buffer.get(at + TABLE_13) & 0xff : 0;
  }

  /** The port the packet came in by, as a 32-bit number in both versions. */
  public int inPort() {
    return inPort;
  }

  /** Where the packet begins, absolute in the buffer. */
  public int dataOffset() {
    return dataOffset;
  }

  /** Bytes of the packet that are in the message; may be 0. */
  public int dataLength() {
    return end - dataOffset;
  }

  /** The cookie of the flow entry that sent the packet; 0 in 1.0, which has none. */
  public long cookie() {
    return version == OpenFlow.VERSION_13 ? buffer.getLong(at + COOKIE_13) : 0;
  }
}
