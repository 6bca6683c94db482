package maestro.config;

/** What a worker without work does. */
public enum IdleMode implements Spelled {
  /** Gives its core away until something is ready. */
  PARK,
  /** Keeps its core and looks again. */
  SPIN
}
