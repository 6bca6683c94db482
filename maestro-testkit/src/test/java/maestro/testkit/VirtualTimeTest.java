package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.emulator.condition.Judgement;
import maestro.network.VirtualNetwork;
import maestro.network.report.ScenarioMetrics;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.NetworkScenarioFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks with failures under the shipped routing. */
class VirtualTimeTest {
  private static final Path ROOT = Path.of(System.getProperty("maestro.root", ".."));
  private static final Path CONFIG = ROOT.resolve("config");
  private static final Path REPAIR = CONFIG.resolve("networks/repair.conf");

  @TempDir private Path folder;

  @Test
  void shouldRepairTenMinutesOfFailures() throws Exception {
    ScenarioReport report = run(scenario(REPAIR));
    assertThat(report.run().durationNs()).isEqualTo(TimeUnit.MINUTES.toNanos(10));
    assertThat(report.pings().sent()).isEqualTo(5 * 72);
    assertThat(report.flows().begun()).isGreaterThan(1000);
    assertThat(report.flows().lostPart()).isLessThan(0.1);
  }

  @Test
  void shouldGiveTheSameBytesWhenFailuresAreRunAgain() throws Exception {
    String text = Files.readString(REPAIR); // which it runs in a tenth of the time
    Path file = Files.writeString(folder.resolve("net.conf"), text.replace("0 s", " s"));
    ScenarioReport first = run(scenario(file));
    assertThat(first.run().durationNs()).isEqualTo(TimeUnit.MINUTES.toNanos(1));
    assertThat(first.events()).hasSize(6);
    assertThat(run(scenario(file)).json()).isEqualTo(first.json());
  }

  @Test
  void shouldPassTheExampleOfTheDocument() throws Exception {
    String document = Files.readString(ROOT.resolve("docs/network.md"));
    String example = document.split("```hocon\n", 2)[1].split("```", 2)[0];
    NetworkScenario scenario = scenario(Files.writeString(folder.resolve("net.conf"), example));
    ScenarioReport report = run(scenario);
    Judgement judgement = ScenarioMetrics.judge(scenario.failIf().orElseThrow(), report);
    assertThat(judgement.holds()).as("%s", judgement).isFalse();
  }

  private static NetworkScenario scenario(Path file) throws Exception {
    return NetworkScenarioFile.load(Optional.of(file), List.of());
  }

  private static ScenarioReport run(NetworkScenario scenario) throws Exception {
    try (VirtualNetwork network =
        new VirtualNetwork(
            scenario, new VirtualMaestroProvider().of(CONFIG.resolve("routing.conf"), List.of()))) {
      return network.run(TimeUnit.SECONDS.toNanos(30));
    }
  }
}
