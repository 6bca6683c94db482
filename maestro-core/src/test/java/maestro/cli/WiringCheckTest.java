package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences that do not fit their applications, each with its line. */
class WiringCheckTest {
  @TempDir Path folder;

  @BeforeEach
  void makeApplications() throws IOException {
    application(
        "topology",
        "context.publishes(\"topology\", String.class, \"\");",
        "onLldp(maestro.api.ReceivedFrame frame)");
    application(
        "routes", "context.reads(\"topology\", String.class);", "onViewChanged(String view)");
    application("mover", "context.announces(\"moved\", String.class);", "onTimer()");
    new JarBuilder()
        .compiled(
            "Local",
            """
            public class Local implements maestro.api.Application {
              public String name() { return "local"; }
              public String version() { return "1"; }
              public maestro.api.Stages start(maestro.api.ApplicationContext context) {
                context.switchLocal(info -> 1);
                return maestro.api.Stages.batch(() -> (batch, output) -> {});
              }
            }
            """)
        .provider("Local")
        .write(folder.resolve("local.jar"));
  }

  private void application(String name, String declaration, String method) throws IOException {
    new JarBuilder()
        .compiled(
            "App",
            """
            public class App implements maestro.api.Application {
              public String name() { return "%s"; }
              public String version() { return "1"; }
              public maestro.api.Stages start(maestro.api.ApplicationContext context) {
                %s
                return maestro.api.Stages.events(new maestro.api.EventStage() {
                  public void %s {}
                });
              }
            }
            """
                .formatted(name, declaration, method))
        .provider("App")
        .write(folder.resolve(name + ".jar"));
  }

  private List<String> check(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("my.conf"), text);
    StringWriter err = new StringWriter();
    StringWriter out = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute("check", file.toString(), "--apps", folder.toString());
    assertThat(code).as(err.toString()).isEqualTo(err.toString().isEmpty() ? 0 : 1);
    return err.toString().lines().map(line -> line.replace(file.toString(), "my.conf")).toList();
  }

  @Test
  void shouldSayOkWhenEverythingFits() throws IOException {
    assertThat(
            check(
                """
                sequences {
                  discovery { on = lldp, run = [topology] }
                  routes { on = view-changed, view = topology, run = [routes] }
                  moves { every = 1 s, run = [mover] }
                  requests { on = flow-request, stall-on = topology, run = [local] }
                }
                """))
        .isEmpty();
  }

  @Test
  void shouldNameTheLineOfEverythingThatDoesNotFit() throws IOException {
    assertThat(
            check(
                """
                sequences {
                  a { on = lldp, run = [topology, mover] }
                  b { on = view-changed, view = [topology, toplogy], run = [routes] }
                  c { on = announced
                      event = gone
                      run = [mover] }
                  d { on = flow-request
                      stall-on = hosts
                      ordering = none
                      run = [local, topology] }
                  e { every = 1 s, run = [mover] }
                }
                """))
        .containsExactly(
            "my.conf:2: sequences.a.run: found 'mover', which does nothing on lldp; allowed:"
                + " applications that do; it handles every",
            "my.conf:3: sequences.b.view: found 'toplogy', which no application in a sequence"
                + " publishes; allowed: topology",
            "my.conf:6: sequences.c.run: found 'mover', which does nothing on announced; allowed:"
                + " applications that do; it handles every",
            "my.conf:5: sequences.c.event: found 'gone', which no application in a sequence"
                + " announces; allowed: moved",
            "my.conf:9: sequences.d.ordering: found 'none', but local keeps state of each switch;"
                + " allowed: strict",
            "my.conf:10: sequences.d.run: found 'topology', which does nothing on flow-request;"
                + " allowed: applications that do; it handles lldp",
            "my.conf:8: sequences.d.stall-on: found 'hosts', which no application in a sequence"
                + " publishes; allowed: topology");
  }

  @Test
  void shouldSayItWhenAViewIsReadThatNobodyMakes() throws IOException {
    assertThat(
            check(
                """
                sequences {
                  hello { on = flow-request, run = [local] }
                  routes { on = view-changed, view = topology, run = [routes] }
                }
                """))
        .containsExactly(
            "my.conf:3: sequences.routes.view: found 'topology', which no application in a sequence"
                + " publishes; allowed: none",
            "my.conf:1: sequences: routes reads the view 'topology', which no application in a"
                + " sequence publishes; published: none");
  }

  @Test
  void shouldRefuseToSpreadSwitchesWhenApplicationsShareAViewOfTheNetwork() throws IOException {
    String text =
        """
        maestro.cluster {
          self = a
          members { a = "127.0.0.1:6660", b = "127.0.0.1:6661" }
          spread = %s
        }
        sequences {
          discovery { on = lldp, run = [topology] }
          routes { on = view-changed, view = topology, run = [routes] }
          requests { on = flow-request, run = [local] }
        }
        """;

    assertThat(check(text.formatted("true")))
        .containsExactly(
            "my.conf:4: maestro.cluster.spread: found true with routes, which reads the view"
                + " 'topology'; allowed: false, as each member sees only the switches that it"
                + " serves",
            "my.conf:4: maestro.cluster.spread: found true with topology, which publishes the view"
                + " 'topology'; allowed: false, as each member sees only the switches that it"
                + " serves");
    assertThat(check(text.formatted("false"))).isEmpty();
  }

  @Test
  void shouldNameTheJarWhenTwoApplicationsMakeOneView() throws IOException {
    application("other", "context.publishes(\"topology\", String.class, \"\");", "onTimer()");
    assertThat(
            check(
                """
                sequences {
                  a { on = lldp, run = [topology] }
                  b { every = 1 s, run = [other] }
                }
                """))
        .singleElement()
        .asString()
        .contains("the view 'topology' is published by 'other' already");
  }

  @Test
  void shouldSayItInOneLineWhenAnApplicationThrowsAnErrorAsItStarts() throws IOException {
    application("broken", "if (true) throw new AssertionError(\"no\");", "onTimer()");
    assertThat(check("sequences.a { every = 1 s, run = [broken] }"))
        .containsExactly(
            folder
                + "/broken.jar: the application 'broken' could not start:"
                + " java.lang.AssertionError: no; thrown at broken.jar//App.start(App.java:5)");
  }

  @Test
  void shouldSayEachCauseOnceWhenAnApplicationThrowsAsItStarts() throws IOException {
    application(
        "broken",
        "if (true) throw new IllegalStateException(\"no server\", new RuntimeException("
            + "new java.net.BindException(\"in use\")));",
        "onTimer()");
    assertThat(check("sequences.a { every = 1 s, run = [broken] }"))
        .containsExactly(
            folder
                + "/broken.jar: the application 'broken' could not start:"
                + " java.lang.IllegalStateException: no server; caused by"
                + " java.lang.RuntimeException: java.net.BindException: in use; thrown at"
                + " broken.jar//App.start(App.java:5)");
  }

  @Test
  void shouldNameThePresetWhenItsOrderingDoesNotFitAndTakeAnOwnOne() throws IOException {
    String text =
        "maestro.distribution { strategy = round-robin, preset = paper }\n"
            + "sequences.all { on = flow-request, run = [local]%s }";
    assertThat(check(text.formatted("")))
        .containsExactly(
            "preset paper: sequences.all.ordering: found 'none', but local keeps state of each"
                + " switch; allowed: strict");
    assertThat(check(text.formatted(", ordering = strict"))).isEmpty();
  }
}
