package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import maestro.emulator.dataplane.ControllerOutput;
import maestro.emulator.dataplane.FrameInput;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;

/** What runs for each frame: tables, action sets, tags, fields, groups, meters and PACKET_INs. */
class PipelineZeroAllocationTest {
  private static final int WARM_UP_FRAMES = 200_000;
  private static final int MEASURED_FRAMES = 1_000_000;

  /** A path taken for the first time loads classes; what is allocated each time shows each time. */
  private static final int MOST_ROUNDS = 3;

  private static final String TO = "80000606 0200000000";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long leftBytes;
  private long packetIns;

  @Test
  void shouldAllocateNothingWhenAMillionFramesPass() {
    Switch13 sw =
        new Switch13(
            new SwitchDescription(1, OpenFlow.VERSION_13, 4, 0),
            100,
            new Packet(OpenFlow.VERSION_13),
            (port, b, at, lengthBytes) -> leftBytes += lengthBytes,
            new MemoryBudget.Share(MemoryBudget.unbounded()),
            () -> 0);
    sw.controller().connect(new Counting());
    tell(sw, ColdCodec.bytes(Rig13.OF.buildHello().build()));
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
            Wire.add(0, TO + "00" + udp, Wire.apply(edits)),
            Wire.add(
                0,
                TO + "01",
                "0001 0008 01000000 0002 0018 00000000" + "00000000000000ff".repeat(2)),
            Wire.add(1, "", toMeter + "0003 0010 00000000" + Wire.toGroup(1)),
            Wire.add(0, TO + "02", Wire.apply(Wire.toGroup(1))),
            Wire.flowMod(0, 0, 0, 0, Wire.match("") + Wire.apply(Wire.output(0xfffffffd))))) {
      tell(sw, message);
    }
    assertThat(sw.entryCount()).isEqualTo(5);
    ByteBuffer[] frames = new ByteBuffer[4];
    for (int n = 0; n < frames.length; n++) {
      frames[n] = ByteBuffer.wrap(Frames.udp(0x0200_0000_0000L | n, 80));
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

  private static void tell(Switch13 sw, byte[] message) {
    sw.controller().handle(ByteBuffer.wrap(message), 0, message.length);
  }

  private static void run(Switch13 sw, ByteBuffer[] frames, int count) {
    for (int i = 0; i < count; i++) {
      ByteBuffer frame = frames[i & 3];
      sw.receive(1, frame, 0, frame.capacity());
    }
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
