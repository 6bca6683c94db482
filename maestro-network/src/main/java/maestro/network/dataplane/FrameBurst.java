package maestro.network.dataplane;

import java.nio.ByteBuffer;

/**
 * Frames in one buffer that have arrived together, as a driver takes them from its ring. Reused;
 * confined to one thread.
 */
public final class FrameBurst {
  /** What Linux takes from a device at once (NAPI's weight). */
  public static final int MOST_FRAMES = 64;

  private final ByteBuffer bytes;
  private final int[] ports = new int[MOST_FRAMES];
  private final int[] offsets = new int[MOST_FRAMES];
  private final int[] lengths = new int[MOST_FRAMES];
  private int count;

  /**
   * An empty burst.
   *
   * @param bytes big-endian; has all frames, until they have been treated
   */
  public FrameBurst(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Forgets all frames. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds a frame; there are fewer than {@link #MOST_FRAMES}.
   *
   * @param port by which it arrived, from 1
   */
  public void add(int port, int at, int lengthBytes) {
    ports[count] = port;
    offsets[count] = at;
    lengths[count] = lengthBytes;
    count++;
  }

  /** How many frames there are. */
  public int count() {
    return count;
  }

  /** Has all frames. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** The port by which a frame arrived. */
  public int port(int index) {
    return ports[index];
  }

  /** Where a frame begins. */
  public int at(int index) {
    return offsets[index];
  }

  /** The length of a frame. */
  public int lengthBytes(int index) {
    return lengths[index];
  }
}
