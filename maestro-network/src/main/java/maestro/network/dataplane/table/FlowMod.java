package maestro.network.dataplane.table;

import maestro.openflow.OpenFlow;

/**
 * A FLOW_MOD of any version, decoded and checked as far as that needs no flow table. The numbers of
 * commands and flags are those of OpenFlow 1.3, which are those of 1.0 where that has them.
 *
 * @param exact whether it is one of 1.0 whose match has no wildcard: its entry is above all others
 * @param cookieMask the bits of the cookie that an entry must have to be changed or deleted
 * @param tableId or {@link #ALL_TABLES} in a delete
 * @param outPort a delete is restricted to entries that send there; {@link #ANY_PORT} for no
 *     restriction
 * @param outGroup likewise, {@link #ANY_GROUP} for no restriction
 * @param modifyAdds as in 1.0: a MODIFY that finds no entry adds one, and gives those that it finds
 *     its cookie
 */
public record FlowMod(
    Match match,
    boolean exact,
    long cookie,
    long cookieMask,
    int tableId,
    int command,
    int idleSeconds,
    int hardSeconds,
    int priority,
    int bufferId,
    int outPort,
    int outGroup,
    int flags,
    boolean modifyAdds,
    Instructions instructions) {
  public static final int ADD = 0;
  static final int MODIFY = 1;
  static final int MODIFY_STRICT = 2;
  public static final int DELETE = 3;
  public static final int DELETE_STRICT = 4;

  public static final int TELLS_REMOVAL = 1;
  public static final int CHECKS_OVERLAP = 2;
  public static final int RESETS_COUNTS = 4;
  static final int NO_FRAME_COUNTS = 8;
  static final int NO_BYTE_COUNTS = 16;

  public static final int ALL_TABLES = 0xff;
  static final int ANY_PORT = OpenFlow.PORT_ANY;
  public static final int ANY_GROUP = 0xffffffff;

  boolean deletes() {
    return command >= DELETE;
  }

  /** Whether it names a buffered packet that is to be treated by the tables then. */
  public boolean releases() {
    return !deletes() && bufferId != OpenFlow.NO_BUFFER;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  private boolean isStrict() {
    return command == MODIFY_STRICT || command == DELETE_STRICT;
  }

  /** Whether an entry of the table is one that this command changes or deletes. */
  boolean isAbout(TableEntry entry) {
    boolean meant = isStrict() ? isSame(entry) : match.covers(entry.match);
    return meant
        && ((entry.cookie ^ cookie) & cookieMask) == 0
        && (!deletes() || entry.sends(outPort, outGroup));
  }

  private boolean isSame(TableEntry entry) {
    return entry.exact == exact
        && (exact || entry.priority == priority)
        && match.isSame(entry.match);
  }
}
