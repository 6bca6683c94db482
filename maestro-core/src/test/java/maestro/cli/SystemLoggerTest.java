package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;

/** What an application logs by the JDK's own logger. */
class SystemLoggerTest {
  @Test
  void shouldComeIntoTheLogOfTheController() {
    try (LogOf log = new LogOf("hub")) {
      System.getLogger("hub").log(Level.INFO, "runs on {0}", "worker-0");
      assertThat(log.lines()).containsExactly("runs on worker-0");
    }
  }
}
