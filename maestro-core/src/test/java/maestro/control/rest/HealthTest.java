package maestro.control.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.sequence.application.RunningStage;
import org.junit.jupiter.api.Test;

class HealthTest {
  private long silenceNs;
  private RunningStage eventThread;
  private RunningStage allWorkers;
  private boolean settled;
  private final Health health =
      new Health(
          () -> silenceNs,
          () -> 10_000_000_000L,
          () -> Optional.ofNullable(eventThread),
          () -> Optional.ofNullable(allWorkers),
          () -> settled);

  @Test
  void shouldBeHealthyUnlessTheConductorIsStuck() {
    silenceNs = TimeUnit.SECONDS.toNanos(10);
    assertThat(health.health().status()).isEqualTo(200);
    silenceNs = TimeUnit.SECONDS.toNanos(11);
    assertThat(health.health().status()).isEqualTo(503);
    assertThat(health.health().body()).isEqualTo("the conductor has been stuck for 11 seconds\n");
  }

  @Test
  void shouldBeHealthyUnlessTheEventThreadHangsInAnApplication() {
    eventThread = new RunningStage("slow", "event thread", TimeUnit.SECONDS.toNanos(10));
    assertThat(health.health().status()).isEqualTo(200);
    eventThread = new RunningStage("slow", "event thread", TimeUnit.SECONDS.toNanos(11));
    assertThat(health.health().status()).isEqualTo(503);
    assertThat(health.health().body())
        .isEqualTo("the event thread has been in application slow for 11 seconds\n");
    assertThat(health.failure()).isPresent();
  }

  @Test
  void shouldBeHealthyUnlessAllWorkersHangInApplications() {
    allWorkers = new RunningStage("slow", "worker 1", TimeUnit.SECONDS.toNanos(10));
    assertThat(health.health().status()).isEqualTo(200);
    allWorkers = new RunningStage("slow", "worker 1", TimeUnit.SECONDS.toNanos(11));
    assertThat(health.failure())
        .contains("all workers have been in application slow for 11 seconds");
  }

  @Test
  void shouldBeReadyFromTheFirstTopologyOn() {
    assertThat(health.readiness().status()).isEqualTo(503);
    settled = true;
    assertThat(health.readiness().status()).isEqualTo(200);
    settled = false;
    assertThat(health.readiness().status()).isEqualTo(200);
  }
}
