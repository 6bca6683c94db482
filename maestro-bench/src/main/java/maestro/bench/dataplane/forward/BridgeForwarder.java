package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.classic.LearningBridge;

/** A bridge that has learned an address for each flow. */
final class BridgeForwarder extends Forwarder {
  /** An hour, as in the study. */
  private static final long AGE_NS = 3_600_000_000_000L;

  /** The address of the first flow; the sources of the frames are below. */
  private static final long FIRST = 0x0210_0000_0000L;

  private final LearningBridge bridge;

  BridgeForwarder(int addresses, int inPorts, Sink sink) {
    this(addresses, inPorts, sink, new BurstClock());
  }

  private BridgeForwarder(int addresses, int inPorts, Sink sink, BurstClock clock) {
    super(sink, clock, inPorts, addresses);
    this.bridge = new LearningBridge(PORTS, addresses + inPorts, AGE_NS, sink, clock);
    ByteBuffer frame = ByteBuffer.allocate(UdpHeader.BYTES);
    for (int flow = 0; flow < addresses; flow++) {
      UdpHeader.write(frame, 0, frame.capacity(), DST, FIRST + flow, FROM, TO, 0);
      bridge.receive(OUT_PORT, frame, 0, frame.capacity());
    }
  }

  @Override
  FrameInput input() {
    return bridge;
  }

  @Override
  void write(ByteBuffer b, int at, int lengthBytes, int flow, int random) {
    UdpHeader.write(b, at, lengthBytes, FIRST + flow, SRC + port(flow), FROM, TO, random);
  }
}
