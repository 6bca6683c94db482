package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
  private static final String SEQUENCE = "sequences.s { on = flow-request, run = [echo] }\n";

  /** Other tests run at the same time. */
  private static final String NO_CONTROL = "--set=maestro.control.listen=off";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path apps;

  @BeforeEach
  void makeApplication() throws IOException {
    apps = Files.createDirectory(folder.resolve("apps"));
    new JarBuilder()
        .application("Echo", "echo")
        .text("reference.conf", "applications.echo { size = 3 }")
        .write(apps.resolve("echo.jar"));
  }

  @Test
  void shouldPrintHelpToStdoutWhenAsked() {
    assertThat(maestro("--help")).isZero();
    assertThat(out.toString()).contains("run", "check", "apps");
    assertThat(maestro("run", "--help")).isZero();
    assertThat(out.toString())
        .contains("--config", "--listen", "--workers", "--strategy", "--apps", "--set");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldExplainOnStderrWhenTheCommandLineIsWrong() {
    assertThat(maestro()).isEqualTo(2);
    assertThat(maestro("fly")).isEqualTo(2);
    assertThat(maestro("run", "--speed", "9")).isEqualTo(2);
    assertThat(maestro("run", "--set", "novalue")).isEqualTo(2);
    assertThat(maestro("check")).isEqualTo(2);
    assertThat(maestro("check", "a.conf", "b.conf")).isEqualTo(2);
    assertThat(maestro("check", "a.conf", "--config", "b.conf")).isEqualTo(2);
    assertThat(err.toString())
        .contains("Missing command", "fly", "--speed", "found 'novalue'; allowed: KEY=VALUE");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldHelpWithEachCommandWhenAskedByTheCommandForIt() {
    assertThat(maestro("help")).isZero();
    assertThat(out.toString()).contains("run", "check", "apps", "tls", "simulate");
    assertThat(maestro("help", "run")).isZero();
    assertThat(out.toString()).contains("--config", "--log-level");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldPrintACompletionThatKnowsCommandsAndOptionsWhenAsked() {
    assertThat(maestro("completion")).isZero();
    assertThat(out.toString())
        .contains("bashcompinit", "complete -F _complete_maestro", "switches", "--token-file");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldListTheCommandsWhenOneIsUnknown() {
    assertThat(maestro("chek", "--apps", "x")).isEqualTo(2);
    assertThat(maestro("tls", "fly")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "maestro: found 'chek'; allowed: run, check, apps, tls, help, status, top, switches,"
                + " links, hosts, flows, static-flows, reservations, path, events, weight,"
                + " rate-limit, delay-bound, log-level, reload, completion, compare, emulate,"
                + " network, diff, agent, bench, simulate; did you mean 'check'?",
            "maestro tls: found 'fly'; allowed: init, add");
  }

  @Test
  void shouldSayOkWhenTheConfigurationIsRight() throws IOException {
    Path file = write(SEQUENCE + "applications.echo.size = 4");

    assertThat(maestro("check", file.toString(), "--apps", apps.toString())).isZero();
    assertThat(maestro("check", "--config", file.toString(), "--apps", apps.toString())).isZero();
    assertThat(out.toString()).isEqualTo((file + ": ok" + System.lineSeparator()).repeat(2));
  }

  @Test
  void shouldFindFoldersThatTheConfigurationNamesWhenCheckingAndListing() throws IOException {
    Path file = write(SEQUENCE + "maestro.applications.directories = [apps]");

    assertThat(maestro("check", file.toString())).isZero();
    assertThat(maestro("apps", "--config", file.toString())).isZero();
    assertThat(out.toString()).contains("echo  1.2      1    " + apps.resolve("echo.jar"));
  }

  @Test
  void shouldSayEveryMistakeWhenFileCommandLineAndJarsAreWrong() throws IOException {
    Path jar = Files.writeString(apps.resolve("x.jar"), "no jar");
    Path file = write(SEQUENCE + "applications.echo.siz = 4");

    int code =
        maestro("check", file.toString(), "--apps", apps.toString(), "--set", "maestro.listen=x");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("--set: maestro.listen: found 'x'; allowed: "),
            line ->
                assertThat(line)
                    .isEqualTo(
                        file
                            + ":2: applications.echo.siz: unknown key; allowed: size; did you mean"
                            + " 'size'?"),
            line -> assertThat(line).startsWith(jar + ": cannot be read: "));
  }

  @Test
  void shouldGoOnWithoutABrokenJarWhenToldToSkipIt() throws IOException {
    Files.writeString(apps.resolve("x.jar"), "no jar");
    Path file = write(SEQUENCE + "maestro.applications { directories = [apps], on-broken = skip }");

    assertThat(maestro("check", file.toString())).isZero();
  }

  @Test
  void shouldNameTheOptionWhenItsValueIsWrong() throws IOException {
    Path file = write(SEQUENCE);

    int code =
        maestro(
            "run",
            "--config=" + file,
            "--apps=" + apps,
            "--listen=nowhere",
            "--workers=many",
            "--strategy=fair");

    assertThat(code).isEqualTo(1);
    assertThat(err.toString().lines())
        .extracting(line -> line.replaceAll("; allowed.*", ""))
        .containsExactly(
            "--listen: maestro.listen: found 'nowhere'",
            "--strategy: maestro.distribution.strategy: found 'fair'",
            "--workers: maestro.distribution.workers: found 'many'");
  }

  @Test
  void shouldRefuseToRunWhenNoSequenceIsConfigured() throws IOException {
    assertThat(maestro("run", "--listen", "127.0.0.1:0")).isEqualTo(1);
    assertThat(err.toString()).startsWith("(no --config): sequences: none is configured");
    Path file = write("maestro.listen = \"127.0.0.1:0\"");
    assertThat(maestro("check", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(file + ": sequences: none is configured");
  }

  @Test
  void shouldListBrokenJarsBesideTheGoodOnesWhenListing() throws IOException {
    Files.writeString(apps.resolve("x.jar"), "no jar");

    assertThat(maestro("apps", "--apps", apps.toString())).isEqualTo(1);
    assertThat(out.toString().lines()).hasSize(2);
    assertThat(err.toString()).startsWith(apps.resolve("x.jar") + ": cannot be read: ");
  }

  @Test
  void shouldNameTheLineWhenAnApplicationRejectsItsSetting() throws IOException {
    new JarBuilder()
        .compiled(
            "Picky",
            """
            public class Picky implements maestro.api.Application {
              public String name() { return "picky"; }
              public String version() { return "1"; }
              public maestro.api.Stages start(maestro.api.ApplicationContext context) {
                int size = context.config().getInt("size");
                if (size == 0) throw new IllegalStateException("nothing");
                throw new maestro.api.BadSettingException("size", size, "prime numbers");
              }
            }
            """)
        .provider("Picky")
        .text("reference.conf", "applications.picky.size = 4")
        .write(apps.resolve("picky.jar"));
    Path file =
        write("sequences.s { on = flow-request, run = [picky] }\napplications.picky.size = 9");
    String found = "; allowed: prime numbers" + System.lineSeparator();

    assertThat(maestro("check", file.toString(), "--apps=" + apps)).isEqualTo(1);
    assertThat(
            maestro(
                "run", "--config=" + file, "--apps=" + apps, "--listen=127.0.0.1:0", NO_CONTROL))
        .isEqualTo(1);
    String line = file + ":2: applications.picky.size: found 9" + found;
    assertThat(err.toString()).isEqualTo(line + line);

    maestro("check", file.toString(), "--apps=" + apps, "--set=applications.picky.size=0");
    assertThat(err.toString())
        .endsWith(
            apps.resolve("picky.jar")
                + ": the application 'picky' could not start: java.lang.IllegalStateException:"
                + " nothing"
                + System.lineSeparator());
  }

  @Test
  void shouldNameWhereTheAddressWasSetWhenItIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      Path file = write(SEQUENCE + "maestro.listen = \"" + address + '"');

      assertThat(maestro("run", "--config=" + file, "--apps=" + apps, NO_CONTROL)).isEqualTo(1);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString())
          .isEqualTo(
              file
                  + ":2: maestro.listen: cannot listen on "
                  + address
                  + ": Address already in use"
                  + System.lineSeparator());
    }
  }

  @Test
  void shouldNotStartWhenTheControlPortThatWasSetIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      Path file = write(SEQUENCE + "maestro.control.listen = \"" + address + '"');

      assertThat(maestro("run", "--config=" + file, "--apps=" + apps, "--listen=127.0.0.1:0"))
          .isEqualTo(1);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString())
          .isEqualTo(
              file
                  + ":2: maestro.control.listen: cannot listen on "
                  + address
                  + ": Address already in use"
                  + System.lineSeparator());
    }
  }

  @Test
  void shouldNameTheLineWhenTheCertificateOfTheControlListenerIsMissing() throws IOException {
    Path file =
        write(SEQUENCE + "maestro.control { private-key = k.pem, certificate = \"none.pem\" }");
    String key = folder.resolve("k.pem") + " does not exist; allowed: a file in PEM";
    String line = file + ":2: maestro.control.private-key: " + key + System.lineSeparator();

    assertThat(maestro("check", file.toString(), "--apps=" + apps)).isEqualTo(1);
    assertThat(maestro("run", "--config=" + file, "--apps=" + apps, "--listen=127.0.0.1:0"))
        .isEqualTo(1);
    assertThat(err.toString()).isEqualTo(line + line);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("my.conf"), text);
  }

  private int maestro(String... args) {
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }
}
