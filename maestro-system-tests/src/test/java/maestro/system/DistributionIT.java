package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The unpacked archive does what a checkout does, without Maven and in an empty home. */
@Tag("package")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DistributionIT {
  private static final String SWITCHING = "config/learning-switch.conf";

  @TempDir static Path unpacked;
  private static UnpackedArchive archive;

  @TempDir Path folder;

  @BeforeAll
  static void unpack() throws Exception {
    archive = UnpackedArchive.into(unpacked);
  }

  @Test
  void shouldHaveWhatAUserNeeds() throws IOException {
    try (Stream<Path> files = Files.list(archive.path("."))) {
      assertThat(files.map(f -> f.getFileName().toString()).filter(f -> !f.startsWith("sbom.")))
          .containsExactlyInAnyOrder(
              "CHANGELOG.md",
              "CONTRIBUTING.md",
              "LICENSE",
              "NOTICE",
              "README.md",
              "SECURITY.md",
              "apps",
              "bin",
              "config",
              "docs",
              "lib",
              "licences",
              "repository");
    }
    assertThat(archive.path("docs/operating.md")).isRegularFile();
    assertThat(archive.path("bin/maestro")).isExecutable();
  }

  /** Jars of the repository that the archive has elsewhere, too, are links to these. */
  @Test
  void shouldHaveARepositoryForProjectsOfApplications() throws IOException {
    try (Stream<Path> files = Files.walk(archive.path("repository"))) {
      List<Path> poms = files.filter(f -> f.toString().endsWith(".pom")).toList();
      assertThat(poms).hasSize(6);
      for (Path pom : poms) {
        assertThat(pom).content().doesNotContain("@");
        String jar = pom.getFileName().toString().replace(".pom", ".jar");
        assertThat(pom.resolveSibling(jar)).isRegularFile();
        assertThat(Files.isSymbolicLink(pom.resolveSibling(jar)))
            .as(jar)
            .isEqualTo(!jar.startsWith("maestro-api"));
      }
    }
  }

  @Test
  void shouldHaveEveryFileAndHeadingThatItsDocumentsLinkTo() throws IOException {
    Path root = archive.path(".").normalize();
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> documents = files.filter(f -> f.toString().endsWith(".md")).toList();
      assertThat(documents).hasSizeGreaterThan(10);
      assertThat(Markdown.brokenLinks(root, documents)).as("links that lead nowhere").isEmpty();
    }
  }

  @Test
  void shouldSayItsVersion() throws Exception {
    String version = archive.path(".").normalize().getFileName().toString().replace('-', ' ');

    assertThat(archive.run("--version")).contains(version);
  }

  @Test
  void shouldFindItsApplications() throws Exception {
    assertThat(archive.run("apps"))
        .contains("learning-switch", "bandwidth-on-demand", "apps/maestro-apps.jar");
  }

  @Test
  void shouldCheckTheConfigurationsThatItHas() throws Exception {
    try (Stream<Path> files = Files.list(archive.path("config"))) {
      List<Path> configurations = files.filter(f -> f.toString().endsWith(".conf")).toList();
      assertThat(configurations).isNotEmpty();
      for (Path each : configurations) {
        assertThat(archive.run("check", each.toString())).contains(each + ": ok\n");
      }
    }
  }

  @Test
  void shouldServeASwitch() throws Exception {
    List<String> run =
        archive.command(
            "run",
            "--listen",
            "127.0.0.1:0",
            "--set",
            "maestro.control.listen=127.0.0.1:0",
            "--config",
            archive.path(SWITCHING).toString());
    try (StartedController controller = StartedController.by(run, archive.environment());
        BareSwitch client = new BareSwitch(Integer.parseInt(controller.port()), 1)) {
      client.ask(1, 2, -1);
      controller.stopCleanly();
    }
  }

  @Test
  void shouldMakeCertificates() throws Exception {
    Path pki = folder.resolve("pki");

    archive.run("tls", "init", pki.toString(), "--switch", "0x2a");

    assertThat(pki.resolve("ca-cert.pem")).isRegularFile();
  }

  @Test
  void shouldCompareStrategies() throws Exception {
    String table =
        archive.run(
            "compare",
            "--quick",
            "--strategies",
            "fair-share,round-robin",
            "--duration",
            "200ms",
            "--workers",
            "1",
            "--allow-errors", // on a busy machine a controller may not answer in time
            "--out",
            folder.resolve("out").toString());

    assertThat(table).contains("fair-share", "round-robin");
  }

  @Test
  void shouldSimulate() throws Exception {
    assertThat(
            archive.run(
                "simulate", "--cores", "2", "--duration", "100ms", "--strategies", "fair-share"))
        .contains("fair-share");
  }

  @Test
  void shouldListTheMeasuredTargets() throws Exception {
    assertThat(archive.run("bench", "table", "--list")).contains("max");
    assertThat(archive.run("bench", "jmh", "-l")).contains("RoutingBenchmark");
  }

  @Test
  void shouldSayWhatIsMissingWhenAJarIs() throws Exception {
    UnpackedArchive broken = UnpackedArchive.into(folder);
    Files.delete(broken.path("lib/maestro.jar"));

    Commands.Result result =
        Commands.run(Commands.PATIENCE, broken.environment(), broken.command("--version"));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.output()).contains("a jar is missing in ", "unpack the archive again");
  }
}
