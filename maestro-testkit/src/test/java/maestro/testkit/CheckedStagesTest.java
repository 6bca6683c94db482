package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The applications that ship make none of the mistakes for which stages are checked. */
class CheckedStagesTest {
  private static final Path ROOT = Path.of(System.getProperty("maestro.root", ".."));
  private static final int SETTLE_SECONDS = 5;
  private static final int SSH = 22;
  private static final int TELNET = 23;
  private static final int HTTP = 80;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"torus:3x3, routing", "ring:4, secured", "linear:3, learning-switch"})
  void shouldFindNoMistakeOfTheApplicationsThatShip(String topology, String config)
      throws Exception {
    try (TestNetwork network =
        TestNetwork.start(topology, checked(config), 1, "1.3", SETTLE_SECONDS, List.of())) {
      network.pingAll();
      for (int port : List.of(HTTP, TELNET, SSH, HTTP)) {
        network.send("h1", TestFrame.tcp(1, 3, port));
        network.send("h3", TestFrame.tcp(3, 1, port));
        network.letPass(Duration.ofMillis(100));
      }
      network.pingAll();

      assertThat(network.findings()).isEmpty();
    }
  }

  private Path checked(String config) throws Exception {
    Path shipped = ROOT.resolve("config/" + config + ".conf").toAbsolutePath();
    return Files.writeString(
        folder.resolve(config + ".conf"),
        "include file(\"%s\")%nmaestro.applications.check-stages = true%n".formatted(shipped));
  }
}
