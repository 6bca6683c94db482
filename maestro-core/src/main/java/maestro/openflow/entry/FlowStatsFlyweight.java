package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * One part of a switch's reply to a flow statistics request: a list of entries to read one after
 * the other.
 *
 * <pre>
 *  1.0   8          10      12
 *        | type = 1 | flags | entries …
 *  1.3   8          10      12    16
 *        | type = 1 | flags | pad | entries …
 * </pre>
 *
 * <p>Confined to one thread; the bytes must stay unchanged while it is read.
 */
public final class FlowStatsFlyweight {
  private static final int STATS_TYPE = 8;
  private static final int FLAGS = 10;
  private static final int ENTRIES_10 = 12;
  private static final int ENTRIES_13 = 16;
  private static final int FLOW = 1;
  private static final int MORE = 1;

  private final FlowStatsEntryFlyweight entry;

  private ByteBuffer buffer;
  private int at;
  private int end;
  private int next;
  private int version;

  /** With a flyweight of its own for the entries. */
  public FlowStatsFlyweight() {
    this(new FlowStatsEntryFlyweight());
  }

  /**
   * With a given flyweight.
   *
   * @param entry is each entry in turn
   */
  public FlowStatsFlyweight(FlowStatsEntryFlyweight entry) {
    this.entry = entry;
  }

  /**
   * Wraps the message in {@code [at, at + length)}, and checks every length in it.
   *
   * @return false when it is no well-formed reply of 1.0 or 1.3
   */
  @Initializer
  public boolean wrap(ByteBuffer b, int at, int length) {
    this.buffer = b;
    this.at = at;
    this.end = at + length;
    if (!isAnswer(b, at, length)) {
      return false;
    }
    rewind();
    while (next < end) {
      int bytes = entry.wrap(buffer, next, end, version);
      if (bytes == FlowStatsEntryFlyweight.MALFORMED) {
        return false;
      }
      next += bytes;
    }
    rewind();
    return true;
  }

  private boolean isAnswer(ByteBuffer b, int at, int length) {
    if (length < ENTRIES_10) {
      return false;
    }
    version = Header.version(b, at);
    boolean isKnown = version == OpenFlow.VERSION_10 || version == OpenFlow.VERSION_13;
    return isKnown
        && length >= entriesAt()
        && Header.frames(b, at, length, OpenFlow.statsReply(version))
        && b.getShort(at + STATS_TYPE) == FLOW;
  }

  private int entriesAt() {
    return version == OpenFlow.VERSION_10 ? ENTRIES_10 : ENTRIES_13;
  }

  /** Goes back before the first entry. */
  public void rewind() {
    next = at + entriesAt();
  }

  /** Goes on to the next entry; false when there is none. */
  public boolean next() {
    if (next >= end) {
      return false;
    }
    next += entry.wrap(buffer, next, end, version);
    return true;
  }

  /** The current entry: one flyweight for all entries. */
  public FlowStatsEntryFlyweight entry() {
    return entry;
  }

  /** Whether the switch says that another part follows. */
  public boolean hasMore() {
    return (buffer.getShort(at + FLAGS) & MORE) != 0;
  }
}
