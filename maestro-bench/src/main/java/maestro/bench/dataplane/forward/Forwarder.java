package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import maestro.network.dataplane.FrameInput;

/**
 * A forwarder with its tables full, and the flows for which it has an entry, numbered from 0. Flows
 * leave by {@link #OUT_PORT}. Confined to one thread.
 */
public abstract class Forwarder {
  static final int PORTS = 3;
  static final int OUT_PORT = 3;
  static final long SRC = 0x0200_0000_0001L;
  static final long DST = 0x0200_0000_0002L;
  static final int FROM = 0x0a00_0001;
  static final int TO = 0x0a00_0002;

  private final Sink sink;
  private final BurstClock clock;
  private final int inPorts;
  private final int flowCount;

  /**
   * @param inPorts by how many ports the flows come in, in turn
   */
  Forwarder(Sink sink, BurstClock clock, int inPorts, int flowCount) {
    this.sink = sink;
    this.clock = clock;
    this.inPorts = inPorts;
    this.flowCount = flowCount;
  }

  /** Where its frames arrive. */
  abstract FrameInput input();

  /**
   * Writes the headers of a frame.
   *
   * @param flow from 0; when it is not below {@link #flowCount}, there is no entry for it
   * @param random 32 bits for what may differ between the frames of a flow
   */
  abstract void write(ByteBuffer b, int at, int lengthBytes, int flow, int random);

  /** The port by which a flow comes in. */
  final int port(int flow) {
    return inPorts == 1 ? 1 : 1 + (flow & 1);
  }

  public final int flowCount() {
    return flowCount;
  }

  final Sink sink() {
    return sink;
  }

  final BurstClock clock() {
    return clock;
  }
}
