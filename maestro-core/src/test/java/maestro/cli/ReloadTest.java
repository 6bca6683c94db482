package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import maestro.Maestro;
import maestro.config.file.CommandLineSetting;
import maestro.net.Messages;
import maestro.net.PassiveSwitch;
import maestro.sequence.JarBuilder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that take the place of others while switches are connected. */
class ReloadTest {
  @TempDir Path folder;

  /**
   * An application that answers by a port, and has state, tasks and open questions everywhere. It
   * hands its state over by the names of API level 3.
   */
  private Path jar(int port) throws IOException {
    String source =
        """
        import java.time.Duration;
        import maestro.api.*;
        @SuppressWarnings("removal")
        public class App implements Application {
          static class State { int count; }
          record Value(int port) {}
          public String name() { return "app"; }
          public String version() { return "%1$d"; }
          public Stages start(ApplicationContext context) {
            SwitchLocal<State> local = context.switchLocal(info -> new State());
            int before = context.inherited().map(bytes -> (int) bytes[0]).orElse(0);
            context.leaves(() -> new byte[] {%1$d});
            PublishedView<Value> view = context.publishes("v", Value.class, new Value(0));
            context.background("sleeper", () -> {
              context.switches();
              Thread.sleep(1_000_000);
            });
            RequestStage stage = (request, output) -> {
              if (local.of(request).count++ >= 0) {
                output.forward(request, %1$d + 100 * before + view.at(request).port());
              }
            };
            return Stages.batch(() -> stage).andEvents(new EventStage() {
              public void onSwitchJoined(SwitchInfo info) {
                view.publish(new Value(0));
                context.after(Duration.ofHours(1), () -> view.publish(new Value(1)));
                var factory = context.switches().factory(info.datapathId());
                context.switches().request(info.datapathId(), factory.buildBarrierRequest().build())
                    .thenAccept(parts -> view.publish(new Value(2)));
              }
            });
          }
        }
        """
            .formatted(port);
    Path next = folder.resolve("next");
    new JarBuilder().compiled("App", source).provider("App").write(next);
    Files.createDirectories(folder.resolve("apps"));
    return Files.move(next, folder.resolve("apps/app.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  private Preparation prepare() throws Exception {
    return prepare("[app]");
  }

  private Preparation prepare(String onJoin) throws Exception {
    return Preparation.of(
        Optional.empty(),
        List.of(
            new CommandLineSetting("--set", "maestro.listen", "127.0.0.1:0"),
            new CommandLineSetting("--set", "maestro.distribution.workers", "2"),
            new CommandLineSetting(
                "--set", "sequences.requests", "{ on = flow-request, run = [app] }"),
            new CommandLineSetting(
                "--set", "sequences.events", "{ on = switch-joined, run = " + onJoin + " }")),
        List.of(folder.resolve("apps")));
  }

  private static ClassLoader loader(Preparation prepared) {
    return prepared.applications().get(0).application().getClass().getClassLoader();
  }

  private static int ask(Socket socket, int xid) throws IOException {
    socket.getOutputStream().write(Messages.packetIn(1, xid));
    while (true) {
      byte[] header = socket.getInputStream().readNBytes(8);
      byte[] body =
          socket
              .getInputStream()
              .readNBytes(((header[2] & 0xff) << 8) + (header[3] & 0xff) - header.length);
      if (Messages.xid(header) == xid) {
        return ((body[12] & 0xff) << 8) + (body[13] & 0xff);
      }
    }
  }

  @Test
  void shouldLetGoOfTheOldClassesWhenOthersTakeTheirPlaceWhileSwitchesAreConnected()
      throws Exception {
    jar(30);
    Preparation first = prepare();
    WeakReference<ClassLoader> old = new WeakReference<>(loader(first));
    Maestro maestro = Maestro.start(first.config().maestro(), first.configured());
    try (maestro;
        Socket socket = PassiveSwitch.join(maestro.address(), 1)) {
      socket.setSoTimeout(120_000);
      assertThat(ask(socket, 70_001)).isEqualTo(30);
      for (int port = 31; port < 34; port++) {
        jar(port);
        Preparation next = prepare();
        maestro.reloads().reload(next.config().maestro(), next.configured());
        first.close();
        first = next;
        assertThat(ask(socket, 70_000 + port))
            .as("itself and the one before")
            .isEqualTo(port + 100 * (port - 1));
      }
      Awaitility.await()
          .alias("the first jar's classes are collected")
          .until(
              () -> {
                System.gc();
                return old.get() == null;
              });
      assertThat(loader(first)).as("the last one's are not").isNotNull();
      assertThat(ask(socket, 80_000)).isEqualTo(3233);
    }
    first.close();
  }

  /** A jar with an application that publishes what another jar's application reads. */
  private void sharingJars(int port) throws IOException {
    String value = "package shared; public interface Value { int port(); }";
    String maker =
        """
        import maestro.api.*;
        public class Maker implements Application, EventStage {
          record Own(int port) implements shared.Value {}
          public String name() { return "maker"; }
          public String version() { return "1"; }
          public Stages start(ApplicationContext context) {
            context.publishes("v", Own.class, new Own(%d));
            return Stages.events(this);
          }
          public void onSwitchJoined(SwitchInfo info) {}
        }
        """
            .formatted(port);
    String user =
        """
        import maestro.api.*;
        public class User implements Application {
          public String name() { return "app"; }
          public String version() { return "1"; }
          public Stages start(ApplicationContext context) {
            View<shared.Value> view = context.reads("v", shared.Value.class);
            RequestStage stage =
                (request, output) -> output.forward(request, view.at(request).port());
            return Stages.batch(() -> stage);
          }
        }
        """;
    Path apps = Files.createDirectories(folder.resolve("apps"));
    Path next = folder.resolve("next");
    Path types = new JarBuilder().compiled("shared.Value", value).write(folder.resolve("types"));
    new JarBuilder()
        .seeing(types)
        .compiled("shared.Value", value)
        .compiled("Maker", maker)
        .provider("Maker")
        .manifest("Maestro-Exports", "shared")
        .write(next);
    Files.move(next, apps.resolve("maker-1.0.jar"), StandardCopyOption.REPLACE_EXISTING);
    new JarBuilder()
        .seeing(types)
        .compiled("User", user)
        .provider("User")
        .manifest("Maestro-Uses", "maker.jar")
        .write(next);
    Files.move(next, apps.resolve("app.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void shouldShareATypeBetweenTwoJarsWhenTheyAreReadAnew() throws Exception {
    sharingJars(30);
    Preparation first = prepare("[maker]");
    Maestro maestro = Maestro.start(first.config().maestro(), first.configured());
    try (maestro;
        Socket socket = PassiveSwitch.join(maestro.address(), 1)) {
      socket.setSoTimeout(120_000);
      assertThat(ask(socket, 70_001)).isEqualTo(30);
      sharingJars(31);
      Preparation next = prepare("[maker]");
      maestro.reloads().reload(next.config().maestro(), next.configured());
      first.close();
      first = next;
      assertThat(ask(socket, 70_002)).isEqualTo(31);
    }
    first.close();
  }
}
