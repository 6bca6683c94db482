package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import maestro.api.Application;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/first-application.md, as they stand there, in a shell: from the archive to
 * an application on Open vSwitch. It prints how long each step takes.
 */
@Tag("package")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FirstApplicationIT {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```");
  private static final String IN_FORCE = "the new configuration is in force";
  private static final String NOBODY_ANSWERED = "(?m)^124$";

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> times = new ArrayList<>();
  private final long beganNs = System.nanoTime();
  private Path project;
  private List<String> page;

  private static List<String> blocks(Path document) throws IOException {
    String text = Files.readString(document);
    return BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
  }

  /** A folder with the archive, and an empty home. Maven is that of the wrapper. */
  @BeforeEach
  void prepare() throws IOException {
    page = blocks(Rigs.PROJECT.resolve("docs/first-application.md"));
    assertThat(page).hasSize(11);
    project = folder.resolve("my-firewall");
    Path archive = UnpackedArchive.file();
    Files.copy(archive, folder.resolve(archive.getFileName()));
    Path programs = Files.createDirectory(folder.resolve("bin"));
    Path maven = Files.writeString(programs.resolve("mvn"), maven());
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
    environment.put("PATH", programs + ":" + System.getenv("PATH"));
    environment.put("HOME", Files.createDirectory(folder.resolve("home")).toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
  }

  /** What it fetches goes into a repository of the test's own, before that of the machine. */
  private String maven() {
    String home = System.getProperty("user.home");
    List<String> command =
        Rigs.outside(
            List.of(
                Rigs.PROJECT.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Dmaven.repo.local.tail=" + Path.of(home, ".m2", "repository")));
    return "#!/bin/sh\nHOME=%s exec %s \"$@\"\n".formatted(home, String.join(" ", command));
  }

  @AfterEach
  void tellTimes() {
    times.add(seconds(beganNs) + " in all");
    System.out.println("docs/first-application.md: " + String.join(", ", times));
  }

  private static String seconds(long sinceNs) {
    return (System.nanoTime() - sinceNs) / 1_000_000_000 + " s";
  }

  private static List<String> shell(Path where, String block) {
    return List.of("bash", "-c", "cd '%s'\n%s".formatted(where, block));
  }

  private String run(String step, Path where, String block)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    String output = Commands.succeed(environment, shell(where, block).toArray(String[]::new));
    times.add(step + " " + seconds(startNs));
    return output;
  }

  @Test
  void shouldLeadFromTheArchiveToAnApplicationOnOpenVSwitch() throws Exception {
    assertThat(run("project", folder, page.get(0))).contains("MyFirewall.java", "README.md");
    assertThat(blocks(project.resolve("README.md"))).containsExactly(page.get(5), page.get(9));
    assertThat(run("build", project, page.get(1))).as("warnings").doesNotContain("WARNING");
    assertThat(project.resolve("target/surefire-reports"))
        .isDirectoryContaining("glob:**MyFirewallTest.txt")
        .isDirectoryContaining("glob:**MyFirewallNetworkTest.txt");
    assertThat(run("check", project, page.get(2)))
        .containsPattern("(?m)^my-firewall +1.0 +" + Application.API_LEVEL + " ")
        .contains("my-firewall.conf: ok");
    List<String> controller = shell(project, "exec " + page.get(3));
    try (StartedController started = StartedController.by(controller, environment)) {
      assertThat(run("network", project, page.get(4))).containsPattern("(?m)^lost +0 ");
      onOpenVSwitch(started);
      started.stopCleanly();
    }
  }

  @SuppressWarnings("try") // the rigs are held, not used
  private void onOpenVSwitch(StartedController controller) throws Exception {
    Path state = Files.createDirectory(folder.resolve("ovs"));
    try (Rigs unused = Rigs.acquire("ovs-vsctl", "ovs-vswitchd", "ip");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(state)) {
      environment.putAll(ovs.environment());
      try {
        assertThat(run("Open vSwitch", project, page.get(5)))
            .contains("3 packets transmitted")
            .doesNotContain("100% packet loss")
            .containsPattern(NOBODY_ANSWERED)
            .contains("tp_dst=23 actions=drop");
        String before = controller.log();
        run("setting", project, page.get(6));
        controller.awaitLog(IN_FORCE, 1);
        run("new version", project, page.get(7));
        controller.awaitLog(IN_FORCE, 2);
        assertThat(run("new port", project, page.get(8))).containsPattern(NOBODY_ANSWERED);
        assertThat(controller.log().substring(before.length())).doesNotContain(" left: ");
      } finally {
        run("end", project, page.get(9));
      }
    }
  }
}
