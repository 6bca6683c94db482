package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.emulator.dataplane.DataplaneSwitch;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.dataplane.TableSizes;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.ColdCodec;
import maestro.openflow.HelloCodec;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** One connected switch with four ports, a clock that stands still, and frames to send to it. */
final class SwitchRig {
  static final int PORTS = 4;
  static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_10);

  final ControllerStub controller = new ControllerStub();
  final List<Sent> sent = new ArrayList<>();
  final DataplaneSwitch sw;
  long nowNs = -5; // an arbitrary origin

  /** A frame that left the switch. */
  @SuppressWarnings("ArrayRecordComponent")
  record Sent(int port, byte[] frame) {}

  SwitchRig(TableSizes sizes, int bufferCount) {
    this(sizes, bufferCount, MemoryBudget.unbounded());
  }

  SwitchRig(TableSizes sizes, int bufferCount, MemoryBudget memory) {
    sw =
        new Switch10(
            new SwitchDescription(7, OpenFlow.VERSION_10, PORTS, bufferCount),
            sizes,
            new Packet(OpenFlow.VERSION_10),
            (port, b, at, lengthBytes) -> {
              byte[] frame = new byte[lengthBytes];
              b.get(at, frame);
              sent.add(new Sent(port, frame));
            },
            new MemoryBudget.Share(memory),
            () -> nowNs);
    sw.controller().connect(controller);
    byte[] hello = new byte[OpenFlow.HEADER_BYTES];
    HelloCodec.encodeVersionOnly(ByteBuffer.wrap(hello), 0, OpenFlow.VERSION_10, 1);
    tell(hello);
    tell(OF.buildFeaturesRequest().build());
    controller.take();
  }

  SwitchRig() {
    this(TableSizes.USUAL, 4);
  }

  void tell(OFMessage message) {
    tell(ColdCodec.bytes(message));
  }

  void tell(byte[] message) {
    sw.controller().handle(ByteBuffer.wrap(message), 0, message.length);
  }

  /** Tells the switch something, and returns what it says. */
  List<OFMessage> ask(OFMessage message) {
    tell(message);
    return controller.take();
  }

  void setMissSendBytes(int bytes) {
    tell(
        OF.buildSetConfig()
            .setFlags(EnumSet.noneOf(OFConfigFlags.class))
            .setMissSendLen(bytes)
            .build());
  }

  void passSeconds(double seconds) {
    nowNs += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    sw.expire();
  }

  /** Lets a frame arrive, and returns the ports that it has left by since. */
  List<Integer> receive(int port, byte[] frame) {
    sent.clear();
    sw.receive(port, ByteBuffer.wrap(frame), 0, frame.length);
    return sent.stream().map(Sent::port).toList();
  }

  static OFAction output(int port) {
    return OF.actions().output(OFPort.of(port), 0xffff);
  }

  /** An ADD of an entry for frames to an address, without timeouts. */
  static org.projectfloodlight.openflow.protocol.OFFlowAdd.Builder add(long dst, int outPort) {
    return OF.buildFlowAdd()
        .setMatch(to(dst))
        .setBufferId(OFBufferId.NO_BUFFER)
        .setOutPort(OFPort.ANY)
        .setPriority(10)
        .setFlags(EnumSet.of(OFFlowModFlags.SEND_FLOW_REM))
        .setActions(List.of(output(outPort)));
  }

  static Match to(long dst) {
    return OF.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(dst)).build();
  }

  /** A UDP packet with right checksums. */
  static byte[] udp(long dst, int tpDst) {
    return TestFrames.ipv4(TestFrames.SRC, dst, 17, 0x0a000001, 0x0a000002, 4000, tpDst);
  }
}
