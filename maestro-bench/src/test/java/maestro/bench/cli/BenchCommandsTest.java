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
  void shouldExitWithTwoAndPrintOneLineWhenOptionsAreWrong(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .matches("maestro bench.*: .*found .*; allowed: .*; help: maestro bench.* --help");
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
        "soak --duration 8|--duration: found '8'; allowed: 100 ms or more, such as 90s, 20m, 8h",
        "soak --strategy fairshare|--strategy: found 'fairshare'; allowed: shared-queue,",
        "table --pause-duration 8|--pause-duration: found '8'; allowed: 100 ms or more",
        "batching --rounds 0|--rounds: found 0; allowed: 1 or more",
        "batching --policies adaptive,adaptive|--policies: found 'adaptive' twice; allowed: once",
        "batching max-80|SCENARIO: found 'max-80'; allowed: a file, bursty-high, changing-load,",
        "batching max-80|two-hogs, uniform, uniform-overload; did you mean 'max-79'?",
        "batching --policies fixed:0|--policies: found 'fixed:0'; allowed: adaptive, rounds, fixed,"
            + " or fixed:N with N from 1 to 9999",
        "batching --policies addaptive|--policies: found 'addaptive'; allowed: adaptive, rounds,",
        "batching --workers 0|--workers: found 0; allowed: 1 to 256",
        "batching --subject fixed-9=round-robin --policies fixed:9|--subject: found 'fixed-9' twice;",
        "batching --subject nox|--subject: found 'nox'; allowed: NAME=STRATEGY[,KEY=VALUE...]",
        "isolation connect-rest|did you mean 'connect-reset'?; help: maestro bench isolation",
        "shutdown --readers 0|--readers: found 0; allowed: 1 or more",
        "soak --slow -1|--slow: found -1; allowed: 0 or more",
        "dataplane --rounds 101|--rounds: found 101; allowed: 1 to 100",
        "paper --against 127.0.0.1:6653=beacn|--against: found '127.0.0.1:6653=beacn'; allowed:"
            + " HOST:PORT=NAME, NAME one of nox, beacon; did you mean 'beacon'?",
        "paper --against 127.0.0.1=beacon|--against: found '127.0.0.1'; allowed: HOST:PORT,",
        "soak --pid 1|--pid: found without --controller; allowed: with it"
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
