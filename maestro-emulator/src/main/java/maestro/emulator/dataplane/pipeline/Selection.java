package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;

/**
 * Which entries a request for flow or aggregate statistics is about.
 *
 * <pre>
 *  0           4          8           12   16       24            32
 *  | table 8 0 | out_port | out_group | 0  | cookie | cookie mask | match
 * </pre>
 */
record Selection(Match match, int tableId, int outPort, int outGroup, long cookie, long mask) {
  private static final int MATCH_AT = 32;

  /**
   * Reads the body of a request, from {@code at} to its end.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static Selection read(ByteBuffer b, int at, int bytes, int tableCount)
      throws RefusedMessageException {
    if (bytes < MATCH_AT + MatchCodec13.LEAST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int tableId = b.get(at) & 0xff;
    if (tableId >= tableCount && tableId != FlowMod.ALL_TABLES) {
      throw new RefusedMessageException(Refusal.BAD_TABLE_ID);
    }
    if (MatchCodec13.paddedBytes(b, at + MATCH_AT, bytes - MATCH_AT) != bytes - MATCH_AT) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    return new Selection(
        MatchCodec13.read(b, at + MATCH_AT),
        tableId,
        b.getInt(at + 4),
        b.getInt(at + 8),
        b.getLong(at + 16),
        b.getLong(at + 24));
  }

  boolean has(TableEntry entry) {
    return match.covers(entry.match)
        && ((entry.cookie ^ cookie) & mask) == 0
        && entry.sends(outPort, outGroup);
  }
}
