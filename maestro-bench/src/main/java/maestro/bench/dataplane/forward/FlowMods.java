package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import maestro.openflow.FrameNumbers;

/** FLOW_MODs of OpenFlow 1.0 that add entries with one action, output. Used by one thread. */
final class FlowMods {
  /** Fields that a match may leave out; {@code OFPFW_…} of the specification. */
  static final int IN_PORT = 1;

  static final int DL_VLAN = 1 << 1;
  static final int DL_SRC = 1 << 2;
  static final int DL_DST = 1 << 3;
  static final int TP_SRC = 1 << 6;
  static final int NW_SRC_ALL = 32 << 8;
  static final int NW_DST_ALL = 32 << 14;
  static final int VLAN_PCP = 1 << 20;
  static final int TOS = 1 << 21;

  /** A step of the prefix that is left out of the source address. */
  static final int NW_SRC_BIT = 1 << 8;

  private static final int BYTES = 80;
  private static final int FLOW_MOD = 14;
  private static final int NO_VLAN = 0xffff;
  private static final int UDP = 17;
  private static final int NONE = 0xffff;
  private static final int OUTPUT_BYTES = 8;

  private final ByteBuffer b = ByteBuffer.allocate(BYTES);

  /**
   * An ADD for UDP packets.
   *
   * @param wildcards the fields that the match leaves out
   * @param ports of UDP, that of the source in the upper half
   * @return the message, from 0 to its limit; valid until the next call
   */
  ByteBuffer add(
      int wildcards, int priority, int inPort, int from, int to, int ports, int outPort) {
    b.clear();
    b.put((byte) 1).put((byte) FLOW_MOD).putShort((short) BYTES).putInt(0);
    b.putInt(wildcards).putShort((short) inPort);
    b.putShort((short) (Forwarder.SRC >>> 32)).putInt((int) Forwarder.SRC);
    b.putShort((short) (Forwarder.DST >>> 32)).putInt((int) Forwarder.DST);
    b.putShort((short) NO_VLAN).putShort((short) 0);
    b.putShort((short) FrameNumbers.TYPE_IPV4).put((byte) 0).put((byte) UDP).putShort((short) 0);
    b.putInt(from).putInt(to).putInt(ports);
    b.putLong(0).putShort((short) 0); // cookie, ADD
    b.putShort((short) 0).putShort((short) 0).putShort((short) priority);
    b.putInt(NONE << 16 | NONE).putShort((short) NONE).putShort((short) 0);
    b.putShort((short) 0).putShort((short) OUTPUT_BYTES);
    b.putShort((short) outPort).putShort((short) 0);
    return b.flip();
  }
}
