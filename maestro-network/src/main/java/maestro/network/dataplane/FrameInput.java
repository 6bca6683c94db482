package maestro.network.dataplane;

import java.nio.ByteBuffer;

/** Takes the frames that arrive: a switch, a bridge or a router. Confined to one thread. */
public interface FrameInput {
  /** Longer frames are dropped. */
  int MOST_FRAME_BYTES = 9216;

  /** An Ethernet header; shorter frames are dropped. */
  int LEAST_FRAME_BYTES = 14;

  /**
   * A frame arrives. One that is shorter than an Ethernet header or longer than {@link
   * #MOST_FRAME_BYTES} is dropped and counted.
   *
   * @param port from 1
   * @param b has the frame in {@code [at, at + lengthBytes)}; big-endian, not kept. What leaves may
   *     be in it
   */
  void receive(int port, ByteBuffer b, int at, int lengthBytes);

  /** Frames arrive together: the same as one after the other, and faster. */
  default void receive(FrameBurst burst) {
    for (int i = 0; i < burst.count(); i++) {
      receive(burst.port(i), burst.bytes(), burst.at(i), burst.lengthBytes(i));
    }
  }
}
