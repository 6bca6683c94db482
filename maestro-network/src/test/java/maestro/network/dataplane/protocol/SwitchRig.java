package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFRequest;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * One connected switch with four ports, a clock that stands still, and frames to send to it. A
 * subclass has the messages of one version, which openflowj writes and reads.
 */
abstract class SwitchRig {
  static final int PORTS = 4;

  final OFFactory of;
  final PipelineSwitch sw;
  final ControllerStub controller;
  final List<Sent> sent = new ArrayList<>();
  long nowNs = -5; // an arbitrary origin

  /** A frame that left the switch. */
  @SuppressWarnings("ArrayRecordComponent")
  record Sent(int port, byte[] frame) {}

  /**
   * @param sizes of each table
   */
  SwitchRig(OFFactory of, TableSizes sizes, int bufferCount, MemoryBudget memory) {
    int version = of.getVersion().getWireVersion();
    SwitchDescription description = new SwitchDescription(7, version, PORTS, bufferCount);
    Packet scratch = new Packet(version);
    MemoryBudget.Share share = new MemoryBudget.Share(memory);
    this.of = of;
    this.sw =
        version == OpenFlow.VERSION_10
            ? new Switch10(description, sizes, scratch, this::keep, share, () -> nowNs)
            : new Switch13(
                description, sizes.wildcardEntries(), scratch, this::keep, share, () -> nowNs);
    this.controller = new ControllerStub(sw.controller(), of);
    controller.connect();
  }

  private void keep(int port, ByteBuffer b, int at, int lengthBytes) {
    byte[] frame = new byte[lengthBytes];
    b.get(at, frame);
    sent.add(new Sent(port, frame));
  }

  /** A request for all entries. */
  abstract OFMessage flowStatsRequest();

  /** An ADD for frames to an address, without timeouts, whose removal is told. */
  abstract OFFlowAdd.Builder entry(long dst, OFAction... actions);

  /** From now on frames without an entry go to the controller, as far as buffered. */
  abstract void askWithoutEntry(int mostBytes);

  /** An action. */
  final OFAction sendTo(int port) {
    return of.actions().output(OFPort.of(port), 0xffff);
  }

  final void tell(OFMessage message) {
    controller.tell(message);
  }

  final void tell(byte[] message) {
    controller.tell(message);
  }

  /** Tells the switch something, and returns what it says. */
  final List<OFMessage> ask(OFMessage message) {
    return controller.ask(message);
  }

  /** Tells the switch something, and returns the one message that it says, of the wanted type. */
  @SuppressWarnings("unchecked") // else the caller's assignment fails
  final <T extends OFMessage> T answer(OFRequest<T> question) {
    List<OFMessage> said = ask(question);
    assertThat(said).hasSize(1);
    return (T) said.get(0);
  }

  /** What the switch has said since the last call. */
  final List<OFMessage> take() {
    return controller.take();
  }

  /** The bytes that the switch has said since the last call. */
  final List<byte[]> takeBytes() {
    return controller.takeBytes();
  }

  /** The PACKET_INs since the last call; the switch has said nothing else. */
  final List<OFPacketIn> packetIns() {
    return controller.packetIns();
  }

  final List<OFFlowStatsEntry> dump() {
    return ask(flowStatsRequest()).stream()
        .flatMap(reply -> ((OFFlowStatsReply) reply).getEntries().stream())
        .toList();
  }

  /** Tells the switch something wrong: it says one ERROR, and changes nothing. */
  final void expectError(byte[] message, int type, int code) {
    int before = sw.entryCount();
    ByteBuffer error = controller.ask(message);
    assertThat(ControllerStub.error(error)).isEqualTo(type + "/" + code);
    assertThat(error.getInt(4)).isEqualTo(ByteBuffer.wrap(message).getInt(4));
    assertThat(sw.entryCount()).as("nothing changed").isEqualTo(before);
  }

  final void expectError(OFMessage message, int type, int code) {
    expectError(ColdCodec.bytes(message), type, code);
  }

  /** Tells the switch something right: it says no ERROR. */
  final void expectNoError(OFMessage message) {
    assertThat(ask(message)).noneMatch(each -> each instanceof OFErrorMsg);
  }

  final void passSeconds(double seconds) {
    nowNs += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    sw.expire();
  }

  /** Lets a frame arrive, and returns the ports that it has left by since. */
  final List<Integer> receive(int port, byte[] frame) {
    sent.clear();
    sw.receive(port, ByteBuffer.wrap(frame), 0, frame.length);
    return sent.stream().map(Sent::port).toList();
  }

  /** Lets a frame arrive that leaves by one port, and returns it as it leaves. */
  final byte[] pass(byte[] frame) {
    assertThat(receive(1, frame)).hasSize(1);
    return sent.get(0).frame();
  }

  @Override
  public String toString() {
    return of.getVersion().toString();
  }
}
