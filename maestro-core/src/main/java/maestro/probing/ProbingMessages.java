package maestro.probing;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/** The messages of the probing switch, OpenFlow 1.0. Stateless. */
final class ProbingMessages {
  /** Never compared with that of another switch. */
  private static final long DATAPATH_ID = 0xffff_ffff_ffff_fffeL;

  private static final int FEATURES_BYTES = 32;
  private static final int FRAME_BYTES = 60;
  private static final int ETHER_TYPE = 12;

  /** For experiments on one's own network [IEEE 802]. */
  private static final short LOCAL_EXPERIMENT = (short) 0x88b5;

  private ProbingMessages() {}

  static byte[] hello() {
    return Header.alone(OpenFlow.VERSION_10, OpenFlow.HELLO, 0);
  }

  /** The answer to a request for the features: no ports, no buffers. */
  static byte[] features(int xid) {
    ByteBuffer out = ByteBuffer.allocate(FEATURES_BYTES);
    Header.encode(out, 0, OpenFlow.VERSION_10, OpenFlow.FEATURES_REPLY, FEATURES_BYTES, xid);
    out.putLong(OpenFlow.HEADER_BYTES, DATAPATH_ID);
    return out.array();
  }

  static byte[] echoReply(int xid) {
    return Header.alone(OpenFlow.VERSION_10, OpenFlow.ECHO_REPLY, xid);
  }

  /** A flow request; its transaction id is set for each. */
  static byte[] request() {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
    frame.putShort(ETHER_TYPE, LOCAL_EXPERIMENT);
    ByteBuffer out = ByteBuffer.allocate(PacketInEncoder.bytes(OpenFlow.VERSION_10, FRAME_BYTES));
    PacketInEncoder.encode(
        out,
        0,
        OpenFlow.VERSION_10,
        0,
        OpenFlow.NO_BUFFER,
        FRAME_BYTES,
        1,
        0,
        0,
        frame,
        0,
        FRAME_BYTES);
    return out.array();
  }
}
