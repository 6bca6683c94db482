package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/first-application.md tells the reader to do, done. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FirstApplicationIT {
  private static final String EXAMPLE = "docs/examples/first-application";
  private static final Duration BUILD = Duration.ofMinutes(8);
  private static final int FLOOD = OpenFlow.PORT_FLOOD & 0xffff;

  @TempDir Path folder;

  private final List<BareSwitch> switches = new ArrayList<>();

  @Test
  void shouldRunOnAllWorkersAndBeReplacedWhileSwitchesStayConnected() throws Exception {
    Path checkout = checkout();
    copy(EXAMPLE + "/pom.xml", checkout);
    copy(EXAMPLE + "/hub.conf", checkout);
    copy(EXAMPLE + "/src", checkout);
    copy("maestro-api/target/test-classes/maestro/api", checkout); // as after a build
    Path project = checkout.resolve(EXAMPLE);
    maven(checkout, "install", "-Dmaven.test.skip=true", "-pl", "maestro-api", "-am");
    assertThat(checkout.resolve("maestro-api/target/surefire-reports")).doesNotExist();
    Path apps = Files.createDirectory(folder.resolve("my-apps"));
    build(project);
    Files.copy(project.resolve("target/hub.jar"), apps.resolve("hub.jar"));

    try (StartedController controller =
        StartedController.start(
            List.of(
                "--config",
                project.resolve("hub.conf").toString(),
                "--apps",
                apps.toString(),
                "--workers",
                "3",
                "--strategy",
                "static-partition",
                "--set", // while Maven builds, nobody answers what the controller asks
                "maestro.connection.request-timeout=1 h",
                "--set",
                "maestro.connection.echo-interval=50 m",
                "--set",
                "maestro.connection.echo-timeout=1 h"))) {
      for (int i = 1; i <= 6; i++) { // dealt to the workers in turn
        switches.add(new BareSwitch(Integer.parseInt(controller.port()), i));
      }
      askAll(FLOOD);
      for (int worker = 0; worker < 3; worker++) {
        controller.awaitLog("hub 1.0 runs on worker-" + worker, 1);
      }

      edit(project);
      build(project);
      Path copy = apps.resolve("hub.jar.new");
      Files.copy(project.resolve("target/hub.jar"), copy);
      Files.move(copy, apps.resolve("hub.jar"), StandardCopyOption.ATOMIC_MOVE);
      controller.awaitLog("the new configuration is in force: hub", 1);

      askAll(2); // on the connections that the old one answered on
      for (int worker = 0; worker < 3; worker++) {
        controller.awaitLog("hub 1.1 runs on worker-" + worker, 1);
      }
      assertThat(controller.log()).doesNotContain(" left: ");
      for (BareSwitch each : switches) {
        each.close();
      }
      controller.stopCleanly();
    }
  }

  private void askAll(int port) throws IOException {
    for (BareSwitch each : switches) {
      for (int i = 0; i < 10; i++) {
        assertThat(BareSwitch.outPort(each.ask(1, 2, -1))).isEqualTo(port);
      }
    }
  }

  /**
   * A checkout for the reader's Maven to build in: in this one it would take away the jars that the
   * tests run from.
   */
  private Path checkout() throws IOException {
    Path copy = Files.createDirectory(folder.resolve("checkout"));
    for (String part : List.of("pom.xml", "mvnw", ".mvn", "maestro-api/src/main")) {
      copy(part, copy);
    }
    try (Stream<Path> modules = Files.list(Rigs.PROJECT)) {
      for (Path module : modules.filter(m -> Files.exists(m.resolve("pom.xml"))).toList()) {
        copy(module.getFileName() + "/pom.xml", copy);
      }
    }
    return copy;
  }

  private static void copy(String part, Path to) throws IOException {
    Files.createDirectories(to.resolve(part).getParent());
    try (Stream<Path> files = Files.walk(Rigs.PROJECT.resolve(part))) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(Rigs.PROJECT.relativize(file).toString());
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** The change that the page proposes. */
  private static void edit(Path project) throws IOException {
    Path source = project.resolve("src/main/java/example/hub/Hub.java");
    String before = Files.readString(source);
    String after =
        before
            .replace("return \"1.0\";", "return \"1.1\";")
            .replace("output.flood(request);", "output.forward(request, 2);");
    assertThat(after).isNotEqualTo(before);
    Files.writeString(source, after);
  }

  private void build(Path project) throws IOException, InterruptedException {
    maven(project, "package");
  }

  /**
   * Runs Maven as the reader does, but that what it installs goes into a repository of the test's
   * own, before that of the machine. It may have to fetch plugins, as the reader's does.
   */
  private void maven(Path project, String... arguments) throws IOException, InterruptedException {
    Path machines = Path.of(System.getProperty("user.home"), ".m2", "repository");
    List<String> command = new ArrayList<>();
    command.add(Rigs.PROJECT.resolve("mvnw").toString());
    command.addAll(List.of("-q", "-B", "-ntp", "-f", project.toString()));
    command.add("-Dmaven.repo.local=" + folder.resolve("repository"));
    command.add("-Dmaven.repo.local.tail=" + machines);
    command.addAll(List.of(arguments));
    Map<String, String> sameJava = Map.of("JAVA_HOME", System.getProperty("java.home"));
    Commands.Result result = Commands.run(BUILD, sameJava, Rigs.outside(command));
    assertThat(result.code()).as(result.output()).isZero();
  }
}
