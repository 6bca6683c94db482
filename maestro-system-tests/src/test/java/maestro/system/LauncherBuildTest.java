package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import maestro.cli.LauncherCommands;
import maestro.system.Commands.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the launcher does in a checkout without jars, with a script in the place of Maven. */
class LauncherBuildTest {
  private static final String BUILT = "mvnw was asked to build";

  @TempDir private Path checkout;

  @BeforeEach
  void checkOut() throws Exception {
    Files.copy(Rigs.PROJECT.resolve("maestro"), checkout.resolve("maestro"));
    Files.writeString(
        checkout.resolve("pom.xml"), "<artifactId>maestro</artifactId>\n<version>9.9</version>\n");
    Path maven = checkout.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\necho '" + BUILT + "' \"$@\"\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void shouldSayWhatItBuildsAndHowLongItTakes() throws Exception {
    Result result = run("bench", "table", "--help");
    assertThat(result.output().lines().findFirst().orElse(""))
        .contains("Maven builds them now, once and without tests, which takes some minutes");
    assertThat(result.output()).contains(BUILT);
  }

  /** A module with jars that are newer than its sources. */
  private void module(String name, String... jars) throws Exception {
    Path module = checkout.resolve(name);
    Files.createDirectories(module.resolve("src/main"));
    Files.writeString(module.resolve("pom.xml"), "");
    Files.createDirectories(module.resolve("target"));
    for (String jar : jars) {
      Path made = Files.writeString(module.resolve("target").resolve(jar + ".jar"), "");
      Files.setLastModifiedTime(made, FileTime.from(Instant.now().plusSeconds(60)));
    }
  }

  private void modulesOfTheController() throws Exception {
    module("maestro-api", "maestro-api-9.9");
    module("maestro-core", "maestro-core-9.9", "maestro");
    module("maestro-cluster", "maestro-cluster");
    module("maestro-apps", "maestro-apps");
  }

  @Test
  void shouldBuildOnlyWhatIsMissingAndWhatIsOlderThanItsSources() throws Exception {
    modulesOfTheController();
    module("maestro-emulator", "maestro-emulator-9.9", "maestro-emulator");
    module("maestro-network");
    module("maestro-testkit");

    Result missing = run("demo");
    assertThat(missing.output())
        .contains("missing in this checkout: maestro-network,maestro-testkit. ")
        .contains("takes about a minute")
        .contains(" -pl maestro-network,maestro-testkit package");
    assertThat(checkout.resolve("target/lent/maestro/maestro-core/9.9/maestro-core-9.9.jar"))
        .isSymbolicLink();

    Path source = Files.writeString(checkout.resolve("maestro-emulator/src/main/A.java"), "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(120)));
    assertThat(run("demo").output())
        .contains(" -pl maestro-emulator,maestro-network,maestro-testkit package");
  }

  @Test
  void shouldBuildNothingWhenOnlyTheFolderOfApplicationsIsMissing() throws Exception {
    modulesOfTheController();

    assertThat(run("apps").output()).doesNotContain(BUILT);
    assertThat(checkout.resolve("maestro-core/target/apps/maestro-apps.jar")).exists();
    assertThat(checkout.resolve("maestro-core/target/maestro-cluster.jar")).exists();
  }

  @ParameterizedTest
  @CsvSource({
    "emulat, maestro, emulat",
    "help emulat, maestro, emulat",
    "bench isolate --list, maestro bench, isolate",
    "bench help tabel, maestro bench, tabel",
    "help bench tabel, maestro bench, tabel",
  })
  void shouldSayOneLineAndBuildNothingWhenThereIsNoSuchCommand(
      String words, String program, String word) throws Exception {
    Result result = run(words.split(" "));
    assertThat(result.output().lines())
        .singleElement()
        .asString()
        .startsWith(program + ": found '" + word + "'; allowed: ")
        .endsWith("; help: " + program + " --help");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void shouldAllowEachCommandThatThereIs() throws Exception {
    CommandLine all = LauncherCommands.all();
    assertThat(allowed("nosuch")).isEqualTo(all.getSubcommands().keySet());
    assertThat(allowed("bench", "nosuch"))
        .isEqualTo(all.getSubcommands().get("bench").getSubcommands().keySet());
    assertThat(run("--log-level", "debug", "bench", "table").output()).contains(BUILT);
  }

  private Set<String> allowed(String... words) throws Exception {
    String line = run(words).output();
    String list = line.substring(line.indexOf("allowed: ") + 9, line.indexOf("; help"));
    return new TreeSet<>(List.of(list.split(", ")));
  }

  private Result run(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(checkout.resolve("maestro").toString()));
    command.addAll(List.of(words));
    Map<String, String> sameJava = Map.of("JAVA_HOME", System.getProperty("java.home"));
    return Commands.run(Commands.PATIENCE, sameJava, command);
  }
}
