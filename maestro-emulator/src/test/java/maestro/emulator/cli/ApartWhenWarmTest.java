package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.Progress.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A controller gets a processor of its own when the warm-up is nearly over. */
class ApartWhenWarmTest {
  private static final long SELF = ProcessHandle.current().pid();
  private static final String BOTH = "0-1";

  private Process controller;

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Files.exists(Path.of("/usr/bin/taskset")), "taskset is here");
    assumeTrue(allowed(SELF).equals(BOTH), "there are two processors");
    controller = new ProcessBuilder("sleep", "600").start();
  }

  @AfterEach
  void end() {
    if (controller != null) {
      controller.destroy();
    }
  }

  @Test
  void shouldSeparateThemWhenTheWarmUpIsNearlyOver() throws IOException {
    try (ApartWhenWarm apart = new ApartWhenWarm(controller.pid(), Progress.NONE)) {
      apart.at(Stage.LEARNING, 100, 100, 0);
      apart.at(Stage.WARMING_UP, 2200, 3000, 0);
      assertThat(allowed(controller.pid())).as("the JVM still compiles").isEqualTo(BOTH);

      apart.at(Stage.WARMING_UP, 2250, 3000, 0);
      assertThat(allowed(controller.pid())).isEqualTo("0");
      assertThat(allowed(SELF)).isEqualTo("1");
    }
    assertThat(allowed(SELF)).as("the next controller inherits it").isEqualTo(BOTH);
  }

  @Test
  void shouldSeparateThemWhenThereIsNoWarmUp() throws IOException {
    try (ApartWhenWarm apart = new ApartWhenWarm(controller.pid(), Progress.NONE)) {
      apart.at(Stage.MEASURING, 0, 1000, 0);
      assertThat(allowed(controller.pid())).isEqualTo("0");
    }
  }

  @Test
  void shouldCallItNoLimitOfTheOperatorWhenTheyAreSeparated() throws IOException {
    String cores = Emulation.machine().cores();
    try (ApartWhenWarm apart = new ApartWhenWarm(controller.pid(), Progress.NONE)) {
      apart.at(Stage.MEASURING, 0, 1000, 0);
      assertThat(Emulation.machine().cores())
          .isEqualTo(cores + ", 1 for the controller and 1 for the emulator");
    }
    assertThat(Emulation.machine().cores()).isEqualTo(cores);
  }

  @Test
  void shouldTellTheOtherHowFarItIs() throws IOException {
    StringBuilder told = new StringBuilder();
    Progress other = (stage, done, total, answered) -> told.append(stage).append(' ').append(done);
    try (ApartWhenWarm apart = new ApartWhenWarm(controller.pid(), other)) {
      apart.at(Stage.LEARNING, 7, 100, 0);
    }
    assertThat(told).hasToString("LEARNING 7");
  }

  private static String allowed(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("");
  }
}
