package maestro.control;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The answers to {@code /healthz} and {@code /readyz}: status 200, or 503 with the reason. Confined
 * to the control thread.
 */
final class Health {
  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final long MOST_SILENCE_NS = 10 * NS_PER_SECOND;

  private final LongSupplier conductorSilenceNs;
  private final BooleanSupplier settled;
  private boolean wasReady;

  /**
   * Makes the endpoints.
   *
   * @param conductorSilenceNs the time since the conductor ended a cycle
   * @param settled whether the first topology is known, or none is awaited
   */
  Health(LongSupplier conductorSilenceNs, BooleanSupplier settled) {
    this.conductorSilenceNs = conductorSilenceNs;
    this.settled = settled;
  }

  /** Whether the controller works: when not, it should be started again. */
  Answer health() {
    long silenceNs = conductorSilenceNs.getAsLong();
    return silenceNs <= MOST_SILENCE_NS
        ? Answer.line(200, "ok")
        : Answer.line(
            503, "the conductor has been stuck for " + silenceNs / NS_PER_SECOND + " seconds");
  }

  /** Whether the controller has begun its work. Once ready, it stays so. */
  Answer readiness() {
    wasReady |= settled.getAsBoolean();
    return wasReady
        ? Answer.line(200, "ready")
        : Answer.line(503, "the first topology is not known yet");
  }
}
