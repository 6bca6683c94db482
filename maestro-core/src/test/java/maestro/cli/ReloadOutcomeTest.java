package maestro.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code systemctl reload} runs, by the line of the unit, beside a process that reloads. */
class ReloadOutcomeTest {
  private static final Path UNIT =
      Path.of(System.getProperty("maestro.root", ".."))
          .resolve("maestro-dist/src/deb/maestro.service");
  private static final Pattern LINE = Pattern.compile("(?m)^ExecReload=/bin/sh -c '([^']*)'$");

  @TempDir Path folder;
  private Process controller;

  /** Says that it has begun, and a line for each SIGHUP. */
  @BeforeEach
  void begin() throws IOException {
    controller =
        new ProcessBuilder(
                "sh", "-c", "trap 'echo asked' HUP; echo begun; while true; do sleep 0.01; done")
            .start();
    assertThat(controller.inputReader().readLine()).isEqualTo("begun");
  }

  @AfterEach
  void end() {
    controller.destroyForcibly();
  }

  private Process reload() throws IOException {
    String unit = Files.readString(UNIT).replace("\\\n", " ");
    Matcher line = LINE.matcher(unit);
    assertThat(line.find()).as("a line with sh").isTrue();
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line.group(1).replace("$$", "$")).redirectErrorStream(true);
    builder.environment().put("RUNTIME_DIRECTORY", folder.toString());
    builder.environment().put("MAINPID", Long.toString(controller.pid()));
    return builder.start();
  }

  private static String outcome(Process reload) throws IOException {
    return new String(reload.getInputStream().readAllBytes(), UTF_8);
  }

  @Test
  void shouldEndWellWhenTheConfigurationIsInForce() throws Exception {
    new ReloadOutcome(Optional.of(folder)).leave(List.of("of a reload before"));
    Process reload = reload();
    assertThat(controller.inputReader().readLine()).isEqualTo("asked");
    assertThat(reload.isAlive()).isTrue();
    new ReloadOutcome(Optional.of(folder)).leave(List.of());
    assertThat(outcome(reload)).isEmpty();
    assertThat(reload.waitFor()).isZero();
  }

  @Test
  void shouldFailWithTheMistakesWhenTheReloadIsRefused() throws Exception {
    Process reload = reload();
    assertThat(controller.inputReader().readLine()).isEqualTo("asked");
    new ReloadOutcome(Optional.of(folder)).leave(List.of("maestro.conf:3: a mistake", "another"));
    assertThat(outcome(reload)).isEqualTo("maestro.conf:3: a mistake\nanother\n");
    assertThat(reload.waitFor()).isEqualTo(1);
  }

  @Test
  void shouldFailWhenTheControllerEnds() throws Exception {
    Process reload = reload();
    assertThat(controller.inputReader().readLine()).isEqualTo("asked");
    controller.destroyForcibly().waitFor();
    assertThat(reload.waitFor()).isEqualTo(1);
  }

  @Test
  void shouldLeaveNothingWithoutSystemd() {
    new ReloadOutcome(Optional.empty()).leave(List.of("a mistake"));
    assertThat(folder).isEmptyDirectory();
  }
}
