package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableSetupsTest {
  private static final Path ROOT = Path.of(System.getProperty("maestro.root", ".."));

  @Test
  void shouldStartFromAConfigurationOfTheInstallation() {
    assertThat(config(TableSetups.FAIR)).hasFileName("learning-switch.conf").isRegularFile();
    assertThat(config(TableSetups.FAIR_COSTLY)).hasFileName("costly.conf").isRegularFile();
  }

  @Test
  void shouldStartTheLimitWithoutAConfiguration() {
    assertThat(ControllerSetup.LIMIT.command(ROOT)).endsWith("limit", "--listen", "127.0.0.1:0");
  }

  private static Path config(ControllerSetup setup) {
    List<String> command = setup.command(ROOT);
    return Path.of(command.get(command.indexOf("--config") + 1));
  }
}
