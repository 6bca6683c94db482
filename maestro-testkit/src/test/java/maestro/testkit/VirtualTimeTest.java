package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.emulator.network.NetworkScenario;
import maestro.emulator.network.NetworkScenarioFile;
import maestro.emulator.network.ScenarioReport;
import maestro.emulator.network.VirtualNetwork;
import org.junit.jupiter.api.Test;

/** Ten minutes with failures under the shipped routing. */
class VirtualTimeTest {
  private static final Path CONFIG = Path.of(System.getProperty("maestro.root", ".."), "config");

  @Test
  void shouldGiveTheSameBytesWhenTenMinutesWithFailuresAreRunAgain() throws Exception {
    ScenarioReport first = run();
    assertThat(first.run().durationNs()).isEqualTo(TimeUnit.MINUTES.toNanos(10));
    assertThat(first.pings().sent()).isEqualTo(5 * 72);
    assertThat(first.flows().begun()).isGreaterThan(1000);
    assertThat(first.flows().lostPart()).isLessThan(0.1);
    assertThat(run().json()).isEqualTo(first.json());
  }

  private static ScenarioReport run() throws Exception {
    NetworkScenario scenario =
        NetworkScenarioFile.load(Optional.of(CONFIG.resolve("networks/repair.conf")), List.of());
    try (VirtualNetwork network =
        new VirtualNetwork(
            scenario, new VirtualMaestroProvider().of(CONFIG.resolve("routing.conf"), List.of()))) {
      return network.run(TimeUnit.SECONDS.toNanos(30));
    }
  }
}
