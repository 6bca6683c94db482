package maestro.net.connection;

import java.nio.ByteBuffer;
import maestro.net.socket.OutputBuffer;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.PacketOutEncoder;

/**
 * The controller's answer to a request of its own probing switch: a PACKET_OUT that floods the
 * packet. Applications see neither. The answer leaves with those of the batch to which the visit
 * belongs, like any other.
 *
 * <p>For the holder of the claim. Allocates nothing.
 */
final class ProbeAnswer {
  private static final int MOST_BYTES = 256;

  private final PacketInFlyweight request = new PacketInFlyweight();
  private final ByteBuffer answer = ByteBuffer.allocate(MOST_BYTES);
  private int answerBytes;

  /** Makes the answer to a PACKET_IN, in place of one that has not left yet. */
  void to(ByteBuffer b, int at, int length) {
    if (length <= MOST_BYTES / 2 && request.wrap(b, at, length)) {
      answerBytes =
          PacketOutEncoder.encode(
              answer,
              0,
              request.version(),
              request.xid(),
              request.bufferId(),
              request.inPort(),
              OpenFlow.PORT_FLOOD,
              b,
              request.dataOffset(),
              request.dataLength());
    }
  }

  /** Sends the answer, if there is one that has not left. */
  void leave(OutputBuffer output) {
    if (answerBytes > 0) {
      boolean unused = output.offer(answer, answerBytes);
      answerBytes = 0;
    }
  }
}
