package maestro.config;

/** What an application jar that cannot be loaded does to the controller. */
public enum BrokenJarMode implements Spelled {
  /** It does not start. */
  STOP,
  /** It starts without that jar. */
  SKIP
}
