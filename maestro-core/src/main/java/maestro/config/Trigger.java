package maestro.config;

/** The causes for which a sequence runs. */
public enum Trigger implements Spelled {
  /** A flow request has come. Its sequences run on workers, all others on the event thread. */
  FLOW_REQUEST,
  /** An LLDP or BDDP frame has come. */
  LLDP,
  /** A frame has come of an Ethernet type that an application wants. */
  FRAME,
  /** A switch is ready. */
  SWITCH_JOINED,
  /** A switch that was ready has left. */
  SWITCH_LEFT,
  /** A port was added, removed or changed. */
  PORT_STATUS,
  /** A switch has removed a flow entry. */
  FLOW_REMOVED,
  /** A time has passed; configured by {@code every}, not by {@code on}. */
  EVERY,
  /** A view that the sequence names was published. */
  VIEW_CHANGED,
  /** An announcement that the sequence names was published. */
  ANNOUNCED
}
