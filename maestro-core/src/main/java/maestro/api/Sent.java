package maestro.api;

/** What became of a message to a switch. */
public enum Sent {
  /** It will be written, after all that was sent to that switch before. */
  YES,
  /** The switch reads too slowly; the message was not taken. */
  CONGESTED,
  /** The switch has said that its flow table is full; the entry was not installed. */
  TABLE_FULL,
  /**
   * No match of the switch's version says all that was read of the packet, or its version lacks the
   * table or an action; the entry was not installed.
   */
  CANNOT_BE_SAID,
  /** No such switch is connected. */
  NO_SUCH_SWITCH
}
