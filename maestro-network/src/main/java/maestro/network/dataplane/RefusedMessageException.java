package maestro.network.dataplane;

import java.nio.ByteBuffer;
import maestro.emulator.switches.ErrorMessages;

/** A request is refused, and nothing was changed. */
public final class RefusedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal reason;

  /** Refused for a reason. */
  public RefusedMessageException(Refusal reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  /** The ERROR of a version about the message in {@code [at, at + lengthBytes)}. */
  public byte[] error(int version, ByteBuffer b, int at, int lengthBytes) {
    return ErrorMessages.about(
        version, reason.type(version), reason.code(version), b, at, lengthBytes);
  }
}
