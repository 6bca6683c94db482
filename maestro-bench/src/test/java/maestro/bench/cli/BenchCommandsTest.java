package maestro.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output and the exit status of the commands, as a user sees them. */
class BenchCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "limit --listen 5",
        "table --pairs many",
        "isolation nosuch",
        "isolation --repeat 0",
        "isolation --duration 0",
        "isolation --openflow 1.1",
        "soak --duration 8",
        "soak --pid 1",
        "soak --switches 0",
        "shutdown --repetitions 0",
        "dataplane --rounds 0"
      })
  void shouldExitWithTwoAndPrintUsageWhenOptionsAreWrong(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).contains("maestro bench").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldListCommandsWhenOneIsUnknown() {
    assertThat(execute("isolate")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("maestro bench: found 'isolate'; allowed: limit, machine, isolation,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "soak --duration 8|'8' is not a duration of 100 ms or more, for example 90s, 20m, 8h",
        "batching --rounds 0|--rounds: found 0; allowed: 1 or more",
        "batching --policies fixed:0|--policies: found 'fixed:0'; allowed: a name, or fixed:N with"
            + " 1 to 9999",
        "shutdown --readers 0|--readers: found 0; allowed: 1 or more",
        "soak --slow -1|--slow: found -1; allowed: 0 or more",
        "dataplane --rounds 101|--rounds: found 101; allowed: 1 to 100",
        "soak --pid 1|--pid goes with --controller only"
      })
  void shouldPrintWhatWasFoundAndWhatIsAllowedWhenOptionIsWrong(String line, String message) {
    execute(line);
    assertThat(err.toString()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "table --help", "batching --help", "dataplane --help"})
  void shouldExitWithZeroAndWriteToStdoutWhenHelpIsAsked(String line) {
    assertThat(execute(line)).isZero();
    assertThat(out.toString()).startsWith("Usage: maestro bench");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldListAttacksWithPromisesWhenAsked() {
    assertThat(execute("isolation --list connect-reset")).isZero();
    assertThat(out.toString().lines()).hasSize(3).first().asString().startsWith("connect-reset (");
  }

  private int execute(String line) {
    return Main.execute(
        command -> command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)),
        line.isEmpty() ? new String[0] : line.split(" "));
  }
}
