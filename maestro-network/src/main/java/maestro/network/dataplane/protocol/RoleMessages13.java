package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.Controllers;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The messages about a controller's role, and about what it gets unasked. Stateless.
 *
 * <pre>
 *  ROLE_REQUEST  header 8 | role 32 | zeros 32 | generation id 64
 *  masks         header 8 | PACKET_IN 32, 32 | PORT_STATUS 32, 32 | FLOW_REMOVED 32, 32
 *                of each, the first for master and equal, the second for slave
 * </pre>
 */
final class RoleMessages13 {
  static final int ROLE_REQUEST = 24;
  static final int GET_ASYNC_REQUEST = 26;
  static final int SET_ASYNC = 28;

  private static final int GET_ASYNC_REPLY = 27;
  private static final int ROLE_REQUEST_BYTES = 24;
  private static final int ASYNC_BYTES = 32;
  private static final int NO_CHANGE = 0;

  private RoleMessages13() {}

  /**
   * Carries a ROLE_REQUEST out.
   *
   * @return the reply
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static byte[] role(Controllers all, Controller from, ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    if (lengthBytes != ROLE_REQUEST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int asked = b.getInt(at + 8);
    if (asked < NO_CHANGE || asked > Controller.SLAVE) {
      throw new RefusedMessageException(Refusal.BAD_ROLE);
    }
    if (asked > Controller.EQUAL && !all.advance(b.getLong(at + 16))) {
      throw new RefusedMessageException(Refusal.STALE);
    }
    if (asked != NO_CHANGE) {
      all.setRole(from, asked);
    }
    ByteBuffer reply = ByteBuffer.allocate(ROLE_REQUEST_BYTES);
    int type = OpenFlow.roleReply();
    Header.encode(reply, 0, OpenFlow.VERSION_13, type, ROLE_REQUEST_BYTES, Header.xid(b, at));
    reply.putInt(8, from.role()).putLong(16, all.generationId());
    return reply.array();
  }

  /** The reply to a GET_ASYNC_REQUEST. */
  static byte[] getAsync(Controller from, ByteBuffer b, int at) {
    ByteBuffer reply = ByteBuffer.allocate(ASYNC_BYTES);
    Header.encode(reply, 0, OpenFlow.VERSION_13, GET_ASYNC_REPLY, ASYNC_BYTES, Header.xid(b, at));
    for (int i = 0; i < Controller.MASKS; i++) {
      reply.putInt(OpenFlow.HEADER_BYTES + 4 * i, from.mask(i));
    }
    return reply.array();
  }

  /**
   * Carries a SET_ASYNC out.
   *
   * @throws RefusedMessageException on a wrong length
   */
  static void setAsync(Controller from, ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    if (lengthBytes != ASYNC_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    for (int i = 0; i < Controller.MASKS; i++) {
      from.setMask(i, b.getInt(at + OpenFlow.HEADER_BYTES + 4 * i));
    }
  }
}
