package maestro.config;

/** What the controller does when an application jar cannot be loaded. */
public enum BrokenJarMode implements Spelled {
  /** The controller does not start. */
  STOP,
  /** The controller starts without the jar. */
  SKIP
}
