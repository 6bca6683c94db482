package maestro.net.message;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowModFlyweight;

/**
 * Recognises an ERROR by which a switch refuses a flow entry:
 *
 * <ol>
 *   <li>The refused message is a FLOW_MOD that adds an entry. The switch sends at least its first
 *       64 bytes; one that sends less, and not the command, counts as one that refuses an entry.
 *   <li>Without the header of the refused message, the type of the ERROR says it: FLOW_MOD_FAILED,
 *       and in 1.3 BAD_INSTRUCTION and BAD_MATCH.
 *   <li>An ERROR about the buffer that the FLOW_MOD names does not concern the entry.
 * </ol>
 *
 * <p>Stateless.
 */
public final class RefusedEntry {
  private static final int TYPE = 8;
  private static final int REFUSED = 12;
  private static final int FLOW_MOD_FAILED_10 = 3;
  private static final int BAD_INSTRUCTION_13 = 3;
  private static final int FLOW_MOD_FAILED_13 = 5;

  /** Type and code, the same in both versions. */
  private static final int BUFFER_EMPTY = 1 << 16 | 7;

  private static final int BUFFER_UNKNOWN = 1 << 16 | 8;

  private RefusedEntry() {}

  /** Whether the ERROR in {@code [at, at + length)}, of at least 12 bytes, refuses an entry. */
  public static boolean is(ByteBuffer b, int at, int length) {
    int typeAndCode = b.getInt(at + TYPE);
    if (typeAndCode == BUFFER_EMPTY || typeAndCode == BUFFER_UNKNOWN) { // 3
      return false;
    }
    int bytes = length - REFUSED;
    if (bytes >= OpenFlow.HEADER_BYTES) { // 1
      return Header.type(b, at + REFUSED) == OpenFlow.FLOW_MOD
          && FlowModFlyweight.mayAdd(b, at + REFUSED, bytes);
    }
    int type = typeAndCode >>> Short.SIZE; // 2
    return Header.version(b, at) == OpenFlow.VERSION_10
        ? type == FLOW_MOD_FAILED_10
        : type >= BAD_INSTRUCTION_13 && type <= FLOW_MOD_FAILED_13;
  }
}
