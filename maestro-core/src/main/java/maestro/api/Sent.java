package maestro.api;

/** What became of a message to a switch. */
public enum Sent {
  /** It will be written, after all that was sent to that switch before. */
  YES,
  /** The switch reads too slowly; the message was not taken. */
  CONGESTED,
  /** The switch has said that its flow table is full; the entry was not installed. */
  TABLE_FULL,
  /** No such switch is connected. */
  NO_SUCH_SWITCH
}
