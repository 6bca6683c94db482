package maestro.openflow;

/**
 * Bytes from a peer that are no OpenFlow message, or none that openflowj understands. The message
 * names type, length and what was wrong. It has no stack trace: the peer is at fault and not the
 * code, and peers can send many.
 */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedMessageException(int type, int length, String what) {
    this("message of type " + type + ", " + length + " bytes: " + what);
  }

  /** For bytes of which it makes no sense to name type and length. */
  public MalformedMessageException(String message) {
    super(message, null, false, false);
  }

  /** For bytes so few that they have no type. */
  static MalformedMessageException withoutHeader(int length) {
    return new MalformedMessageException(length + " bytes, shorter than a header");
  }
}
