package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The emulated network, as a user starts it, under our controller, as a user starts it. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class NetworkIT {
  private static final String MAESTRO = Rigs.PROJECT.resolve("maestro").toString();

  @TempDir Path folder;

  @Test
  void shouldLoseNoPingInAFatTreeThatIsRouted() throws Exception {
    JsonNode result = pingAll("routing.conf", "--topology", "fattree:4", "--settle", "20s");
    assertThat(result.get("switches").asInt()).isEqualTo(20);
    assertThat(result.get("pings").asInt()).isEqualTo(16 * 15);
    assertThat(result.get("stretch").asDouble()).as("shortest paths").isBetween(0.9, 1.1);
    assertThat(result.get("mostEntries").asInt()).isBetween(1, 100);
  }

  @Test
  void shouldLoseNoPingInALineOfLearningSwitchesOf13() throws Exception {
    String options = "--openflow 1.3 --topology linear:6 --hosts 2 --buffers 0";
    JsonNode result = pingAll("learning-switch.conf", options.split(" "));
    assertThat(result.get("pings").asInt()).isEqualTo(12 * 11);
    assertThat(result.get("loops").asInt()).as("a line has none").isZero();
    assertThat(result.get("duplicates").asInt()).isZero();
    assertThat(result.get("roundTrip").get("meanMs").asDouble()).isPositive();
  }

  @Test
  void shouldSayHowManySwitchesAreKnownWhenThereIsNoController() throws Exception {
    List<String> command =
        List.of(MAESTRO, "network", "--pingall", "--topology", "ring:3", "--connect-timeout", "2s");
    try (ProgramOutput network = start(command, "1")) {
      assertThat(network.code()).as(network::text).isEqualTo(1);
      assertThat(network.text()).contains("the controller knows 0 of 3 switches: ");
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130, false", "TERM, 143, false", "TERM, 143, true"})
  void shouldReportWhatHappenedUntilThenWhenAScenarioIsInterrupted(
      String signal, int code, boolean virtual) throws Exception {
    Rigs.needHeard(signal, code - 128);
    Path file =
        Files.writeString(
            folder.resolve("long.conf"),
            """
            name = long
            topology = "linear:3"
            settle = 0 s
            duration = 24 h
            traffic = [{ kind = udp, from = all, to = all, per-second = 20, size = 5 KiB, rate = 1M }]
            """);
    Path json = folder.resolve("result.json");
    Path html = folder.resolve("page.html");
    List<String> command =
        new ArrayList<>(List.of(MAESTRO, "network", "--scenario", file.toString()));
    command.addAll(List.of("--json", json.toString(), "--html", html.toString()));
    command.addAll(List.of("--fail-if", "lost(frames) > 100 %"));
    try (StartedController controller = StartedController.startWith("learning-switch.conf")) {
      if (virtual) {
        Path config = Rigs.PROJECT.resolve("config/learning-switch.conf");
        command.addAll(List.of("--virtual-time", "--config", config.toString()));
      } else {
        command.addAll(List.of("--connect-timeout", "4m", "--controller"));
        command.add("127.0.0.1:" + controller.port());
      }
      Map<String, String> environment = Map.of("JAVA_HOME", System.getProperty("java.home"));
      try (ProgramOutput network =
          ProgramOutput.start(folder.resolve("network.said"), environment, command)) {
        network.awaitText("scenario long begins: 86400.0 s");
        String pid = String.valueOf(network.pid());
        Commands.succeed("kill", "-" + signal, pid);
        assertThat(network.code()).as(network::text).isEqualTo(code);
        assertThat(network.text())
            .contains("interrupted   before its end at 86400.0 s")
            .contains("fail-if: not judged: the scenario was interrupted");
      }
    }
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.get("interrupted").asBoolean()).isTrue();
    assertThat(result.get("durationNs").asLong()).isLessThan(TimeUnit.HOURS.toNanos(24));
    assertThat(html).exists();
  }

  private JsonNode pingAll(String configuration, String... options) throws Exception {
    Path json = folder.resolve("result.json");
    try (StartedController controller = StartedController.startWith(configuration)) {
      List<String> command = new ArrayList<>(List.of(MAESTRO, "network", "--pingall"));
      command.addAll(List.of("--timeout", "4m", "--connect-timeout", "4m"));
      command.addAll(List.of("--json", json.toString()));
      command.addAll(List.of(options));
      try (ProgramOutput network = start(command, controller.port())) {
        assertThat(network.code()).as(() -> network.text() + controller.log()).isZero();
        assertThat(network.text()).contains("lost          0 (0.00 %)");
      }
    }
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.get("lost").asInt()).isZero();
    return result;
  }

  private ProgramOutput start(List<String> command, String port) throws Exception {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("--controller", "127.0.0.1:" + port));
    return ProgramOutput.start(
        folder.resolve("network.said"),
        Map.of("JAVA_HOME", System.getProperty("java.home")),
        whole);
  }
}
