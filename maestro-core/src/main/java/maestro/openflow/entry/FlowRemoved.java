package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;

/** Checks the lengths of a FLOW_REMOVED, whatever fields its match has. Stateless. */
public final class FlowRemoved {
  private static final int MATCH_AT_13 = 48;

  private FlowRemoved() {}

  /**
   * Whether {@code [at, at + length)} is a complete 1.3 FLOW_REMOVED with valid lengths. Then an
   * unknown field of the match, such as a vendor's, is no error of the switch. False for 1.0, whose
   * match has no fields of vendors.
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
