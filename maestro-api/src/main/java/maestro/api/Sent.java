package maestro.api;

/** The outcome of sending a message to a switch. */
public enum Sent {
  /** The message will be written, after all earlier messages to that switch. */
  YES,
  /** The switch reads too slowly; the message was dropped. */
  CONGESTED,
  /**
   * The switch has lately refused an entry, usually for a full table; this one was not installed.
   */
  TABLE_FULL,
  /**
   * A match of the switch's OpenFlow version cannot express all that was read of the packet, or the
   * version lacks the table or an action. The entry was not installed.
   */
  CANNOT_BE_SAID,
  /** No switch with this datapath id is connected. */
  NO_SUCH_SWITCH
}
