package maestro.openflow;

/**
 * Thrown for bytes from a peer that are no OpenFlow message, or none that openflowj can read. The
 * exception's message names type, length and error. It has no stack trace: the peer is at fault,
 * and peers can send many.
 */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String message;

  public MalformedMessageException(int type, int length, String what) {
    this("message of type " + type + ", " + length + " bytes: " + what);
  }

  /** For bytes whose type and length mean nothing. */
  public MalformedMessageException(String message) {
    super(message, null, false, false);
    this.message = message;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    return message;
  }

  /** For fewer bytes than a header. */
  static MalformedMessageException withoutHeader(int length) {
    return new MalformedMessageException(length + " bytes, shorter than a header");
  }
}
