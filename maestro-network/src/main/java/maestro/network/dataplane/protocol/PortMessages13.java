package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import maestro.network.dataplane.PortSpeed;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.dataplane.pipeline.Port;
import maestro.network.dataplane.pipeline.Ports;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The messages of OpenFlow 1.3 about a switch's ports. Stateless.
 *
 * <pre>
 *  PORT_STATUS  8            16
 *               | reason 0 … | port
 *  a port       0        4   8         14  16        32       36      40     44
 *               | number | 0 | address | 0 | name 16 | config | state | curr | advertised …
 *               56           60          64
 *               | curr_speed | max_speed |
 * </pre>
 */
final class PortMessages13 {
  static final int PORT_BYTES = 64;

  private static final int CONFIG_BITS =
      Port.DOWN | Port.NO_RECEIVE | Port.NO_FORWARD | Port.NO_PACKET_IN;
  private static final int STATUS_BYTES = 80;
  private static final int PORT_MOD_BYTES = 40;
  private static final int QUEUE_REQUEST_BYTES = 16;
  private static final int QUEUE_BYTES = 16;
  private static final int QUEUE_CONFIG_REPLY = 23;
  private static final int LINK_DOWN = 1;
  private static final int LIVE = 4;

  private PortMessages13() {}

  /** The PORT_STATUS after a change. */
  static byte[] status(Port port) {
    ByteBuffer b = ByteBuffer.allocate(STATUS_BYTES);
    Header.encode(b, 0, OpenFlow.VERSION_13, OpenFlow.PORT_STATUS, STATUS_BYTES, 0);
    put(port, b.put(8, (byte) PipelineSwitch.MODIFIED), 16);
    return b.array();
  }

  static void put(Port port, ByteBuffer b, int at) {
    b.putInt(at, port.number);
    b.putShort(at + 8, (short) (port.address >>> 32)).putInt(at + 10, (int) port.address);
    b.put(at + 16, ("eth" + port.number).getBytes(StandardCharsets.US_ASCII));
    b.putInt(at + 32, port.config());
    b.putInt(at + 36, (port.linkDown() ? LINK_DOWN : 0) | (port.isUp() ? LIVE : 0));
    b.putInt(at + 40, PortSpeed.features13(port.speedKbps()));
    b.putInt(at + 56, (int) port.speedKbps()).putInt(at + 60, (int) port.speedKbps());
  }

  /**
   * Carries out a PORT_MOD.
   *
   * @return whether the port has another configuration than before
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static boolean modify(Ports ports, ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    if (lengthBytes != PORT_MOD_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    Port port = ports.portToModify(b.getInt(at + 8), b.getLong(at + 16) >>> 16);
    int mask = b.getInt(at + 28);
    if ((mask & ~CONFIG_BITS) != 0) {
      throw new RefusedMessageException(Refusal.PORT_MOD_BAD_CONFIG);
    }
    return port.configure(mask, b.getInt(at + 24));
  }

  /**
   * The reply to QUEUE_GET_CONFIG_REQUEST: the queues of a port or of all, without properties.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static byte[] queues(Ports ports, ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    if (lengthBytes != QUEUE_REQUEST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int asked = b.getInt(at + 8);
    boolean all = asked == OpenFlow.PORT_ANY;
    if (!all && !ports.has(asked)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_PORT);
    }
    int first = all ? 1 : asked;
    int count = all ? ports.count() : 1;
    int bytes = QUEUE_REQUEST_BYTES + count * Port.QUEUES * QUEUE_BYTES;
    ByteBuffer reply = ByteBuffer.allocate(bytes);
    Header.encode(reply, 0, OpenFlow.VERSION_13, QUEUE_CONFIG_REPLY, bytes, Header.xid(b, at));
    reply.putInt(8, asked).position(QUEUE_REQUEST_BYTES);
    for (int i = 0; i < count * Port.QUEUES; i++) {
      reply.putInt(i % Port.QUEUES).putInt(first + i / Port.QUEUES);
      reply.putShort((short) QUEUE_BYTES).putShort((short) 0).putInt(0);
    }
    return reply.array();
  }
}
