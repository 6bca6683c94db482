package maestro.entries;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Collects bytes: whole messages or whole entries. Confined to one thread. */
final class ByteList {
  private static final byte[] NONE = {};
  private static final int FIRST_BYTES = 4096;

  private ByteBuffer bytes = ByteBuffer.wrap(NONE);

  /** Makes room for more bytes; the caller writes at the buffer's position and moves it. */
  ByteBuffer room(int count) {
    if (bytes.remaining() < count) {
      int length = Math.max(FIRST_BYTES, Math.max(bytes.position() + count, 2 * bytes.capacity()));
      bytes = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), length)).position(bytes.position());
    }
    return bytes;
  }

  void add(byte[] more) {
    room(more.length).put(more);
  }

  /** Copies from a buffer. */
  void add(ByteBuffer from, int at, int count) {
    ByteBuffer room = room(count);
    room.put(room.position(), from, at, count).position(room.position() + count);
  }

  /** Returns the collected bytes and empties the list. */
  byte[] take() {
    byte[] taken = bytes.position() == 0 ? NONE : Arrays.copyOf(bytes.array(), bytes.position());
    bytes = ByteBuffer.wrap(NONE);
    return taken;
  }
}
