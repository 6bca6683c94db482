package maestro.net.message;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Recognises the answer of a switch that has no barriers: an ERROR of type BAD_REQUEST, code
 * BAD_TYPE. It counts as the answer to the barrier. Such a switch promises no order of its
 * messages, but it has read those before the barrier, and a caller can learn no more of it by
 * waiting.
 *
 * <p>Stateless.
 */
public final class RefusedBarrier {
  private static final int TYPE = 8;

  /** Type and code, the same in both versions. */
  private static final int BAD_TYPE = 1 << 16 | 1;

  private RefusedBarrier() {}

  /**
   * Whether a message says that.
   *
   * @param at of the message, which answers a barrier or the messages before it, and their types
   *     are known to every switch
   */
  public static boolean is(ByteBuffer b, int at, int length) {
    return Header.type(b, at) == OpenFlow.ERROR
        && length >= TYPE + Integer.BYTES
        && b.getInt(at + TYPE) == BAD_TYPE;
  }
}
