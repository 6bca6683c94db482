package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import maestro.emulator.dataplane.ControllerOutput;
import maestro.emulator.dataplane.DataplaneSwitch;
import maestro.emulator.dataplane.FrameBurst;
import maestro.emulator.dataplane.FrameInput;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.dataplane.TableSizes;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.ColdCodec;
import maestro.openflow.HelloCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.VlanVid;

/** What runs for each frame: lookups in both tables, changes, floods and PACKET_INs. */
class DataplaneZeroAllocationTest {
  private static final int WARM_UP_FRAMES = 200_000;
  private static final int MEASURED_FRAMES = 1_000_000;

  /** A path taken for the first time loads classes; what is allocated each time shows each time. */
  private static final int MOST_ROUNDS = 3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long leftBytes;
  private long packetIns;

  @ParameterizedTest
  @EnumSource(TableSizes.WildcardSearch.class)
  void shouldAllocateNothingWhenAMillionFramesPass(TableSizes.WildcardSearch search) {
    DataplaneSwitch sw = connected(new TableSizes(131_072, 100, search));
    for (int n = 0; n < 3; n++) {
      byte[] add = ColdCodec.bytes(entry(n));
      sw.controller().handle(ByteBuffer.wrap(add), 0, add.length);
    }
    ByteBuffer[] frames = new ByteBuffer[4];
    for (int n = 0; n < frames.length; n++) {
      frames[n] = ByteBuffer.wrap(SwitchRig.udp(n, 80));
    }
    run(sw, frames, WARM_UP_FRAMES);

    long allocated = 1;
    for (int round = 0; round < MOST_ROUNDS && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      run(sw, frames, MEASURED_FRAMES);
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isZero();
    assertThat(leftBytes).isGreaterThan(MEASURED_FRAMES);
    assertThat(packetIns).isGreaterThanOrEqualTo(MEASURED_FRAMES / 4);
  }

  @Test
  void shouldAllocateNothingWhenBurstsPassALargeTable() {
    ByteBuffer memory = ByteBuffer.allocate(FrameBurst.MOST_FRAMES * 128);
    FrameBurst burst = new FrameBurst(memory);
    for (int i = 0; i < FrameBurst.MOST_FRAMES; i++) {
      byte[] frame = SwitchRig.udp(9, 30 * i);
      memory.put(128 * i, frame);
      burst.add(1, 128 * i, frame.length);
    }
    DataplaneSwitch sw = connected(TableSizes.USUAL);
    for (int flow = 0; flow < 3_000; flow++) {
      byte[] entry = FrameBurstTest.entry(flow);
      sw.controller().handle(ByteBuffer.wrap(entry), 0, entry.length);
    }
    assertThat(sw.entryCount()).isEqualTo(3_000);
    run(sw, burst, WARM_UP_FRAMES);
    long allocated = 1;
    for (int round = 0; round < MOST_ROUNDS && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      run(sw, burst, MEASURED_FRAMES);
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isZero();
    assertThat(leftBytes).isGreaterThan(60L * MEASURED_FRAMES);
  }

  private DataplaneSwitch connected(TableSizes sizes) {
    DataplaneSwitch sw =
        new Switch10(
            new SwitchDescription(1, OpenFlow.VERSION_10, 4, 16),
            sizes,
            new Packet(OpenFlow.VERSION_10),
            (port, b, at, lengthBytes) -> leftBytes += lengthBytes,
            new MemoryBudget.Share(MemoryBudget.unbounded()),
            () -> 0);
    sw.controller().connect(new Counting());
    byte[] hello = new byte[OpenFlow.HEADER_BYTES];
    HelloCodec.encodeVersionOnly(ByteBuffer.wrap(hello), 0, OpenFlow.VERSION_10, 1);
    sw.controller().handle(ByteBuffer.wrap(hello), 0, hello.length);
    return sw;
  }

  private static void run(DataplaneSwitch sw, FrameBurst burst, int count) {
    for (int i = 0; i < count; i += FrameBurst.MOST_FRAMES) {
      sw.receive(burst);
    }
  }

  /** Rewritten to one port, flooded with a tag, dropped; the fourth frame matches nothing. */
  private static org.projectfloodlight.openflow.protocol.OFFlowMod entry(int n) {
    var actions = SwitchRig.OF.actions();
    return SwitchRig.add(n, 2)
        .setActions(
            switch (n) {
              case 0 ->
                  List.of(
                      actions.setDlSrc(MacAddress.of(9)),
                      actions.setNwDst(IPv4Address.of(7)),
                      actions.setTpDst(TransportPort.of(81)),
                      SwitchRig.output(2));
              case 1 ->
                  List.of(actions.setVlanVid(VlanVid.ofVlan(5)), actions.output(OFPort.FLOOD, 0));
              default -> List.of();
            })
        .build();
  }

  private static void run(DataplaneSwitch sw, ByteBuffer[] frames, int count) {
    for (int i = 0; i < count; i++) {
      ByteBuffer frame = frames[i & 3];
      sw.receive(1, frame, 0, frame.capacity());
    }
  }

  /** Counts PACKET_INs. */
  private final class Counting implements ControllerOutput {
    private final ByteBuffer room = ByteBuffer.allocate(FrameInput.MOST_FRAME_BYTES);

    @Override
    public void send(byte[] message) {
      assertThat(message).isNotEmpty();
    }

    @Override
    public ByteBuffer roomForPacketIn(int bytes) {
      packetIns++;
      return room.clear();
    }
  }
}
