package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.Maestro;
import maestro.config.file.BadConfigurationException;
import maestro.sequence.JarBuilder;
import maestro.sequence.application.ApplicationStartException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of an application over reloads and restarts of its controller. */
class KeptStateTest {
  private static final String SOURCE =
      """
      import java.util.Map;
      import maestro.api.*;
      public class App implements Application {
        public String name() { return "app"; }
        public String version() { return "1"; }
        public Stages start(ApplicationContext context) {
          Store store = context.store();
          context.answers("GET", "value", request -> RestAnswer.ok(
              Map.of("value", store.text("key").orElse("none"))));
          context.answers("PUT", "value", request -> {
            store.put("key", (String) request.json().get("value"));
            return RestAnswer.ok(Map.of());
          });
          return Stages.batch(() -> (RequestStage) (request, output) -> {});
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    Files.createDirectory(folder.resolve("apps"));
    new JarBuilder().compiled("App", SOURCE).provider("App").write(folder.resolve("apps/app.jar"));
    Files.writeString(
        folder.resolve("c.conf"),
        """
        maestro { listen = "127.0.0.1:0", distribution.workers = 1, control.listen = off }
        maestro.applications.store = state
        sequences.s { on = flow-request, run = [app] }
        """);
  }

  private Preparation prepare() throws BadConfigurationException {
    return Preparation.of(
        Optional.of(folder.resolve("c.conf")), List.of(), List.of(folder.resolve("apps")));
  }

  private static Maestro start(Preparation prepared) throws Exception {
    return Maestro.start(prepared.config().maestro(), prepared.configured(), prepared.found());
  }

  private static String ask(Maestro maestro, String method, String body) {
    return maestro
        .applications()
        .answer("app", method, List.of("value"), Map.of(), body)
        .join()
        .text();
  }

  @Test
  void shouldBeThereAfterAReloadAndAfterARestart() throws Exception {
    try (Maestro maestro = start(prepare())) {
      assertThat(ask(maestro, "GET", "")).contains("none");
      ask(maestro, "PUT", "{\"value\": \"kept\"}");
      Preparation next = prepare();
      maestro.reloads().reload(next.config().maestro(), next.configured(), next.found());
      assertThat(ask(maestro, "GET", "")).contains("kept");
      ask(maestro, "PUT", "{\"value\": \"kept longer\"}");
    }
    try (Maestro maestro = start(prepare())) {
      assertThat(ask(maestro, "GET", "")).contains("kept longer");
    }
  }

  @Test
  void shouldNotStartAndNameTheKeyWhenAnotherControllerHasTheFile() throws Exception {
    Preparation second = prepare();
    try (Maestro maestro = start(prepare())) {
      ApplicationStartException failure =
          catchThrowableOfType(ApplicationStartException.class, () -> start(second).close());
      assertThat(second.explained(failure).problems())
          .containsExactly(
              "%s:2: maestro.applications.store: found %s, which another controller has; allowed: a"
                      .formatted(folder.resolve("c.conf"), folder.resolve("state"))
                  + " file for this one");
      assertThat(ask(maestro, "GET", "")).contains("none");
    }
    start(second).close(); // a start that fails has given everything back
  }

  @Test
  void shouldTouchNoFileWhenAConfigurationIsChecked() throws Exception {
    Preparation prepared = prepare();
    Maestro.check(prepared.config().maestro(), prepared.configured());
    assertThat(folder.resolve("state")).doesNotExist();
  }
}
