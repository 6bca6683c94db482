package maestro.api;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Encodes OpenFlow actions, each into a buffer of its own.
 *
 * <pre>
 *  1.0   0      2        4                                     8
 *        | type | length | port · max_len, VLAN id, address …  |
 *  1.3   0      2        4                                     8
 *        | type | length | port, EtherType, queue, group …     | max_len …
 *        | 25   | 16     | field header, see Oxm               | value, zeros to 16
 * </pre>
 *
 * <p>Stateless; readers use absolute positions.
 */
final class ActionBytes {
  static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

  static final int PORT_IN_PORT = 0xfffffff8;
  static final int PORT_FLOOD = 0xfffffffb;
  static final int PORT_ALL = 0xfffffffc;
  static final int PORT_CONTROLLER = 0xfffffffd;

  static final int SET_ETH_SRC_10 = 4;
  static final int SET_ETH_DST_10 = 5;
  static final int SET_IPV4_SRC_10 = 6;
  static final int SET_IPV4_DST_10 = 7;
  static final int SET_L4_SRC_10 = 9;
  static final int SET_L4_DST_10 = 10;

  static final int OXM_ETH_DST = 0x80000606;
  static final int OXM_ETH_SRC = 0x80000806;
  static final int OXM_IPV4_SRC = 0x80001604;
  static final int OXM_IPV4_DST = 0x80001804;
  static final int OXM_TCP_SRC = 0x80001a02;
  static final int OXM_TCP_DST = 0x80001c02;

  /** The step from a TCP field to the same field of UDP, and from UDP to SCTP. */
  static final int NEXT_PROTOCOL = 4 << 8;

  private static final int OXM_VLAN = 0x80000c02;
  private static final int OXM_VLAN_PRIORITY = 0x80000e01;
  private static final int OXM_DSCP = 0x80001001;
  private static final int VLAN_PRESENT = 0x1000;

  private static final int OUTPUT = 0;
  private static final int SET_VLAN_10 = 1;
  private static final int SET_VLAN_PRIORITY_10 = 2;
  private static final int STRIP_VLAN_10 = 3;
  private static final int SET_TOS_10 = 8;
  private static final int ENQUEUE_10 = 11;
  private static final int PUSH_VLAN_13 = 17;
  private static final int POP_VLAN_13 = 18;
  private static final int SET_QUEUE_13 = 21;
  private static final int GROUP_13 = 22;
  private static final int SET_FIELD_13 = 25;

  private static final int TYPE_VLAN = 0x8100;
  private static final int WHOLE_PACKET = 0xffff;
  private static final int MAX_PORT_10 = 0xff00;
  private static final int PORT_NONE_10 = 0xffff;

  private ActionBytes() {}

  static ByteBuffer join(ByteBuffer first, ByteBuffer second) {
    ByteBuffer joined = ByteBuffer.allocate(first.capacity() + second.capacity());
    joined.put(0, first, 0, first.capacity());
    joined.put(first.capacity(), second, 0, second.capacity());
    return joined.asReadOnlyBuffer();
  }

  /** Whether a list of 1.3 actions has several outputs, or an output to all ports. */
  static boolean isMultiDestination13(ByteBuffer actions) {
    int outputs = 0;
    int at = 0;
    while (at < actions.capacity()) {
      if (actions.getShort(at) == OUTPUT) {
        int port = actions.getInt(at + 4);
        outputs += port == PORT_FLOOD || port == PORT_ALL ? 2 : 1;
      }
      at += actions.getShort(at + 2);
    }
    return outputs > 1;
  }

  static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.capacity()];
    bytes.get(0, copy);
    return HexFormat.of().formatHex(copy);
  }

  /** A port that 1.0 cannot express becomes NONE; only physical ports and IN_PORT have queues. */
  static ByteBuffer output10(int port, int queue) {
    boolean isReal = port >= 0 && port < MAX_PORT_10;
    boolean isReserved = Integer.compareUnsigned(port, 0xffffff00) >= 0;
    int port10 = isReal || isReserved ? port & 0xffff : PORT_NONE_10;
    if (queue >= 0 && (isReal || port == PORT_IN_PORT)) {
      return action(ENQUEUE_10, 16).putShort(4, (short) port10).putInt(12, queue);
    }
    return action(OUTPUT, 8).putInt(4, (port10 << 16) | WHOLE_PACKET);
  }

  static ByteBuffer output13(int port) {
    return action(OUTPUT, 16).putInt(4, port).putShort(8, (short) WHOLE_PACKET);
  }

  static ByteBuffer setVlan10(int vlanId) {
    return action(SET_VLAN_10, 8).putShort(4, (short) vlanId);
  }

  static ByteBuffer setVlan13(int vlanId) {
    return setField(OXM_VLAN).putShort(8, (short) (VLAN_PRESENT | vlanId));
  }

  static ByteBuffer pushVlan13(int vlanId) {
    return join(action(PUSH_VLAN_13, 8).putShort(4, (short) TYPE_VLAN), setVlan13(vlanId));
  }

  static ByteBuffer popVlan10() {
    return action(STRIP_VLAN_10, 8);
  }

  static ByteBuffer popVlan13() {
    return action(POP_VLAN_13, 8);
  }

  static ByteBuffer setVlanPriority10(int priority) {
    return action(SET_VLAN_PRIORITY_10, 8).put(4, (byte) priority);
  }

  static ByteBuffer setVlanPriority13(int priority) {
    return setField(OXM_VLAN_PRIORITY).put(8, (byte) priority);
  }

  static ByteBuffer setEthernet10(int type, long address) {
    return address(action(type, 16), 4, address);
  }

  static ByteBuffer setEthernet13(int field, long address) {
    return address(setField(field), 8, address);
  }

  private static ByteBuffer address(ByteBuffer action, int at, long address) {
    return action.putShort(at, (short) (address >>> 32)).putInt(at + 2, (int) address);
  }

  static ByteBuffer setIpv4Address10(int type, int address) {
    return action(type, 8).putInt(4, address);
  }

  static ByteBuffer setIpv4Address13(int field, int address) {
    return setField(field).putInt(8, address);
  }

  static ByteBuffer setDscp10(int dscp) {
    return action(SET_TOS_10, 8).put(4, (byte) (dscp << 2));
  }

  static ByteBuffer setDscp13(int dscp) {
    return setField(OXM_DSCP).put(8, (byte) dscp);
  }

  static ByteBuffer setPort10(int type, int port) {
    return action(type, 8).putShort(4, (short) port);
  }

  static ByteBuffer setPort13(int field, int port) {
    return setField(field).putShort(8, (short) port);
  }

  static ByteBuffer setQueue13(int queue) {
    return action(SET_QUEUE_13, 8).putInt(4, queue);
  }

  static ByteBuffer group13(int group) {
    return action(GROUP_13, 8).putInt(4, group);
  }

  private static ByteBuffer setField(int field) {
    return action(SET_FIELD_13, 16).putInt(4, field);
  }

  private static ByteBuffer action(int type, int bytes) {
    return ByteBuffer.allocate(bytes).putShort(0, (short) type).putShort(2, (short) bytes);
  }
}
