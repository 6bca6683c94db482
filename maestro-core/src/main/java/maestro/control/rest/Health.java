package maestro.control.rest;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.Maestro;
import maestro.api.topology.Topology;
import maestro.control.http.Answer;
import maestro.net.session.Session;
import maestro.sequence.application.RunningStage;

/**
 * Whether the controller works: the answers to {@code /healthz} and {@code /readyz}, status 200, or
 * 503 with the reason. Confined to one thread, such as the control thread.
 */
public final class Health {
  private static final long NS_PER_SECOND = 1_000_000_000;

  private final LongSupplier conductorSilenceNs;
  private final LongSupplier mostSilenceNs;
  private final Supplier<Optional<RunningStage>> eventThread;
  private final Supplier<Optional<RunningStage>> allWorkers;
  private final BooleanSupplier settled;
  private boolean wasReady;

  /**
   * Makes the endpoints.
   *
   * @param conductorSilenceNs the time since the conductor ended a cycle
   * @param mostSilenceNs for how long that may be, by the configuration in force; as long may the
   *     event thread, or all workers, be in an application
   * @param eventThread the application that the event thread is in
   * @param allWorkers the application that the last of the workers is in; empty when one is free
   * @param settled whether the first topology is known, or none is awaited
   */
  Health(
      LongSupplier conductorSilenceNs,
      LongSupplier mostSilenceNs,
      Supplier<Optional<RunningStage>> eventThread,
      Supplier<Optional<RunningStage>> allWorkers,
      BooleanSupplier settled) {
    this.conductorSilenceNs = conductorSilenceNs;
    this.mostSilenceNs = mostSilenceNs;
    this.eventThread = eventThread;
    this.allWorkers = allWorkers;
    this.settled = settled;
  }

  /** Makes the endpoints of a running controller. */
  public static Health of(Maestro maestro) {
    return new Health(
        maestro::conductorSilenceNs,
        () -> maestro.config().control().thresholds().conductorNs(),
        () -> maestro.applications().eventThread(),
        () -> maestro.applications().requests().allWorkers(),
        () -> isTopologySettled(maestro));
  }

  /**
   * Whether the topology is known, as far as it can be: no application publishes one, no switch is
   * connected, or the first one has been published.
   */
  private static boolean isTopologySettled(Maestro maestro) {
    return maestro
        .applications()
        .network()
        .topology()
        .filter(Topology.EMPTY::equals)
        .filter(
            empty -> maestro.switches().all().stream().anyMatch(each -> Session.of(each).isReady()))
        .isEmpty();
  }

  /** Why the controller does not work and should be started again; empty when it does. */
  public Optional<String> failure() {
    long silenceNs = conductorSilenceNs.getAsLong();
    long mostNs = mostSilenceNs.getAsLong();
    if (silenceNs > mostNs) {
      return Optional.of(
          "the conductor has been stuck for " + silenceNs / NS_PER_SECOND + " seconds");
    }
    return stuck("the event thread has", eventThread.get(), mostNs)
        .or(() -> stuck("all workers have", allWorkers.get(), mostNs));
  }

  private static Optional<String> stuck(String who, Optional<RunningStage> stage, long mostNs) {
    return stage
        .filter(each -> each.elapsedNs() > mostNs)
        .map(
            each ->
                "%s been in application %s for %d seconds"
                    .formatted(who, each.application(), each.elapsedNs() / NS_PER_SECOND));
  }

  /** Why the controller has not begun its work; empty when it has. Once ready, it stays so. */
  Optional<String> unreadiness() {
    wasReady |= settled.getAsBoolean();
    return wasReady ? Optional.empty() : Optional.of("the first topology is not known yet");
  }

  /** Whether the controller works. */
  public Answer health() {
    return failure().map(Health::unavailable).orElse(Answer.line(200, "ok"));
  }

  /** Whether the controller has begun its work. */
  public Answer readiness() {
    return unreadiness().map(Health::unavailable).orElse(Answer.line(200, "ready"));
  }

  private static Answer unavailable(String why) {
    return Answer.line(503, why);
  }
}
