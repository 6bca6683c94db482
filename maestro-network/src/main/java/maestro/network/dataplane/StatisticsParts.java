package maestro.network.dataplane;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A statistics reply, which 1.3 calls multipart reply, in as many messages as its entries need.
 * Used once.
 *
 * <pre>
 *  header 8 | kind 2 | flags 2, of which 1 says that more follows | in 1.3 zeros 4 | entries
 * </pre>
 */
public final class StatisticsParts {
  private static final int HEAD_BYTES_10 = 12;
  private static final int HEAD_BYTES_13 = 16;
  private static final int MORE = 1;

  private final int version;
  private final int headBytes;
  private final int xid;
  private final int kind;
  private final List<byte[]> messages = new ArrayList<>();
  private final ByteBuffer part = ByteBuffer.allocate(OpenFlow.MAX_MESSAGE_BYTES);

  /**
   * @param version {@link OpenFlow#VERSION_10} or {@link OpenFlow#VERSION_13}
   * @param kind of statistics
   */
  public StatisticsParts(int version, int xid, int kind) {
    this.version = version;
    this.headBytes = headBytes(version);
    this.xid = xid;
    this.kind = kind;
    part.position(headBytes);
  }

  /** What comes before the body of a request or a reply. */
  public static int headBytes(int version) {
    return version == OpenFlow.VERSION_10 ? HEAD_BYTES_10 : HEAD_BYTES_13;
  }

  /**
   * Room for one more entry, as zeros, which the caller fills.
   *
   * @param entryBytes fewer than a message has
   */
  public ByteBuffer entry(int entryBytes) {
    if (part.remaining() < entryBytes) {
      end(MORE);
    }
    ByteBuffer entry = part.slice(part.position(), entryBytes);
    part.position(part.position() + entryBytes);
    return entry;
  }

  /** The whole reply: at least one message. */
  public List<byte[]> messages() {
    end(0);
    return messages;
  }

  private void end(int flags) {
    int lengthBytes = part.position();
    int type = OpenFlow.statsReply(version);
    Header.encode(part, 0, version, type, lengthBytes, xid);
    part.putShort(8, (short) kind).putShort(10, (short) flags);
    byte[] message = new byte[lengthBytes];
    part.get(0, message);
    messages.add(message);
    part.clear().put(new byte[lengthBytes]).position(headBytes);
  }
}
