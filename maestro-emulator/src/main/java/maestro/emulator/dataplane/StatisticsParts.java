package maestro.emulator.dataplane;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A statistics reply of OpenFlow 1.0, in as many messages as its entries need. Used once.
 *
 * <pre>
 *  header 8 | kind 2 | flags 2, of which 1 says that more follows | entries
 * </pre>
 */
final class StatisticsParts {
  private static final int HEAD_BYTES = 12;
  private static final int MORE = 1;

  private final int xid;
  private final int kind;
  private final List<byte[]> messages = new ArrayList<>();
  private final ByteBuffer part = ByteBuffer.allocate(OpenFlow.MAX_MESSAGE_BYTES);

  StatisticsParts(int xid, int kind) {
    this.xid = xid;
    this.kind = kind;
    part.position(HEAD_BYTES);
  }

  /**
   * Room for one more entry, as zeros, which the caller fills.
   *
   * @param entryBytes fewer than a message has
   */
  ByteBuffer entry(int entryBytes) {
    if (part.remaining() < entryBytes) {
      end(MORE);
    }
    ByteBuffer entry = part.slice(part.position(), entryBytes);
    part.position(part.position() + entryBytes);
    return entry;
  }

  /** The whole reply: at least one message. */
  List<byte[]> messages() {
    end(0);
    return messages;
  }

  private void end(int flags) {
    int lengthBytes = part.position();
    int type = OpenFlow.statsReply(OpenFlow.VERSION_10);
    Header.encode(part, 0, OpenFlow.VERSION_10, type, lengthBytes, xid);
    part.putShort(8, (short) kind).putShort(10, (short) flags);
    byte[] message = new byte[lengthBytes];
    part.get(0, message);
    messages.add(message);
    part.clear().put(new byte[lengthBytes]).position(HEAD_BYTES);
  }
}
