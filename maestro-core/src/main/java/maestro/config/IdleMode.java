package maestro.config;

/** How a worker without work waits. */
public enum IdleMode implements Spelled {
  /** The worker sleeps until a switch is ready. */
  PARK,
  /** The worker keeps its core and polls. */
  SPIN
}
