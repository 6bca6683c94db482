package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
    Files.writeString(checkout.resolve("pom.xml"), "");
    Path maven = checkout.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\necho '" + BUILT + "'\nexit 1\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void shouldSayWhatItBuildsAndHowLongItTakes() throws Exception {
    Result result = run("bench", "table", "--help");
    assertThat(result.output().lines().findFirst().orElse(""))
        .contains("Maven builds them now, once and without tests, which takes some minutes");
    assertThat(result.output()).contains(BUILT);
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
