package maestro.network.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Frames;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.protocol.FrameBurstTest;
import maestro.network.dataplane.protocol.Rig10;
import maestro.network.dataplane.protocol.Rig13;
import maestro.network.dataplane.protocol.Switch10;
import maestro.network.dataplane.protocol.Switch13;
import maestro.network.dataplane.protocol.Wire;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.VlanVid;

/** What runs for each frame: lookups, changes, floods, action sets, groups, meters, PACKET_INs. */
class PipelineZeroAllocationTest {
  private static final int PORTS = 4;
  private static final int WARM_UP_FRAMES = 200_000;
  private static final int MEASURED_FRAMES = 1_000_000;

  /** A path taken for the first time loads classes; what is allocated each time shows each time. */
  private static final int MOST_ROUNDS = 3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final ByteBuffer[] frames = new ByteBuffer[4];
  private long leftBytes;
  private long packetIns;

  @ParameterizedTest
  @EnumSource(TableSizes.WildcardSearch.class)
  void shouldAllocateNothingWhenAMillionFramesPassASwitchOfOldVersion(
      TableSizes.WildcardSearch search) {
    PipelineSwitch sw = switch10(new TableSizes(131_072, 100, search));
    for (int n = 0; n < 3; n++) {
      tell(sw, ColdCodec.bytes(entry(n)));
    }
    for (int n = 0; n < frames.length; n++) {
      frames[n] = ByteBuffer.wrap(Frames.udp(n, 80));
    }
    expectNothingAllocated(() -> receive(sw), frames.length);
    assertThat(leftBytes).isGreaterThan(MEASURED_FRAMES);
    assertThat(packetIns).isGreaterThanOrEqualTo(MEASURED_FRAMES / 4);
  }

  @Test
  void shouldAllocateNothingWhenBurstsPassALargeTable() {
    ByteBuffer memory = ByteBuffer.allocate(FrameBurst.MOST_FRAMES * 128);
    FrameBurst burst = new FrameBurst(memory);
    for (int i = 0; i < FrameBurst.MOST_FRAMES; i++) {
      byte[] frame = Frames.udp(9, 30 * i);
      memory.put(128 * i, frame);
      burst.add(1, 128 * i, frame.length);
    }
    PipelineSwitch sw = switch10(TableSizes.USUAL);
    for (int flow = 0; flow < 3_000; flow++) {
      tell(sw, FrameBurstTest.entry(flow));
    }
    assertThat(sw.entryCount()).isEqualTo(3_000);
    expectNothingAllocated(() -> sw.receive(burst), FrameBurst.MOST_FRAMES);
    assertThat(leftBytes).isGreaterThan(60L * MEASURED_FRAMES);
  }

  @Test
  void shouldAllocateNothingWhenAMillionFramesPassTablesGroupsAndMeters() {
    PipelineSwitch sw = switch13();
    String to = "80000606 0200000000";
    String udp = "80000a02 0800 80001401 11";
    String toMeter = "0006 0008 00000001";
    String outputs = Wire.bucket(Wire.output(2)) + Wire.bucket(Wire.output(3));
    String edits =
        "0019 0010 80001604 0a000009 00000000" // IPV4_SRC
            + "0019 0010 80002002 0051 000000000000" // UDP_DST
            + "0018 0008 00000000" // DEC_NW_TTL
            + "0011 0008 8100 0000"
            + "0013 0008 8847 0000"
            + Wire.output(2);
    for (byte[] message :
        List.of(
            Wire.meter(0, 1, 1, Wire.band(1, 1, 0, 0)),
            Wire.group(0, 0, 1, outputs),
            Wire.add(0, to + "00" + udp, Wire.apply(edits)),
            Wire.add(
                0,
                to + "01",
                "0001 0008 01000000 0002 0018 00000000" + "00000000000000ff".repeat(2)),
            Wire.add(1, "", toMeter + "0003 0010 00000000" + Wire.toGroup(1)),
            Wire.add(0, to + "02", Wire.apply(Wire.toGroup(1))),
            Wire.flowMod(0, 0, 0, 0, Wire.match("") + Wire.apply(Wire.output(0xfffffffd))))) {
      tell(sw, message);
    }
    assertThat(sw.entryCount()).isEqualTo(5);
    for (int n = 0; n < frames.length; n++) {
      frames[n] = ByteBuffer.wrap(Frames.udp(0x0200_0000_0000L | n, 80));
    }
    expectNothingAllocated(() -> receive(sw), frames.length);
    assertThat(leftBytes).isGreaterThan(MEASURED_FRAMES);
    assertThat(packetIns).isGreaterThanOrEqualTo(MEASURED_FRAMES / 4);
  }

  private void expectNothingAllocated(Runnable someFrames, int count) {
    run(someFrames, WARM_UP_FRAMES / count);
    long allocated = 1;
    for (int round = 0; round < MOST_ROUNDS && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      run(someFrames, MEASURED_FRAMES / count);
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isZero();
  }

  private static void run(Runnable someFrames, int times) {
    for (int i = 0; i < times; i++) {
      someFrames.run();
    }
  }

  private void receive(PipelineSwitch sw) {
    for (ByteBuffer frame : frames) {
      sw.receive(1, frame, 0, frame.capacity());
    }
  }

  private PipelineSwitch switch10(TableSizes sizes) {
    SwitchDescription description = new SwitchDescription(1, OpenFlow.VERSION_10, PORTS, 16);
    Packet scratch = new Packet(OpenFlow.VERSION_10);
    return connected(
        new Switch10(description, sizes, scratch, this::send, unbounded(), () -> 0),
        ColdCodec.bytes(Rig10.OF.buildHello().build()));
  }

  private PipelineSwitch switch13() {
    SwitchDescription description = new SwitchDescription(1, OpenFlow.VERSION_13, PORTS, 0);
    Packet scratch = new Packet(OpenFlow.VERSION_13);
    return connected(
        new Switch13(description, 100, scratch, this::send, unbounded(), () -> 0),
        ColdCodec.bytes(Rig13.OF.buildHello().build()));
  }

  private PipelineSwitch connected(PipelineSwitch sw, byte[] hello) {
    sw.controller().connect(new Counting());
    tell(sw, hello);
    return sw;
  }

  private static MemoryBudget.Share unbounded() {
    return new MemoryBudget.Share(MemoryBudget.unbounded());
  }

  private void send(int port, ByteBuffer b, int at, int lengthBytes) {
    leftBytes += lengthBytes;
  }

  private static void tell(PipelineSwitch sw, byte[] message) {
    sw.controller().handle(ByteBuffer.wrap(message), 0, message.length);
  }

  /** Rewritten to one port, flooded with a tag, dropped; the fourth frame matches nothing. */
  private static OFFlowMod entry(int n) {
    var actions = Rig10.OF.actions();
    return Rig10.add(n, 2)
        .setActions(
            switch (n) {
              case 0 ->
                  List.of(
                      actions.setDlSrc(MacAddress.of(9)),
                      actions.setNwDst(IPv4Address.of(7)),
                      actions.setTpDst(TransportPort.of(81)),
                      Rig10.output(2));
              case 1 ->
                  List.of(actions.setVlanVid(VlanVid.ofVlan(5)), actions.output(OFPort.FLOOD, 0));
              default -> List.of();
            })
        .build();
  }

  /** Counts PACKET_INs; an ERROR is none. */
  private final class Counting implements ControllerOutput {
    private final ByteBuffer room = ByteBuffer.allocate(FrameInput.MOST_FRAME_BYTES);

    @Override
    public void send(byte[] message) {
      assertThat((int) message[1]).isEqualTo(OpenFlow.HELLO);
    }

    @Override
    public ByteBuffer roomForPacketIn(int bytes) {
      packetIns++;
      return room.clear();
    }
  }
}
