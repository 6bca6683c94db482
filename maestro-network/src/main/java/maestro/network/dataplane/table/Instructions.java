package maestro.network.dataplane.table;

import maestro.network.dataplane.packet.Program;
import org.jspecify.annotations.Nullable;

/**
 * What an entry does with its frames, decoded and checked. Immutable.
 *
 * @param bytes as on the wire; in 1.0 those of the actions
 * @param onlyApplies whether there is nothing but {@code apply} and {@code gotoTable}
 * @param meter which limits the frames, or null
 * @param apply actions that run at once, in order
 * @param clears whether the action set is emptied, before actions are written to it
 * @param write actions for the action set
 * @param gotoTable the next table, or {@link #NO_TABLE}
 * @param cookie of the entry, which its PACKET_INs name
 * @param isMiss whether the entry treats the frames that no other one of its table matches
 */
@SuppressWarnings("ArrayRecordComponent")
public record Instructions(
    byte[] bytes,
    boolean onlyApplies,
    @Nullable Meter meter,
    Program apply,
    boolean clears,
    Program write,
    long metadata,
    long metadataMask,
    int gotoTable,
    long cookie,
    boolean isMiss) {
  public static final int NO_TABLE = -1;

  /** Drops. */
  public static final Instructions NONE = applying(new byte[0], Program.EMPTY);

  /** Only applies actions. */
  public static Instructions applying(byte[] bytes, Program apply) {
    return new Instructions(
        bytes, true, null, apply, false, Program.EMPTY, 0, 0, NO_TABLE, 0, false);
  }

  /** The same, of an entry. */
  public Instructions of(long entryCookie, boolean entryIsMiss) {
    return entryCookie == cookie && entryIsMiss == isMiss
        ? this
        : new Instructions(
            bytes,
            onlyApplies,
            meter,
            apply,
            clears,
            write,
            metadata,
            metadataMask,
            gotoTable,
            entryCookie,
            entryIsMiss);
  }

  boolean sendsTo(int port) {
    return apply.sendsTo(port) || write.sendsTo(port);
  }

  public boolean usesGroup(int group) {
    return apply.usesGroup(group) || write.usesGroup(group);
  }
}
