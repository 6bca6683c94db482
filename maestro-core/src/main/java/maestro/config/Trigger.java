package maestro.config;

/** What makes a sequence run. */
public enum Trigger implements Spelled {
  /** A packet that matched no flow entry. Runs on the workers; all others on the event thread. */
  FLOW_REQUEST,
  /** An LLDP or BDDP frame came to the controller. */
  LLDP,
  /** A switch is ready. */
  SWITCH_JOINED,
  /** A switch that was ready is gone. */
  SWITCH_LEFT,
  /** A port came, went or changed. */
  PORT_STATUS,
  /** A flow entry is gone. */
  FLOW_REMOVED,
  /** Time has passed; configured by {@code every}, not by {@code on}. */
  EVERY,
  /** A view that the sequence names was published. */
  VIEW_CHANGED,
  /** An application announced what the sequence names. */
  ANNOUNCED
}
