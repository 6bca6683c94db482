package maestro.openflow;

/**
 * Bytes from a peer that are no OpenFlow message, or none that openflowj understands. The message
 * names type, length and what was wrong. It has no stack trace: the peer is at fault and not the
 * code, and peers can send many.
 */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  public MalformedMessageException(int type, int length, String what) {
    super("message of type " + type + ", " + length + " bytes: " + what, null, false, false);
  }
}
