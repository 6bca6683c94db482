package maestro.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.DrivenMaestro;
import maestro.emulator.switches.MessageFramer;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.FlowText;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.dataplane.protocol.Switch10;
import maestro.network.dataplane.protocol.Switch13;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;

/** A switch without links that asks a controller in this process. Confined to one thread. */
final class AskingSwitch implements ControllerOutput {
  private static final long DATAPATH_ID = 1;
  private static final int PORTS = 48;
  private static final int OUT_BYTES = 1 << 20;

  private final DrivenMaestro maestro;
  private final PipelineSwitch dataplane;
  private final Controller session;
  private final ByteChannel channel;

  /** From 0 to its position: what the switch has just sent. */
  private final ByteBuffer out = ByteBuffer.allocate(OUT_BYTES);

  /** From 0 to its position: a begun message of the controller. */
  private final ByteBuffer in = ByteBuffer.allocate(2 * (OpenFlow.MAX_MESSAGE_BYTES + 1));

  private final List<OFMessage> heard = new ArrayList<>();

  /** A packet that comes in by a port. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Arrival(int inPort, byte[] frame) {
    Arrival {
      if (inPort < 1 || inPort > PORTS) {
        throw new IllegalArgumentException("port " + inPort + ": allowed: 1 to " + PORTS);
      }
    }
  }

  AskingSwitch(int version, DrivenMaestro maestro, LongSupplier clock) throws IOException {
    this.maestro = maestro;
    SwitchDescription description = new SwitchDescription(DATAPATH_ID, version, PORTS, 0);
    MemoryBudget.Share memory = new MemoryBudget.Share(MemoryBudget.unbounded());
    Packet scratch = new Packet(version);
    this.dataplane =
        version == OpenFlow.VERSION_10
            ? new Switch10(
                description, TableSizes.USUAL, scratch, AskingSwitch::leaves, memory, clock)
            : new Switch13(
                description,
                TableSizes.USUAL.exactEntries(),
                scratch,
                AskingSwitch::leaves,
                memory,
                clock);
    this.session = dataplane.controller();
    this.channel = maestro.connect();
    session.connect(this);
  }

  /** Nothing is at the other ends of its ports. */
  private static void leaves(int port, ByteBuffer b, int at, int lengthBytes) {}

  /** Lets switch and controller talk, until both have nothing to say at this moment. */
  void talk() throws IOException {
    int done;
    do {
      done = out.flip().remaining();
      while (out.hasRemaining()) {
        int unused = channel.write(out);
      }
      out.clear();
      done += maestro.doWork();
      done += read();
    } while (done > 0);
  }

  private int read() throws IOException {
    int count = channel.read(in);
    if (count <= 0) {
      return 0;
    }
    int end = in.position();
    int at = 0;
    in.clear();
    int lengthBytes = MessageFramer.wholeBytes(in, at, end, session.greeted());
    while (lengthBytes > 0) {
      heard.add(message(at, lengthBytes));
      session.handle(in, at, lengthBytes);
      at += lengthBytes;
      lengthBytes = MessageFramer.wholeBytes(in, at, end, session.greeted());
    }
    in.limit(end).position(at).compact();
    return count;
  }

  private OFMessage message(int at, int lengthBytes) {
    try {
      return ColdCodec.read(in, at, lengthBytes);
    } catch (MalformedMessageException e) {
      throw new IllegalStateException("the controller sends what openflowj cannot read", e);
    }
  }

  /** The packets come in, all at once. Returns what the controller says then, a line a message. */
  List<String> ask(List<Arrival> packets) throws IOException {
    if (!session.isUp()) {
      throw new IOException("the controller does not know the switch");
    }
    heard.clear();
    for (Arrival each : packets) {
      dataplane.receive(each.inPort(), ByteBuffer.wrap(each.frame()), 0, each.frame().length);
    }
    talk();
    return heard.stream().map(each -> text(each, packets)).toList();
  }

  private static String text(OFMessage message, List<Arrival> packets) {
    String text = FlowText.of(message);
    if (message instanceof OFPacketOut each) {
      byte[] data = each.getData();
      boolean asItCame = packets.stream().anyMatch(p -> Arrays.equals(p.frame(), data));
      return asItCame ? text : text + " data=" + HexFormat.of().formatHex(data);
    }
    return text;
  }

  @Override
  public void send(byte[] message) {
    out.put(message);
  }

  @Override
  public ByteBuffer roomForPacketIn(int bytes) {
    return out;
  }
}
