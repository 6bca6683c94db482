package maestro.openflow;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;

/**
 * One part of a switch's reply to a request for the counters of its ports, and the request itself.
 *
 * <pre>
 *  request 1.0  8          10      12        14    20
 *               | type = 4 | flags | port_no | pad |
 *  request 1.3  8          10      12    16        20    24
 *               | type = 4 | flags | pad | port_no | pad |
 *
 *  reply 1.0    8          10      12
 *               | type = 4 | flags | entries of 104 bytes …
 *  reply 1.3    8          10      12    16
 *               | type = 4 | flags | pad | entries of 112 bytes …
 *
 *  entry 1.0    0         2     8
 *               | port_no | pad | counters of 8 bytes …
 *  entry 1.3    0         4     8
 *               | port_no | pad | counters of 8 bytes …
 * </pre>
 *
 * <p>A counter that a switch does not have is {@link #UNKNOWN}. Confined to one thread; the bytes
 * must stay unchanged while it is read.
 */
public final class PortStatsFlyweight {
  /** What a switch sends for a counter that it does not have: all bits are set. */
  public static final long UNKNOWN = -1;

  private static final int STATS_TYPE = 8;
  private static final int FLAGS = 10;
  private static final int PORT = 4;
  private static final int MORE = 1;
  private static final int REQUEST_BYTES_10 = 20;
  private static final int REQUEST_BYTES_13 = 24;
  private static final int ENTRIES_10 = 12;
  private static final int ENTRIES_13 = 16;
  private static final int ENTRY_BYTES_10 = 104;
  private static final int ENTRY_BYTES_13 = 112;
  private static final int COUNTERS = 8;
  private static final int PORT_NONE_10 = 0xffff;
  private static final int PORT_ANY_13 = 0xffff_ffff;

  private ByteBuffer buffer;
  private int at;
  private int version;
  private int count;

  /** A request for the counters of all ports. */
  public static byte[] request(int version, int xid) {
    boolean isOld = version == OpenFlow.VERSION_10;
    int bytes = isOld ? REQUEST_BYTES_10 : REQUEST_BYTES_13;
    ByteBuffer out = ByteBuffer.allocate(bytes);
    out.putLong(0, Header.word(version, OpenFlow.statsRequest(version), bytes, xid));
    out.putShort(STATS_TYPE, (short) PORT);
    if (isOld) {
      out.putShort(ENTRIES_10, (short) PORT_NONE_10);
    } else {
      out.putInt(ENTRIES_13, PORT_ANY_13);
    }
    return out.array();
  }

  /**
   * Wraps the message in {@code [at, at + length)}.
   *
   * @return false when it is no well-formed reply of 1.0 or 1.3
   */
  @Initializer
  public boolean wrap(ByteBuffer b, int at, int length) {
    this.buffer = b;
    this.at = at;
    this.count = 0;
    if (length < ENTRIES_10) {
      return false;
    }
    version = Header.version(b, at);
    boolean isKnown = version == OpenFlow.VERSION_10 || version == OpenFlow.VERSION_13;
    if (!isKnown
        || length < entriesAt()
        || !Header.frames(b, at, length, OpenFlow.statsReply(version))
        || b.getShort(at + STATS_TYPE) != PORT
        || (length - entriesAt()) % entryBytes() != 0) {
      return false;
    }
    count = (length - entriesAt()) / entryBytes();
    return true;
  }

  private int entriesAt() {
    return version == OpenFlow.VERSION_10 ? ENTRIES_10 : ENTRIES_13;
  }

  private int entryBytes() {
    return version == OpenFlow.VERSION_10 ? ENTRY_BYTES_10 : ENTRY_BYTES_13;
  }

  private int entry(int index) {
    return at + entriesAt() + index * entryBytes();
  }

  /** Whether more parts follow. */
  public boolean hasMore() {
    return (buffer.getShort(at + FLAGS) & MORE) != 0;
  }

  /** How many ports this part has. */
  public int count() {
    return count;
  }

  /** The number of a port, as an OpenFlow 1.3 number in both versions. */
  public int port(int index) {
    int entry = entry(index);
    return version == OpenFlow.VERSION_10
        ? OpenFlow.port10To13(buffer.getShort(entry))
        : buffer.getInt(entry);
  }

  /** What a port has counted, unsigned, or {@link #UNKNOWN}. */
  public long counter(int index, PortCounter which) {
    return buffer.getLong(entry(index) + COUNTERS + which.place * Long.BYTES);
  }
}
