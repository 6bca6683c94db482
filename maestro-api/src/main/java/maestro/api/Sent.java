package maestro.api;

/** The outcome of sending a message to a switch. */
public enum Sent {
  /** The message will be written, after all earlier messages to that switch. */
  YES,
  /** The switch reads too slowly; the message was dropped. */
  CONGESTED,
  /**
   * The switch has refused an entry a short time ago, usually for a full table; this one was not
   * installed.
   */
  TABLE_FULL,
  /**
   * A match of the switch's OpenFlow version cannot express the tracked fields of the packet, or
   * the version lacks the table or an action. The entry was not installed.
   */
  NOT_EXPRESSIBLE,
  /** No switch with this datapath id is connected. */
  NO_SUCH_SWITCH;

  /**
   * The name of {@link #NOT_EXPRESSIBLE} before API level 4.
   *
   * @deprecated use {@link #NOT_EXPRESSIBLE}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  public static final Sent CANNOT_BE_SAID = NOT_EXPRESSIBLE;
}
