package maestro.simulate.measure;

import java.nio.ByteBuffer;
import maestro.net.socket.ChannelWithoutKernel;

/**
 * A socket without a kernel: reads bring the same stream of whole messages again and again, writes
 * go nowhere. For one thread.
 */
public class RepeatingChannel extends ChannelWithoutKernel {
  private ByteBuffer stream;
  private ByteBuffer following;
  private int at;

  /**
   * Makes a channel.
   *
   * @param stream whole messages, from 0 to the capacity; a direct buffer, as the kernel is
   */
  public RepeatingChannel(ByteBuffer stream) {
    stream(stream);
  }

  /** What is read from now on, from its beginning. */
  public final void stream(ByteBuffer next) {
    stream = next;
    following = null;
    at = 0;
  }

  /** What is read when the present stream has come to its end. */
  void then(ByteBuffer next) {
    following = next;
  }

  /** Whether the stream that was to follow is read now. */
  boolean isAtLast() {
    return following == null;
  }

  @Override
  public int read(ByteBuffer to) {
    int bytes = Math.min(to.remaining(), stream.capacity() - at);
    to.put(to.position(), stream, at, bytes);
    to.position(to.position() + bytes);
    at += bytes;
    if (at == stream.capacity()) {
      at = 0;
      if (following != null) {
        stream(following);
      }
    }
    return bytes;
  }

  @Override
  public int write(ByteBuffer from) {
    int bytes = from.remaining();
    from.position(from.limit());
    return bytes;
  }
}
