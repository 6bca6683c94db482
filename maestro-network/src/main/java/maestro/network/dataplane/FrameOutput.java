package maestro.network.dataplane;

import java.nio.ByteBuffer;

/** Takes the frames that leave a switch. */
@FunctionalInterface
public interface FrameOutput {
  /**
   * Takes one frame.
   *
   * @param port the port that it leaves by, from 1
   * @param b has the frame in {@code [at, at + lengthBytes)} until this returns
   */
  void send(int port, ByteBuffer b, int at, int lengthBytes);
}
