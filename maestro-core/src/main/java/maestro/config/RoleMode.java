package maestro.config;

/** Which role this controller takes at its switches. */
public enum RoleMode implements Spelled {
  /** Switches are asked for nothing: every controller of a switch serves it. */
  EQUAL,
  /** The one controller that serves its switches. */
  MASTER,
  /** Reads along and writes nothing, until it is ordered to be master. */
  STANDBY,
  /** What the cluster says; without one, equal. */
  AUTO
}
