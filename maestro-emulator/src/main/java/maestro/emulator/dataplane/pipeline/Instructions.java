package maestro.emulator.dataplane.pipeline;

/**
 * What an entry does with its frames, decoded and checked. Immutable.
 *
 * @param bytes as on the wire
 * @param meter 0 for none
 * @param apply actions that run at once, in order
 * @param clears whether the action set is emptied, before actions are written to it
 * @param write actions for the action set
 * @param gotoTable the next table, or {@link #NO_TABLE}
 */
@SuppressWarnings("ArrayRecordComponent")
record Instructions(
    byte[] bytes,
    int meter,
    Program apply,
    boolean clears,
    Program write,
    long metadata,
    long metadataMask,
    int gotoTable) {
  static final int NO_TABLE = -1;

  /** Drops. */
  static final Instructions NONE =
      new Instructions(new byte[0], 0, Program.EMPTY, false, Program.EMPTY, 0, 0, NO_TABLE);

  boolean sendsTo(int port) {
    return apply.sendsTo(port) || write.sendsTo(port);
  }

  boolean usesGroup(int group) {
    return apply.usesGroup(group) || write.usesGroup(group);
  }
}
