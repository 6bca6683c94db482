package maestro.net.session;

import maestro.config.Spelled;

/** The role of this controller at one switch. */
public enum Role implements Spelled {
  /**
   * One of several that the switch serves alike: what every controller is that asks for nothing.
   */
  EQUAL,

  /** The one controller that may change the switch. */
  MASTER,

  /** Reads along and changes nothing: the switch calls it slave. */
  STANDBY
}
