package maestro.api;

/**
 * A message of this application that a switch has refused. Immutable. Since API level 4.
 *
 * @param info the switch
 * @param message the type of the message, such as {@code FLOW_MOD}
 * @param cookie of a FLOW_MOD: the entry's; else 0
 * @param xid the lower 12 bits of the transaction id that the application gave to a message that it
 *     sent by {@link Switches#send} or {@link SwitchOutput#send}; has no meaning for other messages
 * @param type the type of the ERROR
 * @param code the code of the ERROR, which means something else in each OpenFlow version
 * @param reason the same in words: {@code ERROR BAD_ACTION BAD_OUT_PORT (type 2, code 4)}
 */
public record RefusedMessage(
    SwitchInfo info, String message, long cookie, int xid, int type, int code, String reason) {}
