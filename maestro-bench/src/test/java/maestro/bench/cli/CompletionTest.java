package maestro.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.cli.LauncherCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bash completes when the jars of all programs are in the class path. */
class CompletionTest {
  private static final Path BASH = Path.of("/bin/bash");

  /** Presses the tab key behind the words; {@code compopt} only works when a person does. */
  private static final String TAB =
      """
      compopt() { :; }
      source "$0"
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _complete_maestro "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir Path folder;

  private List<String> completed(String... words) throws IOException {
    assumeTrue(Files.isExecutable(BASH), "not here: " + BASH);
    Path script = folder.resolve("maestro.bash");
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(script))) {
      assertThat(maestro.cli.Main.commandLine().setOut(out).execute("completion")).isZero();
    }
    List<String> command = new ArrayList<>(List.of(BASH.toString(), "-c", TAB));
    command.addAll(List.of(script.toString(), "maestro"));
    command.addAll(List.of(words));
    Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(bash.getInputStream().readAllBytes(), UTF_8).lines().sorted().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "run, --rehe, ", // not shown to users
    "run, --list, --listen",
    "flows, --token, --token-file",
    "compare, --strat, --strategies",
    "emulate, --scen, --scenario",
    "network, --virt, --virtual-time",
    "diff, --fail, --fail-if-worse",
    "agent, --coord, --coordinator",
    "simulate, --prob, --probes",
  })
  void shouldCompleteOptionsOfEachProgram(String command, String begun, String option)
      throws IOException {
    assertThat(completed(command, begun)).containsExactly(option == null ? "" : option);
  }

  @Test
  void shouldCompleteCommandsWithinCommands() throws IOException {
    assertThat(completed("bench", "so")).containsExactly("soak");
    assertThat(completed("bench", "soak", "--rel")).containsExactly("--reload");
    assertThat(completed("static-flows", "pu")).containsExactly("put");
  }

  @Test
  void shouldCompleteTheCommandsOfTheLauncher() throws IOException {
    assertThat(completed("re")).containsExactly("reload", "reservations");
    assertThat(completed("s"))
        .containsExactly("simulate", "static-flows", "status", "switch", "switches");
  }

  @Test
  void shouldDescribeEachCommandOnce() {
    assertThat(LauncherCommands.all().getSubcommands())
        .containsKeys("check", "status", "completion", "compare", "network", "simulate", "bench");
  }
}
