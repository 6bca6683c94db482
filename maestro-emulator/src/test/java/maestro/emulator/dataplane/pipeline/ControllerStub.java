package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.dataplane.ControllerOutput;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** A controller's end of the connection of one switch: keeps what the switch says. */
final class ControllerStub implements ControllerOutput {
  private static final int DATA_AT = 18;

  final List<OFMessage> messages = new ArrayList<>();
  boolean congested;
  private final List<PacketIn> packetIns = new ArrayList<>();
  private @Nullable ByteBuffer last;

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
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    if (congested) {
      return null;
    }
    keepPacketIn();
    last = ByteBuffer.allocate(bytes);
    return last;
  }

  /** The PACKET_INs so far. */
  List<PacketIn> packetIns() {
    keepPacketIn();
    return packetIns;
  }

  private void keepPacketIn() {
    ByteBuffer b = last;
    last = null;
    if (b == null) {
      return;
    }
    assertThat(b.hasRemaining()).as("the PACKET_IN fills its room").isFalse();
    byte[] data = new byte[b.capacity() - DATA_AT];
    b.get(DATA_AT, data);
    packetIns.add(
        new PacketIn(
            b.getInt(8), b.getShort(12) & 0xffff, b.getShort(14) & 0xffff, b.get(16), data));
  }

  /** What the switch has said since the last call. */
  List<OFMessage> take() {
    List<OFMessage> taken = List.copyOf(messages);
    messages.clear();
    return taken;
  }
}
