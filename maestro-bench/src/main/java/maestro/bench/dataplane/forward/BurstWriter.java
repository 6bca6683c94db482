package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import maestro.network.dataplane.FrameBurst;

/**
 * Writes frames into the memory of a receive ring, from where a forwarder takes them in bursts. The
 * memory is small enough for the processor's nearest cache, where a network card would have put the
 * headers, too. Confined to one thread.
 */
public final class BurstWriter {
  /** The bytes at the end of a frame that a network card checks and takes away. */
  static final int CHECK_SEQUENCE_BYTES = 4;

  private static final int LINE_BYTES = 64;

  private final ByteBuffer memory;
  private final FrameBurst burst;
  private final int lengthBytes;
  private final int strideBytes;

  /**
   * A writer.
   *
   * @param frameBytes of each frame, with its check sequence; 64 or more
   */
  public BurstWriter(int frameBytes) {
    this.lengthBytes = frameBytes - CHECK_SEQUENCE_BYTES;
    // An odd number of lines, or the headers would meet in a few sets of the cache.
    this.strideBytes = ((lengthBytes + LINE_BYTES - 1) / LINE_BYTES | 1) * LINE_BYTES;
    this.memory = ByteBuffer.allocate(FrameBurst.MOST_FRAMES * strideBytes);
    this.burst = new FrameBurst(memory);
  }

  /** Starts a new burst. */
  void clear() {
    burst.clear();
  }

  /** Writes the headers of a frame of a flow behind the others. */
  void add(Forwarder forwarder, int flow, int random) {
    int at = burst.count() * strideBytes;
    forwarder.write(memory, at, lengthBytes, flow, random);
    burst.add(forwarder.port(flow), at, lengthBytes);
  }

  FrameBurst burst() {
    return burst;
  }
}
