package maestro.net;

/** What this controller is to one switch. */
public enum Role {
  /** One of several that the switch serves alike: what every controller is that asks for nothing. */
  EQUAL,

  /** The one controller that may change the switch. */
  MASTER,

  /** Reads along and changes nothing: the switch calls it slave. */
  STANDBY
}
