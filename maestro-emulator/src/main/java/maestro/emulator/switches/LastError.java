package maestro.emulator.switches;

import java.nio.ByteBuffer;

/** The ERROR that a controller sent last, of which as much as may be described. One thread. */
final class LastError {
  private final ByteBuffer bytes = ByteBuffer.allocate(ErrorMessages.MOST_DESCRIBED_BYTES).limit(0);

  /** Copies the message in {@code [at, at + lengthBytes)}; allocates nothing. */
  void keep(ByteBuffer b, int at, int lengthBytes) {
    int keptBytes = Math.min(lengthBytes, ErrorMessages.MOST_DESCRIBED_BYTES);
    bytes.limit(keptBytes).put(0, b, at, keptBytes);
  }

  void forget() {
    bytes.limit(0);
  }

  /** Its names, numbers and text; empty without an ERROR. */
  String describe() {
    return bytes.limit() == 0 ? "" : ErrorMessages.describe(bytes, 0, bytes.limit());
  }
}
