package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import maestro.emulator.dataplane.ControllerOutput;
import maestro.emulator.switches.MessageOutput;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * What a switch says unasked, as far as the controller's role and asynchronous configuration let
 * it. Confined to one thread.
 *
 * <pre>
 *  ROLE_REQUEST  header 8 | role 32 | zeros 32 | generation id 64
 *  masks         header 8 | PACKET_IN 32, 32 | PORT_STATUS 32, 32 | FLOW_REMOVED 32, 32
 *                of each, the first for master and equal, the second for slave
 * </pre>
 */
final class Announcer {
  static final int ROLE_REQUEST = 24;
  static final int GET_ASYNC_REQUEST = 26;
  static final int SET_ASYNC = 28;

  /** The kinds of messages, by their places among the masks. */
  static final int PACKET_IN = 0;

  static final int PORT_STATUS = 2;
  static final int FLOW_REMOVED = 4;

  private static final int GET_ASYNC_REPLY = 27;
  private static final int ROLE_REQUEST_BYTES = 24;
  private static final int ASYNC_BYTES = 32;
  private static final int MASKS = 6;

  private static final int NO_CHANGE = 0;
  private static final int EQUAL = 1;
  private static final int SLAVE = 3;

  private final int[] masks = new int[MASKS];
  private ControllerOutput controller = ControllerOutput.NONE;
  private int role = EQUAL;
  private boolean generationKnown;
  private long generationId;

  /** A connection begins, or none is there any more. */
  void connect(ControllerOutput connected) {
    controller = connected;
    role = EQUAL;
    masks[PACKET_IN] = 3; // invalid TTLs only by request
    masks[PACKET_IN + 1] = 0;
    masks[PORT_STATUS] = 7;
    masks[PORT_STATUS + 1] = 7;
    masks[FLOW_REMOVED] = 15;
    masks[FLOW_REMOVED + 1] = 0;
  }

  ControllerOutput controller() {
    return controller;
  }

  /** Whether the controller may change nothing. */
  boolean isSlave() {
    return role == SLAVE;
  }

  /** Whether the controller is to get a message of this kind for this reason. */
  boolean wants(int kind, int reason) {
    return (masks[kind + (role == SLAVE ? 1 : 0)] & 1 << reason) != 0;
  }

  /** Sends a message, if the controller is to get it. */
  void tell(int kind, int reason, byte[] message) {
    if (wants(kind, reason)) {
      controller.send(message);
    }
  }

  /** Room for a PACKET_IN, or null when it is to be dropped. */
  @Nullable ByteBuffer roomForPacketIn(int reason, int bytes) {
    return wants(PACKET_IN, reason) ? controller.roomForPacketIn(bytes) : null;
  }

  /**
   * Answers a ROLE_REQUEST.
   *
   * @throws Refusal with the ERROR for what is wrong
   */
  void role(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) throws Refusal {
    if (lengthBytes != ROLE_REQUEST_BYTES) {
      throw new Refusal(Refusal.BAD_REQUEST, Refusal.BAD_LEN);
    }
    int asked = b.getInt(at + 8);
    if (asked < NO_CHANGE || asked > SLAVE) {
      throw new Refusal(Refusal.ROLE_REQUEST_FAILED, Refusal.BAD_ROLE);
    }
    if (asked > EQUAL) {
      long generation = b.getLong(at + 16);
      if (generationKnown && generation - generationId < 0) {
        throw new Refusal(Refusal.ROLE_REQUEST_FAILED, Refusal.STALE);
      }
      generationKnown = true;
      generationId = generation;
    }
    role = asked == NO_CHANGE ? role : asked;
    ByteBuffer reply = ByteBuffer.allocate(ROLE_REQUEST_BYTES);
    int type = OpenFlow.roleReply();
    Header.encode(reply, 0, OpenFlow.VERSION_13, type, ROLE_REQUEST_BYTES, Header.xid(b, at));
    reply.putInt(8, role).putLong(16, generationKnown ? generationId : -1);
    replies.send(reply.array());
  }

  void getAsync(ByteBuffer b, int at, MessageOutput replies) {
    ByteBuffer reply = ByteBuffer.allocate(ASYNC_BYTES);
    Header.encode(reply, 0, OpenFlow.VERSION_13, GET_ASYNC_REPLY, ASYNC_BYTES, Header.xid(b, at));
    for (int i = 0; i < MASKS; i++) {
      reply.putInt(OpenFlow.HEADER_BYTES + 4 * i, masks[i]);
    }
    replies.send(reply.array());
  }

  /**
   * Handles a SET_ASYNC.
   *
   * @throws Refusal on a wrong length
   */
  void setAsync(ByteBuffer b, int at, int lengthBytes) throws Refusal {
    if (lengthBytes != ASYNC_BYTES) {
      throw new Refusal(Refusal.BAD_REQUEST, Refusal.BAD_LEN);
    }
    for (int i = 0; i < MASKS; i++) {
      masks[i] = b.getInt(at + OpenFlow.HEADER_BYTES + 4 * i);
    }
  }
}
