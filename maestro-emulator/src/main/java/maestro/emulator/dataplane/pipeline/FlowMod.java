package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.openflow.OpenFlow;

/**
 * A FLOW_MOD of OpenFlow 1.0, decoded and checked as far as that needs no flow table. Its layout is
 * in {@link maestro.openflow.FlowModFlyweight}.
 *
 * @param exact whether the match has no wildcard
 * @param outPort a delete is restricted to entries that send there; {@link OpenFlow#PORT_ANY} for
 *     no restriction
 */
record FlowMod(
    Match match,
    boolean exact,
    long cookie,
    int command,
    int idleSeconds,
    int hardSeconds,
    int priority,
    int bufferId,
    int outPort,
    int flags,
    Instructions actions) {
  static final int ADD = 0;
  static final int MODIFY = 1;
  static final int MODIFY_STRICT = 2;
  static final int DELETE = 3;
  static final int DELETE_STRICT = 4;

  private static final int TELLS_REMOVAL = 1;
  private static final int CHECKS_OVERLAP = 2;
  private static final int EMERGENCY = 4;

  private static final int LEAST_BYTES = 72;
  private static final int MATCH_AT = 8;
  private static final int COOKIE_AT = 48;

  /**
   * Reads the message in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for what is wrong
   */
  static FlowMod read(ByteBuffer b, int at, int lengthBytes, ActionReader10 actions)
      throws RefusedMessageException {
    if (lengthBytes < LEAST_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int command = b.getShort(at + 56) & 0xffff;
    if (command > DELETE_STRICT) {
      throw new RefusedMessageException(Refusal.FLOW_BAD_COMMAND);
    }
    Match match = MatchReader.read(b, at + MATCH_AT);
    boolean exact = MatchReader.isExact(b, at + MATCH_AT);
    FlowMod mod =
        new FlowMod(
            match,
            exact,
            b.getLong(at + COOKIE_AT),
            command,
            b.getShort(at + 58) & 0xffff,
            b.getShort(at + 60) & 0xffff,
            b.getShort(at + 62) & 0xffff,
            b.getInt(at + 64),
            OpenFlow.port10To13(b.getShort(at + 68)),
            b.getShort(at + 70) & 0xffff,
            actions.read(b, at + LEAST_BYTES, lengthBytes - LEAST_BYTES));
    if ((mod.flags & EMERGENCY) != 0) { // there is no table for emergencies
      boolean timed = mod.idleSeconds != 0 || mod.hardSeconds != 0;
      throw new RefusedMessageException(timed ? Refusal.BAD_EMERGENCY_TIMEOUT : Refusal.TABLE_FULL);
    }
    return mod;
  }

  boolean tellsRemoval() {
    return (flags & TELLS_REMOVAL) != 0;
  }

  boolean checksOverlap() {
    return (flags & CHECKS_OVERLAP) != 0;
  }

  boolean isStrict() {
    return command == MODIFY_STRICT || command == DELETE_STRICT;
  }

  /** Whether an entry is one that this command changes or deletes. */
  boolean isAbout(TableEntry entry) {
    if (!isStrict()) {
      return match.covers(entry.match);
    }
    return entry.exact == exact
        && (exact || entry.priority == priority)
        && match.isSame(entry.match);
  }
}
