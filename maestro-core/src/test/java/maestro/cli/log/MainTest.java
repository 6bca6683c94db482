package maestro.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.cli.Main;
import maestro.sequence.JarBuilder;
import org.assertj.core.api.ThrowingConsumer;
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
    assertThat(maestro("run", "--stratgy=fair-share")).isEqualTo(2);
    assertThat(maestro("run", "--set", "novalue")).isEqualTo(2);
    assertThat(maestro("check")).isEqualTo(2);
    assertThat(maestro("check", "a.conf", "b.conf")).isEqualTo(2);
    assertThat(maestro("check", "a.conf", "--config", "b.conf")).isEqualTo(2);
    assertThat(maestro("apps", "--config")).isEqualTo(2);
    assertThat(maestro("apps", "--config", "a", "--config", "b")).isEqualTo(2);
    assertThat(maestro("apps", "--config", "a", "--help=no")).isEqualTo(2);
    assertThat(maestro("run", "my.conf")).isEqualTo(2);
    assertThat(maestro("tls", "add")).isEqualTo(2);
    assertThat(maestro("tls", "init", "nosuch/folder", "--days", "0")).isEqualTo(2);
    assertThat(maestro("tls", "init", "nosuch/folder", "--days", "99999999999")).isEqualTo(2);
    assertThat(maestro("--log-level", "wran", "run")).isEqualTo(2);
    String ofRun =
        "--apps, --check-applications, --config, --help, --listen, --log-format, --log-level,"
            + " --set, --strategy, --until-stdin-ends, --version, --workers";
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("maestro: found no command; allowed: run, check,"),
            line -> assertThat(line).startsWith("maestro: found 'fly'; allowed: run, check, apps"),
            says("run: found '--stratgy'; allowed: " + ofRun + "; did you mean '--strategy'?"),
            says("run: --set: found 'novalue'; allowed: KEY=VALUE"),
            says("check: found no FILE or --config FILE; allowed: (FILE | --config=FILE)"),
            says("check: found 'b.conf' at the end; allowed: (FILE | --config=FILE)"),
            says("check: found FILE, --config=FILE together; allowed: one of them"),
            says("apps: --config: found no value; allowed: FILE"),
            says("apps: --config: found twice; allowed: once"),
            says("apps: --help: found 'no'; allowed: no value"),
            says("run: found 'my.conf'; allowed: only options: " + ofRun),
            says("tls add: found no DIR; allowed: DIR"),
            says("tls init: --days: found 0; allowed: 1 to 36500"),
            says("tls init: --days: found '99999999999'; allowed: a whole number up to 2147483647"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "maestro: --log-level: found 'wran'; allowed: error, warn, info, debug,"
                            + " trace; did you mean 'warn'?; help: maestro --help"));
    assertThat(out.toString()).isEmpty();
  }

  /** The line for a mistake, which ends with how to get help. */
  private static ThrowingConsumer<String> says(String mistake) {
    String command = mistake.substring(0, mistake.indexOf(':'));
    return line ->
        assertThat(line)
            .isEqualTo("maestro %s; help: maestro %s --help".formatted(mistake, command));
  }

  @Test
  void shouldGiveTheJournalThePriorityOfAnErrorWhenAStartFails() {
    try {
      assertThat(maestro("run", "--config", "no/such.conf", "--log-format", "journal"))
          .isEqualTo(1);
    } finally {
      LogSetup.setFormat(LogFormat.TEXT);
    }
    assertThat(err.toString()).isEqualTo("<3>no/such.conf: no such file\n");
  }

  @Test
  void shouldExplainAWrongArgumentOfTheCommandHelp() {
    assertThat(maestro("help", "runn")).isEqualTo(2);
    assertThat(maestro("help", "--all")).isEqualTo(2);
    assertThat(maestro("help", "tls", "fly")).isEqualTo(2);
    assertThat(maestro("help", "run", "away")).isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("maestro: found 'runn'; allowed: run, check, apps,")
                    .endsWith("; did you mean 'run'?; help: maestro --help"),
            says("help: found '--all'; allowed: --help, --log-format, --log-level"),
            says("tls: found 'fly'; allowed: init, add"),
            says("help: found 'away' at the end; allowed: COMMAND"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldHelpWithEachCommandWhenAskedByTheCommandForIt() {
    assertThat(maestro("help")).isZero();
    assertThat(out.toString()).contains("run", "check", "apps", "tls", "simulate");
    assertThat(maestro("help", "run")).isZero();
    assertThat(out.toString()).contains("--config", "--log-level");
    assertThat(maestro("help", "tls", "init")).isZero();
    assertThat(out.toString()).contains("Usage: maestro tls init ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldPrintACompletionThatKnowsCommandsAndOptionsWhenAsked() {
    assertThat(maestro("completion")).isZero();
    assertThat(out.toString())
        .contains("bashcompinit", "complete -F _complete_maestro", "switches", "--token-file");
    assertThat(out.toString().lines())
        .as("the commands of other jars, with no option of the controller")
        .anyMatch(line -> line.matches(".*local commands=\".* compare .* simulate paper\".*"))
        .containsSubsequence(
            "function _picocli_maestro_compare() {",
            "  local flag_opts=\"'-h' '--help' '-V' '--version'\"",
            "  local arg_opts=\"\"");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldListTheCommandsWhenOneIsUnknown() {
    assertThat(maestro("chek", "--apps", "x")).isEqualTo(2);
    assertThat(maestro("tls", "fly")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "maestro: found 'chek'; allowed: run, check, apps, new-app, tls, help, status, top, switches,"
                + " switch, ports, links, hosts, flows, static-flows, reservations, path, cluster,"
                + " events, weight, rate-limit, delay-bound, role, log-level, reload, completion,"
                + " demo, compare, emulate, network, diff, agent, bench, simulate, paper; did you"
                + " mean 'check'?; help: maestro"
                + " --help",
            "maestro tls: found 'fly'; allowed: init, add; help: maestro tls --help");
  }

  @Test
  void shouldSayOkWhenTheConfigurationIsRight() throws IOException {
    Path file = write(SEQUENCE + "applications.echo.size = 4");

    assertThat(maestro("check", file.toString(), "--apps", apps.toString())).isZero();
    assertThat(maestro("check", "--config", file.toString(), "--apps", apps.toString())).isZero();
    assertThat(out.toString()).isEqualTo((file + ": ok" + System.lineSeparator()).repeat(2));
  }

  @Test
  void shouldSayWhatAPresetMeansWhenTheConfigurationIsRight() throws IOException {
    Path file = write(SEQUENCE);
    String preset = "maestro.distribution.preset=nox";
    String strategy = "maestro.distribution.strategy=static-partition";

    assertThat(
            maestro("check", file + "", "--apps=" + apps, "--set=" + preset, "--set=" + strategy))
        .isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            file + ": ok",
            "preset nox with static-partition means:",
            "  maestro.distribution.read-size = 512 KiB");
  }

  @Test
  void shouldSayWhichRequestsASequenceTakesWhenTheConfigurationIsRight() throws IOException {
    String switches =
        """
        maestro.switches.1 { name = core-1, ports.48.name = uplink }
        sequences.here { on = flow-request, run = [echo], when { switches = [0x2a, core-1], vlans = [20, 3] } }
        sequences.there { on = flow-request, run = [echo], when { ports = ["core-1/uplink", "2/LOCAL"], vlans = 4 } }
        sequences.anywhere { on = flow-request, run = [echo], when { vlans = 5 } }
        """;
    Path file = write(SEQUENCE + switches);

    assertThat(maestro("check", file + "", "--apps=" + apps)).isZero();
    assertThat(out.toString().lines())
        .containsExactlyInAnyOrder(
            file + ": ok",
            "sequence here: requests of switch 00:00:00:00:00:00:00:01 (core-1), switch"
                + " 00:00:00:00:00:00:00:2a of VLAN 3, 20",
            "sequence there: requests of switch 00:00:00:00:00:00:00:01 (core-1) port 48 (uplink),"
                + " switch 00:00:00:00:00:00:00:02 port LOCAL of VLAN 4",
            "sequence anywhere: requests of VLAN 5");
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

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .allMatch(line -> line.endsWith("; help: maestro run --help"))
        .extracting(line -> line.replaceAll("; allowed.*", ""))
        .containsExactly(
            "maestro run: --listen: found 'nowhere'",
            "maestro run: --strategy: found 'fair'",
            "maestro run: --workers: found 'many'");
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
  void shouldOnlyNameTheBrokenJarWhenThereIsNoConfiguration() throws IOException {
    Path jar = Files.writeString(apps.resolve("x.jar"), "no jar");

    assertThat(maestro("run", "--apps", apps.toString())).isEqualTo(1);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith(jar + ": cannot be read: ");
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

    assertThat(
            maestro("check", file.toString(), "--apps=" + apps, "--set=applications.picky.size=8"))
        .isEqualTo(2);
    assertThat(err.toString())
        .endsWith(
            "maestro check: --set: applications.picky.size: found '8'; allowed: prime numbers;"
                + " help: maestro check --help\n");

    maestro("check", file.toString(), "--apps=" + apps, "--set=applications.picky.size=0");
    assertThat(err.toString())
        .endsWith(
            apps.resolve("picky.jar")
                + ": the application 'picky' could not start: java.lang.IllegalStateException:"
                + " nothing; thrown at picky.jar//Picky.start(Picky.java:6)"
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
