package maestro.openflow;

import java.nio.ByteBuffer;

/** The shape of a FLOW_REMOVED, whatever its match names. Stateless. */
public final class FlowRemoved {
  private static final int MATCH_AT_13 = 48;

  private FlowRemoved() {}

  /**
   * Whether {@code [at, at + length)} is a whole FLOW_REMOVED, all its lengths right: then a field
   * of the match that is not known here, say a vendor's, is no mistake of the switch. With 1.0 that
   * cannot be: its match has no fields of others.
   */
  public static boolean isWhole(ByteBuffer b, int at, int length) {
    int match = at + MATCH_AT_13;
    int end = at + length;
    if (Header.version(b, at) != OpenFlow.VERSION_13 || match >= end) {
      return false;
    }
    int matchLength = Oxm.matchLength(b, match, end);
    if (matchLength == Oxm.MALFORMED || match + Oxm.padded(matchLength) != end) {
      return false;
    }
    int field = match + Oxm.MATCH_HEADER_BYTES;
    int matchEnd = match + matchLength;
    while (field < matchEnd) {
      int next = Oxm.next(b, field, matchEnd);
      if (next == Oxm.MALFORMED) {
        return false;
      }
      field = next;
    }
    return true;
  }
}
