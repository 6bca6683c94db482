package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.emulator.dataplane.ControllerOutput;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/**
 * One connected switch of 1.3 with four ports, a clock that stands still, and frames to send to it.
 * openflowj writes and reads all messages.
 */
final class Rig13 {
  static final int PORTS = 4;
  static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_13);

  final List<Sent> sent = new ArrayList<>();
  final Switch13 sw;
  long nowNs = -5; // an arbitrary origin
  boolean congested;

  private final List<byte[]> said = new ArrayList<>();
  private @Nullable ByteBuffer packetIn;

  /** A frame that left the switch. */
  @SuppressWarnings("ArrayRecordComponent")
  record Sent(int port, byte[] frame) {}

  Rig13(int mostEntries, int bufferCount) {
    this(mostEntries, bufferCount, MemoryBudget.unbounded());
  }

  Rig13(int mostEntries, int bufferCount, MemoryBudget memory) {
    sw =
        new Switch13(
            new SwitchDescription(7, OpenFlow.VERSION_13, PORTS, bufferCount),
            mostEntries,
            new Packet(OpenFlow.VERSION_13),
            (port, b, at, lengthBytes) -> {
              byte[] frame = new byte[lengthBytes];
              b.get(at, frame);
              sent.add(new Sent(port, frame));
            },
            new MemoryBudget.Share(memory),
            () -> nowNs);
    sw.controller().connect(new Stub());
    tell(OF.buildHello().build());
    tell(OF.buildFeaturesRequest().build());
    take();
  }

  Rig13() {
    this(1000, 4);
  }

  void tell(OFMessage message) {
    tell(ColdCodec.bytes(message));
  }

  void tell(byte[] message) {
    sw.controller().handle(ByteBuffer.wrap(message), 0, message.length);
  }

  /** What the switch has said since the last call. */
  List<OFMessage> take() {
    keepPacketIn();
    List<OFMessage> taken = new ArrayList<>();
    for (byte[] message : said) {
      try {
        taken.add(ColdCodec.read(ByteBuffer.wrap(message), 0, message.length));
      } catch (MalformedMessageException e) {
        throw new AssertionError("the switch sends what openflowj cannot read", e);
      }
    }
    said.clear();
    return taken;
  }

  /** The bytes that the switch has said since the last call. */
  List<byte[]> takeBytes() {
    keepPacketIn();
    List<byte[]> taken = List.copyOf(said);
    said.clear();
    return taken;
  }

  /** Tells the switch something, and returns what it says. */
  List<OFMessage> ask(OFMessage message) {
    tell(message);
    return take();
  }

  /** Tells the switch something wrong: it says one ERROR. */
  void expectError(byte[] message, int type, int code) {
    int before = sw.entryCount();
    tell(message);
    List<byte[]> replies = takeBytes();
    assertThat(replies).hasSize(1);
    ByteBuffer error = ByteBuffer.wrap(replies.get(0));
    assertThat((int) error.get(1)).isEqualTo(OpenFlow.ERROR);
    assertThat(error.getShort(8) + "/" + error.getShort(10)).isEqualTo(type + "/" + code);
    assertThat(error.getInt(4)).isEqualTo(ByteBuffer.wrap(message).getInt(4));
    assertThat(sw.entryCount()).as("nothing changed").isEqualTo(before);
  }

  void expectError(OFMessage message, int type, int code) {
    expectError(ColdCodec.bytes(message), type, code);
  }

  /** Tells the switch something right: it says no ERROR. */
  void expectNoError(OFMessage message) {
    assertThat(ask(message)).noneMatch(each -> each instanceof OFErrorMsg);
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

  /** Lets a frame arrive that leaves by one port, and returns it as it leaves. */
  byte[] pass(byte[] frame) {
    assertThat(receive(1, frame)).hasSize(1);
    return sent.get(0).frame();
  }

  List<OFPacketIn> packetIns() {
    return take().stream().map(OFPacketIn.class::cast).toList();
  }

  List<OFFlowStatsEntry> dump() {
    List<OFFlowStatsEntry> entries = new ArrayList<>();
    OFMessage request =
        OF.buildFlowStatsRequest()
            .setMatch(OF.matchWildcardAll())
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY)
            .setOutGroup(OFGroup.ANY)
            .build();
    ask(request).forEach(reply -> entries.addAll(((OFFlowStatsReply) reply).getEntries()));
    return entries;
  }

  static OFAction output(int port) {
    return OF.actions().output(OFPort.of(port), 0xffff);
  }

  static OFInstruction apply(OFAction... actions) {
    return OF.instructions().applyActions(List.of(actions));
  }

  static OFInstruction write(OFAction... actions) {
    return OF.instructions().writeActions(List.of(actions));
  }

  static OFInstruction goTo(int table) {
    return OF.instructions().gotoTable(TableId.of(table));
  }

  /** An ADD without timeouts. */
  static OFFlowAdd.Builder add(int table, int priority, Match match, OFInstruction... does) {
    return OF.buildFlowAdd()
        .setTableId(TableId.of(table))
        .setPriority(priority)
        .setMatch(match)
        .setBufferId(OFBufferId.NO_BUFFER)
        .setOutPort(OFPort.ANY)
        .setOutGroup(OFGroup.ANY)
        .setFlags(EnumSet.of(OFFlowModFlags.SEND_FLOW_REM))
        .setInstructions(List.of(does));
  }

  private void keepPacketIn() {
    ByteBuffer b = packetIn;
    packetIn = null;
    if (b != null) {
      assertThat(b.hasRemaining()).as("the PACKET_IN fills its room").isFalse();
      byte[] message = new byte[b.capacity()];
      b.get(0, message);
      said.add(message);
    }
  }

  /** The controller's end of the connection. */
  private final class Stub implements ControllerOutput {
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
  }
}
