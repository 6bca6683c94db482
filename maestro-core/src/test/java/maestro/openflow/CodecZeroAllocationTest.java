package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import maestro.api.FlowActions;
import maestro.openflow.entry.FlowAdd;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.FlowModFlyweight;
import maestro.openflow.entry.L2FlowAdd;
import maestro.openflow.entry.MatchFields;
import maestro.testkit.EachVersion;

/** Hundreds of thousands of requests and answers through the hot classes allocate nothing. */
class CodecZeroAllocationTest {
  private static final int WARM_UP = 50_000;
  private static final int ROUNDS = 250_000;
  private static final int FRAME_BYTES = 64;
  private static final int EVERYTHING = (1 << 11) - 1;
  private static final FlowActions ACTIONS =
      FlowActions.NONE.pushVlan(5).output(1, FlowActions.FLOOD).popVlan();
  private static final int[] FLOOD_PORTS = {1, 2, 3};

  /**
   * One allocation in a thousand rounds would already be more; this is room for the measurement
   * itself.
   */
  private static final long NOISE_BYTES = 16L * ROUNDS / 1000 - 1;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(2048);
  private final ByteBuffer frameBytes = ByteBuffer.wrap(new byte[FRAME_BYTES]);
  private final PacketInFlyweight packetIn = new PacketInFlyweight();
  private final PacketOutFlyweight packetOut = new PacketOutFlyweight();
  private final FlowModFlyweight flowMod = new FlowModFlyweight();
  private final FrameFlyweight frame = new FrameFlyweight();
  private final L2FlowAdd usual = new L2FlowAdd();
  private final FlowAdd add = new FlowAdd();

  CodecZeroAllocationTest() {
    frameBytes.put(
        0,
        Bytes.of(
            "0000000000020000000000010800450000320001000040110000c0a80001c0a80002c0000035001e0000"));
  }

  /** Every hot method once; the sum is the proof that each did its work. */
  private long round(int version, int i) {
    long sum = 0;
    int bytes =
        PacketInEncoder.encode(
            buffer, 3, version, i, -1, FRAME_BYTES, 1, 0, 9, frameBytes, 0, FRAME_BYTES);
    if (packetIn.wrap(buffer, 3, bytes)) {
      sum += packetIn.xid() + packetIn.bufferId() + packetIn.totalLength() + packetIn.inPort();
      sum += packetIn.reason() + packetIn.cookie();
    }
    if (frame.wrap(packetIn.buffer(), packetIn.dataOffset(), packetIn.dataLength())) {
      sum += frame.ethDst() + frame.ethSrc() + frame.ethType() + frame.vlanId();
      sum += frame.ipv4Src() + frame.ipv4Dst() + frame.l4Src() + frame.l4Dst();
    }
    bytes =
        PacketOutEncoder.encode(
            buffer, 512, version, i, -1, 1, 2, buffer, packetIn.dataOffset(), FRAME_BYTES);
    if (packetOut.wrap(buffer, 512, bytes)) {
      sum += packetOut.outputPort() + packetOut.dataLength();
    }
    bytes = usual.entry(5, 6, 7, 0, 8).encode(buffer, 512, version, i, 1, 2, 3, 4, -1);
    if (flowMod.wrap(buffer, 512, bytes)) {
      sum += flowMod.outputPort() + flowMod.matchEthDst() + flowMod.matchEthSrc() + flowMod.flags();
    }
    sum += fine(version, i);
    bytes = FlowModEncoder.deleteByEthDst(buffer, 512, version, i, 2);
    sum += flowMod.wrap(buffer, 512, bytes) ? flowMod.command() : 0;
    bytes = HelloCodec.encode(buffer, 512, i);
    return sum + HelloCodec.negotiate(buffer, 512, bytes);
  }

  /** An entry that matches whatever the frame has, and a packet that is sent by a list. */
  private long fine(int version, int i) {
    int fields = MatchFields.expressible(EVERYTHING | MatchFields.LINK, version, frame);
    add.match(fields, 0x4118, 1, frame.vlanId(), frame).entry(5, 6, 7, 0, 8, 0).nextTable(1);
    add.actions().set(ACTIONS.encoded(version), ACTIONS.encoded(version), 4, -1);
    add.actions().lead(ACTIONS.encoded(version));
    add.actions().toPorts(FLOOD_PORTS, FLOOD_PORTS.length, 1);
    add.actions().floodTo(version, (i & 1) == 0 ? FLOOD_PORTS : null, 1);
    int bytes = add.encode(buffer, 512, version, i, -1);
    long sum = (long) fields + (flowMod.wrap(buffer, 512, bytes) ? flowMod.outputPort() : 0);
    bytes =
        PacketOutEncoder.encode(
            buffer, 512, version, i, -1, 1, add.actions(), frameBytes, 0, FRAME_BYTES);
    return sum + (packetOut.wrap(buffer, 512, bytes) ? packetOut.dataLength() : 0);
  }

  private long rounds(int version, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += round(version, i) - i;
    }
    return sum;
  }

  @EachVersion
  void shouldAllocateNothing(int version) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long perRound = rounds(version, 1);
    rounds(version, WARM_UP);

    long before = threads.getThreadAllocatedBytes(thread);
    long sum = rounds(version, ROUNDS);
    long allocatedBytes = threads.getThreadAllocatedBytes(thread) - before;

    assertThat(sum).isEqualTo(perRound * ROUNDS);
    assertThat(allocatedBytes).isLessThanOrEqualTo(NOISE_BYTES);
  }
}
