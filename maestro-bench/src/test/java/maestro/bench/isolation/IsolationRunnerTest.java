package maestro.bench.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import org.junit.jupiter.api.Test;

class IsolationRunnerTest {
  private static final Path CONFIG =
      Path.of(System.getProperty("maestro.root", ".."), "config/learning-switch.conf");

  @Test
  void shouldAcceptTheSettingsOfEachAttack() throws BadConfigurationException {
    check("maestro.distribution.strategy=round-robin");
  }

  @Test
  void shouldBeAWrongCommandLineWhenASettingIsWrong() {
    BadConfigurationException unknown =
        catchThrowableOfType(
            BadConfigurationException.class, () -> check("maestro.distribution.workrs=1"));
    assertThat(unknown.isInOptions()).isTrue();
    assertThat(unknown.problems())
        .singleElement()
        .asString()
        .startsWith("--set: maestro.distribution.workrs: unknown key; allowed: ")
        .endsWith("; did you mean 'workers'?");
  }

  private static void check(String setting) throws BadConfigurationException {
    IsolationRunner.check(CONFIG, Attacks.ALL, List.of(CommandLineSetting.parse("--set", setting)));
  }
}
