package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The unit of the Debian package, as far as its numbers depend on each other. */
class ServiceUnitTest {
  private final Map<String, String> settings = new HashMap<>();

  ServiceUnitTest() throws IOException {
    Path unit =
        Path.of(System.getProperty("maestro.root", ".."))
            .resolve("maestro-dist/src/deb/maestro.service");
    for (String line : Files.readAllLines(unit)) {
      int at = line.indexOf('=');
      if (at > 0 && !line.startsWith("#")) {
        settings.putIfAbsent(line.substring(0, at), line.substring(at + 1));
      }
    }
  }

  private int number(String name) {
    return Integer.parseInt(settings.getOrDefault(name, ""));
  }

  @Test
  void shouldEndTheAttemptsHoweverLongAStartTakesToFail() {
    int slowest = number("TimeoutStartSec") + number("TimeoutStopSec") + number("RestartSec");

    assertThat(number("StartLimitIntervalSec")).isGreaterThan(number("StartLimitBurst") * slowest);
  }

  @Test
  void shouldWaitUntilItListensAndStartAControllerAgainThatHangs() {
    assertThat(settings)
        .containsEntry("Type", "notify")
        .containsEntry("Restart", "on-failure")
        .containsEntry("WatchdogSignal", "SIGQUIT"); // the JVM writes what each thread does
    assertThat(number("WatchdogSec")).isPositive();
  }
}
