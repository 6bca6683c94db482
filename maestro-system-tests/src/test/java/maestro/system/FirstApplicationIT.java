package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.api.Application;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/first-application.md tells the reader to do, done, within the time that it says. */
@Tag("package")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FirstApplicationIT {
  private static final Duration BUILD = Duration.ofMinutes(8);
  private static final String IN_FORCE = "the new configuration is in force";

  @TempDir Path folder;

  @Test
  void shouldRunWhatTheArchiveAloneHasMadeAndReplaceItWhileSwitchesStayConnected()
      throws Exception {
    UnpackedArchive archive = UnpackedArchive.into(folder);
    Path project = folder.resolve("my-firewall");
    assertThat(archive.run("new-app", project.toString(), "--package", "org.example.fw"))
        .contains("MyFirewall.java", "README.md");
    String built = build(project);
    assertThat(built).as("Maven warns of nothing").doesNotContain("WARNING");
    assertThat(project.resolve("target/surefire-reports"))
        .isDirectoryContaining("glob:**MyFirewallTest.txt")
        .isDirectoryContaining("glob:**MyFirewallNetworkTest.txt");
    String apps = project.resolve("target").toString();
    Path config = project.resolve("my-firewall.conf");
    assertThat(archive.run("apps", "--apps", apps).lines())
        .anyMatch(line -> line.matches("my-firewall +1.0 +" + Application.API_LEVEL + " .*"));
    assertThat(archive.run("check", config.toString(), "--apps", apps)).contains(": ok");

    List<String> run =
        archive.command(
            "run",
            "--config",
            config.toString(),
            "--apps",
            apps,
            "--listen",
            "127.0.0.1:0",
            "--set",
            "maestro.control.listen=127.0.0.1:0",
            "--set", // while Maven builds, nobody answers what the controller asks
            "maestro.connection.request-timeout=1 h",
            "--set",
            "maestro.connection.echo-interval=50 m",
            "--set",
            "maestro.connection.echo-timeout=1 h");
    try (StartedController controller = StartedController.by(run, archive.environment())) {
      try (BareSwitch sw = new BareSwitch(Integer.parseInt(controller.port()), 1)) {
        sw.ask(1, 2, -1);
        replace(config, "closed-ports = [23]", "closed-ports = [23, 443]");
        controller.awaitLog(IN_FORCE, 1);
        replace(
            project.resolve("src/main/java/org/example/fw/MyFirewall.java"),
            "return \"1.0\";",
            "return \"1.1\";");
        build(project);
        controller.awaitLog(IN_FORCE, 2);
        sw.ask(1, 2, -1); // on the connection that the old one answered on
        assertThat(controller.log()).doesNotContain(" left: ");
      }
      controller.stopCleanly();
    }
  }

  private static void replace(Path file, String text, String by) throws IOException {
    String before = Files.readString(file);
    assertThat(before).contains(text);
    Files.writeString(file, before.replace(text, by));
  }

  /**
   * Runs Maven as the reader does, but that what it fetches goes into a repository of the test's
   * own, before that of the machine.
   */
  private String build(Path project) throws IOException, InterruptedException {
    Path machines = Path.of(System.getProperty("user.home"), ".m2", "repository");
    List<String> command = new ArrayList<>();
    command.add(Rigs.PROJECT.resolve("mvnw").toString());
    command.addAll(List.of("-B", "-ntp", "-f", project.toString()));
    command.add("-Dmaven.repo.local=" + folder.resolve("repository"));
    command.add("-Dmaven.repo.local.tail=" + machines);
    command.add("package");
    Map<String, String> sameJava = Map.of("JAVA_HOME", System.getProperty("java.home"));
    Commands.Result result = Commands.run(BUILD, sameJava, Rigs.outside(command));
    assertThat(result.code()).as(result.output()).isZero();
    return result.output();
  }
}
