package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import maestro.network.dataplane.FrameOutput;

/** Takes frames as a network card does, by reference, and counts them. */
final class Sink implements FrameOutput {
  private long frames;

  @Override
  public void send(int port, ByteBuffer b, int at, int lengthBytes) {
    frames += port == Forwarder.OUT_PORT ? 1 : 0;
  }

  /** Those that left by {@link Forwarder#OUT_PORT}. */
  long frames() {
    return frames;
  }
}
