package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The emulated network under controllers of other projects, as these are. */
@Tag("switch")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ForeignControllersIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"1.0, OpenFlow10", "1.3, OpenFlow13"})
  void shouldLoseNoPingUnderTheControllerOfOpenVSwitch(String version, String name)
      throws Exception {
    Rigs.need("ovs-testcontroller");
    String port = "" + Rigs.freePort();
    pingAll(
        version,
        port,
        List.of(
            "ovs-testcontroller",
            "-O",
            name,
            "--unixctl=" + folder.resolve("ctl"),
            "ptcp:" + port + ":127.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldLoseNoPingUnderAnApplicationOnOsKen(String version) throws Exception {
    String home = System.getenv("MAESTRO_OS_KEN");
    assumeTrue(home != null, "skipped: MAESTRO_OS_KEN does not name a Python with os-ken");
    Path osKen = Path.of(home, "bin", "osken-manager");
    assumeTrue(Files.isExecutable(osKen), () -> "skipped: there is no " + osKen);
    String port = "" + Rigs.freePort();
    pingAll(
        version,
        port,
        List.of(
            osKen.toString(),
            "--ofp-listen-host=127.0.0.1",
            "--ofp-tcp-listen-port=" + port,
            application().toString()));
  }

  /** The wheel of os-ken has no application but the switch tester. */
  private Path application() throws IOException {
    Path file = folder.resolve("os_ken_learning.py");
    try (InputStream in = getClass().getResourceAsStream("/os_ken_learning.py")) {
      Files.copy(in, file);
    }
    return file;
  }

  private void pingAll(String version, String port, List<String> controller) throws Exception {
    Path json = folder.resolve("result.json");
    List<String> network =
        List.of(
            Rigs.PROJECT.resolve("maestro").toString(),
            "network",
            "--openflow=" + version,
            "--topology=linear:3",
            "--hosts=2",
            "--controller=127.0.0.1:" + port,
            "--connect-timeout=5m",
            "--settle=1s",
            "--timeout=4m",
            "--pingall",
            "--json=" + json);
    try (ProgramOutput other =
            ProgramOutput.start(folder.resolve("controller"), Map.of(), controller);
        ProgramOutput switches =
            ProgramOutput.start(folder.resolve("network"), Map.of(), network)) {
      assertThat(switches.code()).as(() -> switches.text() + other.text()).isZero();
    }
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.get("pings").asInt()).isEqualTo(6 * 5);
    assertThat(result.get("lost").asInt()).isZero();
    assertThat(result.get("mostEntries").asInt()).as("it installs entries").isPositive();
  }
}
