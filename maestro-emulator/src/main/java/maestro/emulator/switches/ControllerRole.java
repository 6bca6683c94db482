package maestro.emulator.switches;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The role of the controller at a switch of OpenFlow 1.3, and which messages it wants unasked.
 *
 * <p>Confined to one thread.
 */
final class ControllerRole {
  private static final int EQUAL = 1;
  private static final int LAST_ROLE = 3;
  private static final int ROLE_BYTES = 24;
  private static final int UNKNOWN_ROLE = 2;
  private static final int GET_ASYNC_REPLY = 27;
  private static final int MASKS_BYTES = 24;

  private final byte[] asyncMasks = new byte[MASKS_BYTES];
  private int role = EQUAL;
  private boolean generationKnown;
  private long generationId;

  ControllerRole() {
    ByteBuffer masks = ByteBuffer.wrap(asyncMasks);
    masks.putInt(7).putInt(0).putInt(7).putInt(7).putInt(15).putInt(0);
  }

  /** The connection is gone. The generation and the masks stay. */
  void reset() {
    role = EQUAL;
  }

  /** Answers a ROLE_REQUEST: with the role, or with an ERROR. */
  void change(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes != ROLE_BYTES) {
      badLength(b, at, lengthBytes, replies);
      return;
    }
    int asked = b.getInt(at + 8);
    long generation = b.getLong(at + 16);
    if (asked < 0 || asked > LAST_ROLE) {
      roleFailed(UNKNOWN_ROLE, b, at, lengthBytes, replies);
      return;
    }
    if (asked > EQUAL) {
      if (generationKnown && generation - generationId < 0) {
        roleFailed(ErrorMessages.STALE, b, at, lengthBytes, replies);
        return;
      }
      generationKnown = true;
      generationId = generation;
    }
    role = asked == 0 ? role : asked;
    byte[] reply = new byte[lengthBytes];
    b.get(at, reply);
    ByteBuffer r = ByteBuffer.wrap(reply);
    r.put(1, (byte) OpenFlow.roleReply()).putInt(8, role);
    r.putLong(16, generationKnown ? generationId : -1L);
    replies.send(reply);
  }

  /** Answers a GET_ASYNC_REQUEST. */
  void tellAsync(ByteBuffer b, int at, MessageOutput replies) {
    byte[] reply = new byte[OpenFlow.HEADER_BYTES + MASKS_BYTES];
    ByteBuffer r = ByteBuffer.wrap(reply);
    Header.encode(r, 0, OpenFlow.VERSION_13, GET_ASYNC_REPLY, reply.length, Header.xid(b, at));
    r.put(OpenFlow.HEADER_BYTES, asyncMasks);
    replies.send(reply);
  }

  /** Follows a SET_ASYNC, or sends an ERROR. */
  void setAsync(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes == OpenFlow.HEADER_BYTES + MASKS_BYTES) {
      b.get(at + OpenFlow.HEADER_BYTES, asyncMasks);
    } else {
      badLength(b, at, lengthBytes, replies);
    }
  }

  private static void badLength(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    error(ErrorMessages.BAD_REQUEST, ErrorMessages.BAD_LENGTH, b, at, lengthBytes, replies);
  }

  private static void roleFailed(
      int code, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    error(ErrorMessages.ROLE_REQUEST_FAILED_13, code, b, at, lengthBytes, replies);
  }

  private static void error(
      int type, int code, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    replies.send(ErrorMessages.about(OpenFlow.VERSION_13, type, code, b, at, lengthBytes));
  }
}
