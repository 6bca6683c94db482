package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Debian package: looked at, and installed, used and purged in a copy of this machine. */
@Tag("package")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DebianPackageIT {
  private static final int NO_OVERLAY = 77;
  private static final Path SCRIPT =
      Rigs.PROJECT.resolve("maestro-system-tests/rig/debian-package.sh");

  private static String debianPackage;

  @BeforeAll
  static void find() throws IOException {
    try (Stream<Path> files = Files.list(Rigs.PROJECT.resolve("maestro-dist/target"))) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".deb")).toList();
      assertThat(found).as("the package in maestro-dist/target").hasSize(1);
      debianPackage = found.get(0).toString();
    }
  }

  @Test
  void shouldNeedNothingButAJavaAndWhatMakesAUser() throws Exception {
    Rigs.need("dpkg-deb");

    assertThat(Commands.succeed("dpkg-deb", "-f", debianPackage, "Depends").strip())
        .isEqualTo(
            "default-jre-headless (>= 2:1.17) | java17-runtime-headless, adduser,"
                + " init-system-helpers (>= 1.54~)");
    assertThat(Commands.succeed("dpkg-deb", "-f", debianPackage, "Architecture").strip())
        .isEqualTo("all");
  }

  @Test
  void shouldBelongToRootAndKeepConfigurationsWhenUpgraded() throws Exception {
    Rigs.need("dpkg-deb");

    String contents = Commands.succeed("dpkg-deb", "-c", debianPackage);

    assertThat(contents.lines())
        .allSatisfy(line -> assertThat(line).contains(" root/root "))
        .noneMatch(line -> line.startsWith("-") && !line.matches("-rw[-x]r-[-x]r-[-x] .*"));
    assertThat(contents)
        .contains(
            "./usr/bin/maestro -> ../share/maestro/bin/maestro",
            "./usr/share/maestro/lib/maestro.jar",
            "./usr/share/man/man1/maestro.1.gz",
            "./usr/share/bash-completion/completions/maestro",
            "./usr/share/doc/maestro/docs/licences.md");
    assertThat(Commands.succeed("dpkg-deb", "-I", debianPackage, "conffiles").lines())
        .containsExactlyInAnyOrder("/etc/default/maestro", "/etc/maestro/maestro.conf");
  }

  @Test
  void shouldHaveEachCommandInTheManualAndInTheCompletion() throws Exception {
    Path made = Path.of(debianPackage).resolveSibling("deb");
    String manual = Commands.succeed("gzip", "-dc", made.resolve("maestro.1.gz").toString());
    String completion = Files.readString(made.resolve("maestro.bash"));

    for (String command :
        List.of(
            "run",
            "check",
            "tls init",
            "status",
            "flows",
            "reload",
            "completion",
            "compare",
            "simulate",
            "bench soak")) {
      assertThat(manual).contains("\n.SS \"maestro " + command + "\"\n");
      assertThat(completion).contains("_picocli_maestro_" + command.replace(" ", "_") + "()");
    }
    assertThat(manual).contains("\n.B \\-\\-config FILE\n");
  }

  @Test
  void shouldSatisfyLintian() throws Exception {
    Rigs.need("lintian");

    Commands.succeed("lintian", "--fail-on", "error,warning,info", "-L", ">=info", debianPackage);
  }

  @Test
  void shouldServeReloadUpgradeAndLeaveNothingWhenPurged() throws Exception {
    Rigs.needRoot();
    Rigs.needHeard("HUP", 1);
    Rigs.need("dpkg", "unshare", "setpriv", "adduser");
    assumeTrue(
        Commands.run(Commands.PATIENCE, Map.of(), List.of("dpkg-query", "-W", "*-jre-headless"))
                .code()
            == 0,
        "skipped: Debian has no Java here");

    List<String> command = List.of(SCRIPT.toString(), debianPackage);
    Commands.Result result = Commands.run(Commands.PATIENCE, Map.of(), command);

    assumeTrue(result.code() != NO_OVERLAY, () -> "skipped: no overlay: " + result.output());
    assertThat(result.code()).as(result.output()).isZero();
    System.out.println(result.output().lines().filter(l -> l.startsWith("start ")).toList());
    assertThat(result.output())
        .contains(
            "user: maestro:/var/lib/maestro:/usr/sbin/nologin, state maestro:maestro 750",
            "/etc/maestro/maestro.conf: ok",
            "configuration: root:maestro 640",
            "class data: made",
            "runs as: maestro:maestro; lines on stdout: 1",
            "reload: in force",
            "upgrade: keeps the configuration and the running controller",
            "TLS: the recipe works, and the key of the CA is root's alone",
            "purged: the key of the CA stays, and a line says so",
            "purged: nothing is left");
    if (Commands.isInstalled("systemd-analyze")) {
      assertThat(result.output()).contains("unit: right", "exposure: 3 or better");
    }
    if (Files.isExecutable(Path.of("/lib/systemd/systemd"))) {
      assumeTrue(
          !result.output().contains("systemd: not booted"),
          () -> "skipped: the kernel refuses systemd a control group: " + result.output());
      assertThat(result.output())
          .contains(
              "systemd: start returns when the controller listens, and reload when it is done",
              "systemd: reload and start fail with a mistake, and the journal says which",
              "systemd: a controller that hangs is started again");
    }
  }
}
