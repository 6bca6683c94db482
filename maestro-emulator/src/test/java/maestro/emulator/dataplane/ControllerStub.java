package maestro.emulator.dataplane;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** A controller's end of the connection of one switch: keeps what the switch says. */
final class ControllerStub implements ControllerOutput {
  final List<OFMessage> messages = new ArrayList<>();
  final List<PacketIn> packetIns = new ArrayList<>();
  boolean congested;

  /** A PACKET_IN with its data. */
  @SuppressWarnings("ArrayRecordComponent")
  record PacketIn(int bufferId, int totalBytes, int inPort, int reason, byte[] data) {}

  @Override
  public void send(byte[] message) {
    try {
      messages.add(ColdCodec.read(ByteBuffer.wrap(message), 0, message.length));
    } catch (MalformedMessageException e) {
      throw new AssertionError("the switch sends what openflowj cannot read", e);
    }
  }

  @Override
  public boolean packetIn(
      int bufferId,
      int totalBytes,
      int inPort,
      int reason,
      ByteBuffer frame,
      int at,
      int dataBytes) {
    if (congested) {
      return false;
    }
    byte[] data = new byte[dataBytes];
    frame.get(at, data);
    packetIns.add(new PacketIn(bufferId, totalBytes, inPort, reason, data));
    return true;
  }

  /** What the switch has said since the last call. */
  List<OFMessage> take() {
    List<OFMessage> taken = List.copyOf(messages);
    messages.clear();
    return taken;
  }
}
