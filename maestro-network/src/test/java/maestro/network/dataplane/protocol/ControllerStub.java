package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.ControllerOutput;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;

/** A controller's end of the connection of one switch: keeps what the switch says, in order. */
final class ControllerStub implements ControllerOutput {
  final Controller session;

  /** Whether there is no room for PACKET_INs. */
  boolean congested;

  private final OFFactory of;
  private final List<byte[]> said = new ArrayList<>();
  private @Nullable ByteBuffer packetIn;

  /** Not connected. */
  ControllerStub(Controller session, OFFactory of) {
    this.session = session;
    this.of = of;
  }

  /** Connects and asks for the features. */
  void connect() {
    session.connect(this);
    tell(of.buildHello().build());
    tell(of.buildFeaturesRequest().build());
    takeBytes();
  }

  void tell(OFMessage message) {
    tell(ColdCodec.bytes(message));
  }

  void tell(byte[] message) {
    session.handle(ByteBuffer.wrap(message), 0, message.length);
  }

  /** Tells the switch something, and returns what it says. */
  List<OFMessage> ask(OFMessage message) {
    tell(message);
    return take();
  }

  /** Tells the switch something; the only thing that it has said since the last call. */
  ByteBuffer ask(byte[] message) {
    tell(message);
    List<byte[]> answers = takeBytes();
    assertThat(answers).hasSize(1);
    return ByteBuffer.wrap(answers.get(0));
  }

  /** What the switch has said since the last call. */
  List<OFMessage> take() {
    return takeBytes().stream().map(ControllerStub::read).toList();
  }

  private static OFMessage read(byte[] message) {
    try {
      return ColdCodec.read(ByteBuffer.wrap(message), 0, message.length);
    } catch (MalformedMessageException e) {
      throw new AssertionError("the switch sends what openflowj cannot read", e);
    }
  }

  /**
   * Checks what the switch has said since the last call, after it was told anything. openflowj
   * reads no ports and groups whose numbers have no meaning: in 1.0 only PACKET_INs have some.
   */
  void checkSaid() {
    for (byte[] message : takeBytes()) {
      assertThat(ByteBuffer.wrap(message).getShort(2) & 0xffff).isEqualTo(message.length);
      if (message[0] == OpenFlow.VERSION_10 && message[1] != OpenFlow.PACKET_IN) {
        assertThat(read(message)).isNotNull();
      }
    }
  }

  /** The bytes that the switch has said since the last call. */
  List<byte[]> takeBytes() {
    keepPacketIn();
    List<byte[]> taken = List.copyOf(said);
    said.clear();
    return taken;
  }

  /** The types of what the switch has said since the last call. */
  List<Integer> takeTypes() {
    return takeBytes().stream().map(each -> (int) each[1]).toList();
  }

  /** The PACKET_INs since the last call; the switch has said nothing else. */
  List<OFPacketIn> packetIns() {
    return take().stream().map(OFPacketIn.class::cast).toList();
  }

  /** The type and the code of an ERROR. */
  static String error(ByteBuffer message) {
    assertThat((int) message.get(1)).isEqualTo(OpenFlow.ERROR);
    return message.getShort(8) + "/" + message.getShort(10);
  }

  @Override
  public void send(byte[] message) {
    keepPacketIn();
    said.add(message);
  }

  @Override
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    keepPacketIn();
    packetIn = congested ? null : ByteBuffer.allocate(bytes);
    return packetIn;
  }

  private void keepPacketIn() {
    ByteBuffer b = packetIn;
    packetIn = null;
    if (b != null) {
      assertThat(b.hasRemaining()).as("the PACKET_IN fills its room").isFalse();
      byte[] message = new byte[b.flip().remaining()];
      b.get(message);
      said.add(message);
    }
  }
}
