package maestro.staticflows;

import maestro.config.Spelled;

/** Whether a switch has the entry of a static flow. */
public enum FlowState implements Spelled {
  /** The switch has confirmed that it has it, and has not said since that it is gone. */
  INSTALLED,
  /** It was sent, or will be, and the switch has not confirmed it. */
  PENDING,
  /** The switch has answered with an ERROR, or its OpenFlow version cannot express it. */
  REFUSED,
  /** A timeout of the flow was over. It is installed again when the switch connects again. */
  EXPIRED,
  /** The switch is not connected. */
  DISCONNECTED
}
