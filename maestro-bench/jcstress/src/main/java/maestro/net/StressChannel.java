package maestro.net;

import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/** A socket that takes a few bytes at each write, and none while it is full. Not thread-safe. */
final class StressChannel implements WritableByteChannel {
  private static final int CAPACITY = 64;

  private final byte[] taken = new byte[CAPACITY];
  private int takenBytes;
  private int roomBytes;

  /** The other side reads so much. */
  void makeRoom(int bytes) {
    roomBytes += bytes;
  }

  @Override
  public int write(ByteBuffer bytes) {
    int count = Math.min(roomBytes, bytes.remaining());
    bytes.get(bytes.position(), taken, takenBytes, count);
    bytes.position(bytes.position() + count);
    takenBytes += count;
    roomBytes -= count;
    return count;
  }

  String text() {
    return new String(taken, 0, takenBytes, StandardCharsets.US_ASCII);
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
