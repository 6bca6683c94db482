package maestro.emulator.switches;

import java.nio.ByteBuffer;

/** The ERROR that one side sent last, of which as much as may be described. One thread. */
final class LastError {
  private static final int TYPE_QUOTED = 13;

  private final ByteBuffer bytes = ByteBuffer.allocate(ErrorMessages.MOST_DESCRIBED_BYTES).limit(0);

  /** Copies the message in {@code [at, at + lengthBytes)}; allocates nothing. */
  void keep(ByteBuffer b, int at, int lengthBytes) {
    int keptBytes = Math.min(lengthBytes, ErrorMessages.MOST_DESCRIBED_BYTES);
    bytes.limit(keptBytes).put(0, b, at, keptBytes);
  }

  void forget() {
    bytes.limit(0);
  }

  /** The type of the message that it is about; −1 when it does not quote one. */
  int aboutType() {
    return bytes.limit() <= TYPE_QUOTED ? -1 : Byte.toUnsignedInt(bytes.get(TYPE_QUOTED));
  }

  /** Its names, numbers and text; empty without an ERROR. */
  String describe() {
    return bytes.limit() == 0 ? "" : ErrorMessages.describe(bytes, 0, bytes.limit());
  }
}
