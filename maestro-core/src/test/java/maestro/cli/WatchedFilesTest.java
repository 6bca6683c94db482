package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.Maestro;
import maestro.config.file.BadConfigurationException;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that an application reads, as its settings name them. */
class WatchedFilesTest {
  private static final String SOURCE =
      """
      import java.nio.file.*;
      import java.util.*;
      import maestro.api.*;
      public class App implements Application {
        public String name() { return "app"; }
        public String version() { return "1"; }
        public Stages start(ApplicationContext context) {
          Path file = context.file("rules").orElseThrow();
          List<String> lines;
          try {
            lines = Files.readAllLines(file);
          } catch (java.io.IOException e) {
            throw new BadSettingException("rules", file + ", which cannot be read", "a file");
          }
          for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equals("right")) {
              throw new BadSettingException("rules", file + ":" + (i + 1), "right");
            }
          }
          context.answers("GET", "lines", request -> RestAnswer.ok(Map.of("lines", lines.size())));
          return Stages.batch(() -> (RequestStage) (request, output) -> {});
        }
      }
      """;

  @TempDir Path folder;
  @AutoClose private Maestro maestro;
  private Reloader reloader;

  @BeforeEach
  void start() throws Exception {
    Files.createDirectory(folder.resolve("apps"));
    new JarBuilder()
        .compiled("App", SOURCE)
        .provider("App")
        .text("reference.conf", "applications.app.rules = \"\"")
        .write(folder.resolve("apps/app.jar"));
    configure("rules.txt");
    write("rules.txt", "right\n");
    Preparation prepared = prepare();
    maestro = Maestro.start(prepared.config().maestro(), prepared.configured(), prepared.found());
    reloader =
        new Reloader(
            maestro, Optional.empty(), this::prepare, prepared, List.of(folder.resolve("apps")));
  }

  private Preparation prepare() throws BadConfigurationException {
    return Preparation.of(
        Optional.of(folder.resolve("c.conf")), List.of(), List.of(folder.resolve("apps")));
  }

  private void configure(String rules) throws IOException {
    write(
        "c.conf",
        """
        maestro { listen = "127.0.0.1:0", distribution.workers = 1, control.listen = off }
        sequences.s { on = flow-request, run = [app] }
        applications.app.rules = %s
        """
            .formatted(rules));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private String linesInForce() {
    return maestro
        .applications()
        .answer("app", "GET", List.of("lines"), Map.of(), "")
        .join()
        .text();
  }

  @Test
  void shouldReadAFileAnewWhenItHasChanged() throws Exception {
    reloader.reloadIfChanged();
    assertThat(maestro.reloads().count()).as("nothing has changed").isZero();
    write("rules.txt", "right\nright\n");
    reloader.reloadIfChanged();
    assertThat(linesInForce()).contains("2");
    reloader.reloadIfChanged();
    assertThat(maestro.reloads().count()).isOne();
  }

  @Test
  void shouldKeepWhatItHasReadAndNameTheLineWhenTheFileHasAMistake() throws Exception {
    write("rules.txt", "right\nwrong\nright\n");
    reloader.reloadIfChanged();
    assertThat(maestro.reloads().last().problems())
        .singleElement()
        .asString()
        .isEqualTo(
            "%s: applications.app.rules: found %s; allowed: right"
                .formatted(folder.resolve("c.conf") + ":3", folder.resolve("rules.txt") + ":2"));
    assertThat(linesInForce()).contains("1");
    Files.delete(folder.resolve("rules.txt"));
    reloader.reloadIfChanged();
    assertThat(maestro.reloads().last().problems()).singleElement().asString().contains("cannot");
    write("rules.txt", "right\nright\nright\n");
    reloader.reloadIfChanged();
    assertThat(linesInForce()).contains("3");
    assertThat(maestro.reloads().count()).isOne();
  }

  @Test
  void shouldWatchAnotherFileWhenASettingNamesIt() throws Exception {
    write("other.txt", "right\nright\n");
    configure("other.txt");
    reloader.reloadIfChanged();
    assertThat(linesInForce()).contains("2");
    reloader.reloadIfChanged();
    write("rules.txt", "not read any more\n");
    reloader.reloadIfChanged();
    assertThat(maestro.reloads().count()).as("the files are known").isOne();
    write("other.txt", "right\n");
    reloader.reloadIfChanged();
    assertThat(linesInForce()).contains("1");
  }
}
