package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.protocol.Switch10;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * An OpenFlow switch whose tables were filled by FLOW_MODs.
 *
 * <p>The first flows have an entry without wildcards each, which differ in both ports of UDP as
 * those of the study do. The others have an entry with wildcards each. These have four shapes in
 * turn: type, protocol and the ports; and that with the port of arrival, with 16 bits of the source
 * address, with the destination address. Shapes with more fields have higher priority, so tuple
 * space search asks two and a half tables for a frame on average.
 */
final class SwitchForwarder extends Forwarder {
  private static final int FIRST_UDP_PORT = 1024;
  private static final int UDP_PORTS = 1024;
  private static final int SHAPES = 4;
  private static final int PORTS_ONLY =
      FlowMods.IN_PORT
          | FlowMods.DL_VLAN
          | FlowMods.DL_SRC
          | FlowMods.DL_DST
          | FlowMods.NW_SRC_ALL
          | FlowMods.NW_DST_ALL
          | FlowMods.VLAN_PCP
          | FlowMods.TOS;
  private static final int TABLE_STATISTICS = 3;
  private static final int REQUEST_BYTES = 12;

  private final Switch10 sw;
  private final Controller controller = new Controller();

  SwitchForwarder(
      int exactEntries, int wildcardEntries, WildcardSearch search, int inPorts, Sink sink) {
    this(exactEntries, wildcardEntries, search, inPorts, sink, new BurstClock());
  }

  private SwitchForwarder(
      int exactEntries,
      int wildcardEntries,
      WildcardSearch search,
      int inPorts,
      Sink sink,
      BurstClock clock) {
    super(sink, clock, inPorts, exactEntries + wildcardEntries);
    this.sw =
        new Switch10(
            new SwitchDescription(1, OpenFlow.VERSION_10, PORTS, 0),
            new TableSizes(exactEntries, wildcardEntries, search),
            new Packet(OpenFlow.VERSION_10),
            sink,
            new MemoryBudget.Share(MemoryBudget.unbounded()),
            clock);
    sw.controller().connect(controller);
    tell(ByteBuffer.wrap(Header.alone(OpenFlow.VERSION_10, OpenFlow.HELLO, 1)));
    FlowMods mods = new FlowMods();
    for (int flow = 0; flow < exactEntries; flow++) {
      tell(mods.add(0, 1, port(flow), FROM, TO, udpPorts(flow), OUT_PORT));
    }
    for (int i = 0; i < wildcardEntries; i++) {
      int flow = exactEntries + i;
      int shape = i % SHAPES;
      tell(mods.add(wildcards(shape), 1 + shape, port(flow), FROM, TO, udpPorts(flow), OUT_PORT));
    }
    if (controller.refusals > 0) {
      throw new IllegalStateException(controller.refusals + " entries were refused");
    }
  }

  private static int wildcards(int shape) {
    return switch (shape) {
      case 0 -> PORTS_ONLY;
      case 1 -> PORTS_ONLY & ~FlowMods.IN_PORT;
      case 2 -> PORTS_ONLY - FlowMods.NW_SRC_ALL + 16 * FlowMods.NW_SRC_BIT;
      default -> PORTS_ONLY - FlowMods.NW_DST_ALL;
    };
  }

  private static int udpPorts(int flow) {
    return (FIRST_UDP_PORT + flow / UDP_PORTS) << 16 | (FIRST_UDP_PORT + flow % UDP_PORTS);
  }

  private void tell(ByteBuffer message) {
    sw.controller().handle(message, 0, message.limit());
  }

  @Override
  FrameInput input() {
    return sw;
  }

  @Override
  void write(ByteBuffer b, int at, int lengthBytes, int flow, int random) {
    UdpHeader.write(b, at, lengthBytes, DST, SRC, FROM, TO, udpPorts(flow));
  }

  /** What the switch says of its tables since it was made. */
  Matches matches() {
    ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES);
    Header.encode(
        request, 0, OpenFlow.VERSION_10, OpenFlow.statsRequest(OpenFlow.VERSION_10), 12, 1);
    request.putShort(8, (short) TABLE_STATISTICS);
    tell(request);
    ByteBuffer reply = ByteBuffer.wrap(controller.last);
    int exact = REQUEST_BYTES;
    int wildcard = exact + 64;
    return new Matches(reply.getLong(exact + 56), reply.getLong(wildcard + 56));
  }

  /**
   * Frames that matched.
   *
   * @param exact an entry without wildcards
   * @param wildcard one with
   */
  record Matches(long exact, long wildcard) {}

  /** Counts what the switch refuses; has no room for PACKET_INs. */
  private static final class Controller implements ControllerOutput {
    private int refusals;
    private byte[] last = {};

    @Override
    public void send(byte[] message) {
      last = Arrays.copyOf(message, message.length);
      refusals += Header.type(ByteBuffer.wrap(message), 0) == OpenFlow.ERROR ? 1 : 0;
    }

    @Override
    public ByteBuffer roomForPacketIn(int bytes) {
      return null;
    }
  }
}
