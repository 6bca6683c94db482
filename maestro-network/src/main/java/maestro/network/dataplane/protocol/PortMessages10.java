package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.PortSpeed;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.dataplane.pipeline.Port;
import maestro.network.dataplane.pipeline.Ports;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * The messages of OpenFlow 1.0 about a switch's ports. Stateless.
 *
 * <pre>
 *  FEATURES_REPLY  8       16          20         24             28        32
 *                  | dpid  | n_buffers | n_tables | capabilities | actions | ports …
 *  PORT_STATUS     8        16
 *                  | reason | port
 *  a port          0        2         8         24       28      32     36 … 48
 *                  | number | address | name 16 | config | state | curr | advertised …
 * </pre>
 */
final class PortMessages10 {
  private static final int PORT_BYTES = 48;
  private static final int FEATURES_BYTES = 32;
  private static final int STATUS_BYTES = 64;
  private static final int PORT_MOD_BYTES = 32;
  private static final int QUEUE_REQUEST_BYTES = 12;
  private static final int QUEUE_BYTES = 8;
  private static final int QUEUE_CONFIG_BYTES = 16;
  private static final int QUEUE_CONFIG_REPLY = 21;
  private static final int TABLES = 2;

  /** Of flows, tables, ports and queues; and ARP's addresses are matched. */
  private static final int CAPABILITIES = 1 | 1 << 1 | 1 << 2 | 1 << 6 | 1 << 7;

  /** The bits of the configuration that are kept; there is no spanning tree protocol. */
  private static final int CONFIG_BITS =
      Port.DOWN | Port.NO_RECEIVE | Port.NO_FLOOD | Port.NO_FORWARD | Port.NO_PACKET_IN;

  private static final int LINK_DOWN = 1;

  private PortMessages10() {}

  static byte[] features(SwitchDescription description, Ports ports, int xid) {
    int lengthBytes = FEATURES_BYTES + ports.count() * PORT_BYTES;
    ByteBuffer b = ByteBuffer.allocate(lengthBytes);
    Header.encode(b, 0, OpenFlow.VERSION_10, OpenFlow.FEATURES_REPLY, lengthBytes, xid);
    b.putLong(8, description.datapathId()).putInt(16, description.bufferCount());
    b.put(20, (byte) TABLES).putInt(24, CAPABILITIES).putInt(28, ActionReader10.ACTION_BITS);
    for (int i = 0; i < ports.count(); i++) {
      put(ports.port(i + 1), b, FEATURES_BYTES + i * PORT_BYTES);
    }
    return b.array();
  }

  /** The PORT_STATUS after a change. */
  static byte[] status(Port port) {
    ByteBuffer b = ByteBuffer.allocate(STATUS_BYTES);
    Header.encode(b, 0, OpenFlow.VERSION_10, OpenFlow.PORT_STATUS, STATUS_BYTES, 0);
    put(port, b.put(8, (byte) PipelineSwitch.MODIFIED), 16);
    return b.array();
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
    long numberAndAddress = b.getLong(at + 8);
    return ports
        .portToModify((int) (numberAndAddress >>> 48), numberAndAddress << 16 >>> 16)
        .configure(b.getInt(at + 20) & CONFIG_BITS, b.getInt(at + 16));
  }

  /**
   * The reply to QUEUE_GET_CONFIG_REQUEST: the queues of a port, which have no properties.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static byte[] queues(Ports ports, ByteBuffer request, int at, int requestBytes)
      throws RefusedMessageException {
    if (requestBytes != QUEUE_REQUEST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int number = request.getShort(at + 8) & 0xffff;
    if (!ports.has(number)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_PORT);
    }
    int xid = Header.xid(request, at);
    int lengthBytes = QUEUE_CONFIG_BYTES + Port.QUEUES * QUEUE_BYTES;
    ByteBuffer b = ByteBuffer.allocate(lengthBytes);
    Header.encode(b, 0, OpenFlow.VERSION_10, QUEUE_CONFIG_REPLY, lengthBytes, xid);
    b.putShort(8, (short) number);
    for (int q = 0; q < Port.QUEUES; q++) {
      int each = QUEUE_CONFIG_BYTES + q * QUEUE_BYTES;
      b.putInt(each, q).putShort(each + 4, (short) QUEUE_BYTES);
    }
    return b.array();
  }

  private static void put(Port port, ByteBuffer b, int at) {
    b.putShort(at, (short) port.number);
    b.putShort(at + 2, (short) (port.address >>> 32)).putInt(at + 4, (int) port.address);
    b.put(at + 8, ("eth" + port.number).getBytes(StandardCharsets.US_ASCII));
    b.putInt(at + 24, port.config()).putInt(at + 28, port.linkDown() ? LINK_DOWN : 0);
    b.putInt(at + 32, PortSpeed.features10(port.speedKbps()));
  }
}
