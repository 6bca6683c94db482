package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator sees of the commands, and their status. */
class CommandsTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nosuch",
        "emulate",
        "emulate --controller here",
        "emulate --controller 127.0.0.1:70000",
        "emulate --controller 127.0.0.1:1 --controller 127.0.0.1:2 --set load=max",
        "emulate --controller 127.0.0.1:1 --agents many",
        "emulate --controller 127.0.0.1:1 --agents 0",
        "compare --workers x",
        "compare --strategies nosuch",
        "compare --against nowhere",
        "compare --rounds 0",
        "compare --workers 0",
        "compare --workers 257",
        "emulate --controller 127.0.0.1:1 --tls-key key",
        "emulate --controller 127.0.0.1:1 --tls-ca ca --tls-key key",
        "emulate --controller 127.0.0.1:1 --duration soon",
        "emulate --controller 127.0.0.1:1 --set load=fast",
        "compare --strategies fair-share,fair-share",
        "emulate --controller 127.0.0.1:1 --rounds many",
        "emulate --controller 127.0.0.1:1 --fail-if errors",
        "agent"
      })
  void shouldExitWithTwoAndSayOneLineWhenOptionsAreWrong(String line) {
    assertThat(execute(words(line))).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .matches("maestro.*: .*found .*; allowed: .*; help: maestro.* --help");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldHelpWithOneCommandAndListThemWhenOneIsUnknown() {
    assertThat(execute("help", "compare")).isZero();
    assertThat(out.toString()).contains("--strategies");
    assertThat(execute("emulated")).isEqualTo(2);
    assertThat(err.toString()).contains("found 'emulated'; allowed: ", "compare, emulate, ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "emulate --controller here|found 'here'; allowed: HOST:PORT, such as 127.0.0.1:6653",
        "compare --against here=mine|--against: found 'here'; allowed: HOST:PORT",
        "compare --against 127.0.0.1:1=|--against: found '127.0.0.1:1='; allowed: HOST:PORT[=NAME]",
        "emulate --controller 127.0.0.1:1 --tls-provider jdk|--tls-provider: found without --tls-ca;",
        "compare --strategies fair-share,nosuch|--strategies: found 'nosuch'; allowed:"
            + " shared-queue,",
        "emulate --controller 127.0.0.1:1 --agents 0|--agents: found 0; allowed: 1 or more",
        "emulate --controller 127.0.0.1:1 --agents 1 --tls-ca ca|as agents speak no TLS;",
        "emulate --controller 127.0.0.1:1 --agents 1 --scenario ../config/scenarios/churn.conf|"
            + "--agents: found with a scenario of 5 events; allowed: without events",
        "compare --listen-agents 127.0.0.1:0|--listen-agents: found without --agents; allowed:",
        "compare --secret-file s|--secret-file: found without --agents; allowed: with --agents N;",
        "emulate --controller 127.0.0.1:1 --controller 127.0.0.1:2 --set load=max|--controller: found"
            + " 2 with load = max; allowed: one, or several with load = rate",
        "emulate --controller 127.0.0.1:1 --controller 127.0.0.1:2 --set load=rate --set"
            + " rates.total=1k --agents 1|--controller: found 2 with --agents; allowed: one, or",
        "emulate --controller 127.0.0.1:1 --rounds 0|--rounds: found 0; allowed: 1 to 1000",
        "compare --against 127.0.0.1:1=fair-share|found 'fair-share' twice; allowed: once",
        "compare --subject nox=static-partition --subject nox=round-robin|found 'nox' twice; allowed:",
        "compare --subject nox=static,preset=nox|--subject: found 'static'; allowed: shared-queue,",
        "compare --subject nox=static-partition,preset|--subject: found 'preset'; allowed: KEY=VALUE",
        "compare --subject a/b=fair-share|--subject: found the name 'a/b'; allowed: up to 40 letters,",
        "compare --subject a=fair-share,workers=2|found 'workers=2'; allowed: any key but",
        "compare --controller 127.0.0.1:1|--controller: found '127.0.0.1:1'; allowed: KEY=VALUE",
        "emulate --controller 127.0.0.1:1 --fail-if error>0|column 1: found 'error'; allowed:",
        "emulate --controller 127.0.0.1:1 --fail-if error>0|did you mean 'errors'?",
        "emulate --controller 127.0.0.1:1 --fail-if p99(probing)>2|2' without a unit for"
            + " p99(probing);",
        "emulate --controller 127.0.0.1:1 --fail-if deviation>2ms|'ms' for deviation; allowed: %",
      })
  void shouldSayWhatWasFoundAndWhatIsAllowedWhenOptionIsWrong(String line, String message) {
    execute(words(line));
    assertThat(err.toString()).contains(message);
  }

  @Test
  void shouldSayWhichOneIsNotThereBeforeStrategiesRunWhenAControllerToCompareWithIsDead()
      throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket()) {
      closed.bind(ANY);
      port = closed.getLocalPort();
    }
    assertThat(
            execute(
                "compare",
                "--against",
                "127.0.0.1:" + port + "=mine",
                "--out",
                folder.resolve("out").toString()))
        .isEqualTo(1);
    assertThat(err)
        .hasToString(
            "--against: found 127.0.0.1:"
                + port
                + ", but cannot connect to it: Connection refused; allowed: a controller that is"
                + " running\n");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--help", "emulate --help", "compare --help", "diff --help", "agent --help"})
  void shouldExitWithZeroAndWriteToStdoutWhenHelpIsAsked(String line) {
    assertThat(execute(words(line))).isZero();
    assertThat(out.toString()).startsWith("Usage: maestro ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldSayFileLineAndWhatIsAllowedWhenScenarioIsMalformed() throws IOException {
    Path file =
        Files.writeString(folder.resolve("s.conf"), "name = s\nload = fast\nswitches = 3\n");
    assertThat(execute("emulate", "--controller", "127.0.0.1:1", "--scenario", file.toString()))
        .isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(2)
        .anyMatch(
            line -> line.startsWith(file + ":2:") && line.contains("fast") && line.contains("max"))
        .anyMatch(line -> line.startsWith(file + ":3:") && line.contains("switches"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayOneLineWhenScenarioIsMissing() {
    Path none = folder.resolve("none.conf");
    assertThat(execute("emulate", "--controller", "127.0.0.1:1", "--scenario", none.toString()))
        .isEqualTo(1);
    assertThat(err.toString().lines()).singleElement().asString().startsWith(none.toString());
  }

  @Test
  void shouldNameTheOptionWhenItsValueIsWrongInAScenario() throws IOException {
    assertThat(execute("emulate", "--controller", "127.0.0.1:1", "--duration", "soon"))
        .isEqualTo(2);
    String line = "--duration: found 'soon'; allowed:";
    assertThat(err.toString()).startsWith("maestro emulate: " + line);

    Path file = Files.writeString(folder.resolve("s.conf"), "load = fast\n");
    String[] both = {"emulate", "--controller", "127.0.0.1:1", "--duration=soon", "--scenario"};
    err.getBuffer().setLength(0);
    assertThat(execute(with(both, file.toString()))).as("a file is wrong, too").isEqualTo(1);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            option -> assertThat(option).startsWith(line),
            inFile -> assertThat(inFile).startsWith(file + ":1: load: found 'fast'; allowed:"));
  }

  @Test
  void shouldSayWhatIsWrongWithTheFolderBeforeAnythingRuns() throws IOException {
    Path file = Files.writeString(folder.resolve("results"), "a file");
    assertThat(emulate(1)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo("--out: " + file + " cannot be made: there is a file of that name\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayWhatIsWrongWithTheFileBeforeAnythingRuns() {
    Path page = folder.resolve("none/page.html");
    assertThatThrownBy(() -> OptionFiles.check("--html", page))
        .hasMessage("--html: %s cannot be written: there is no folder %s", page, page.getParent());
    assertThatThrownBy(() -> OptionFiles.check("--html", folder))
        .hasMessage("--html: %s cannot be written: it is a folder", folder);
    assertThatThrownBy(() -> OptionFiles.write("--html", page, ""))
        .hasMessage("--html: %s cannot be written: no such file or folder", page);
  }

  @Test
  void shouldMeasureForTheDurationUnlessASettingSaysAnother() throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      int port = responder.address().getPort();
      assertThat(emulate(port, "--duration", "300ms")).isZero();
      assertThat(result().answers().measuredSeconds()).isEqualTo(0.3);
      assertThat(emulate(port, "--duration", "300ms", "--set", "durations.measure=200ms")).isZero();
      assertThat(result().answers().measuredSeconds()).isEqualTo(0.2);
    }
  }

  @Test
  void shouldSayThatAgentsNeedASecretWhenThereIsNone() {
    Path none = folder.resolve("none");
    assertThat(execute("agent", "--coordinator", "127.0.0.1:1", "--secret-file", none.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).isEqualTo(none + ": no such file\n");
  }

  @Test
  void shouldKeepAnEmptyPartialResultWhenControllerIsNotThere() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThat(emulate(port)).isEqualTo(1);
    String reason = "cannot connect to 127.0.0.1:" + port + ": Connection refused";
    assertThat(err.toString()).contains("127.0.0.1:" + port + ": " + reason + "\n");
    assertThat(out.toString()).contains("127.0.0.1:" + port + " *", ": partial: " + reason);
    assertThat(result().completion().complete()).isFalse();
    assertThat(result().throughputRequestsPerSecond()).isNaN();
    assertThat(Files.readString(folder.resolve("results/medians.json")))
        .containsPattern("\"throughput\" : \\{[^}]*\"median\" : null[^}]*\"known\" : false")
        .containsPattern("\"errors\" : \\{[^}]*\"median\" : null[^}]*\"known\" : false");
    String results = folder.resolve("results").toString();
    assertThat(execute("diff", results, results, "--fail-if-worse", "errors")).isEqualTo(3);
    assertThat(err.toString()).contains(": errors: not measured: A ");
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.1 400, 'the text \"HTTP/1.1\"'", "'', before it said HELLO"})
  void shouldSayWhatTheControllerDidWhenItIsNone(String said, String message) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread controller = new Thread(() -> sayAndClose(server, said), "no-controller");
      controller.setDaemon(true);
      controller.start();
      assertThat(emulate(server.getLocalPort())).isEqualTo(1);
    }
    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
    assertThat(result().completion().reason()).contains(message);
  }

  @Test
  void shouldPrintATableAndWriteFilesWhenAllIsWell() throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      assertThat(emulate(responder.address().getPort())).isZero();
    }
    assertThat(out.toString()).contains("requests", "127.0.0.1:").doesNotContain(": partial:");
    assertThat(err.toString()).contains("written: " + folder.resolve("results/report.html"));
    assertThat(result().completion()).isEqualTo(RunResult.Completion.COMPLETE);
    for (String file : List.of("report.html", "summary.csv", "switches.csv")) {
      assertThat(folder.resolve("results").resolve(file)).isNotEmptyFile();
    }
  }

  @Test
  void shouldExitWithThreeAndSayWhichHoldsWhenTheConditionHolds() throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      int port = responder.address().getPort();
      assertThat(emulate(port, "--duration", "200 ms", "--fail-if", "cpu < 1 s")).isEqualTo(3);
      assertThat(err.toString()).contains("failed: cpu: not measured, so nobody can tell");
      assertThat(Files.readString(folder.resolve("results/verdicts.json")))
          .contains("\"outcome\" : \"failed\"", "cpu: not measured, so nobody can tell");
      String[] rounds = {"--set", "durations.measure=200 ms", "--rounds", "3", "--fail-if"};
      assertThat(emulate(port, with(rounds, "throughput < 1 and errors = 0"))).isZero();
      assertThat(err.toString())
          .containsPattern(
              "fail-if: 127.0.0.1:\\d+: passed: throughput [0-9.]+ k; errors 0 \\(median of 3");
      assertThat(emulate(port, with(rounds, "throughput > 1 k or errors > 0"))).isEqualTo(3);
      assertThat(err.toString())
          .containsPattern("failed: throughput > 1 k: measured [0-9.]+ k \\(median of 3 rounds\\)");
    }
    assertThat(out.toString()).contains(", median of 3 ", "  lowest ", "  highest ");
    assertThat(results()).extracting(r -> r.subject().round()).containsExactly(1, 2, 3);
    assertThat(Files.readString(folder.resolve("results/medians.json")))
        .contains("\"rounds\" : 3", "\"p99(probing)\" : {", "\"highest\" : ");
  }

  @Test
  void shouldNotJudgeWhenTheResultIsPartial() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThat(emulate(port, "--fail-if", "errors > 0")).isEqualTo(1);
    assertThat(err.toString()).contains(": not judged: the result is partial");
    assertThat(Files.readString(folder.resolve("results/verdicts.json")))
        .contains("\"outcome\" : \"partial\"");
  }

  @Test
  void shouldPutStoredResultsSideBySide() throws Exception {
    try (BaselineResponder responder = BaselineResponder.listen(ANY).start()) {
      assertThat(emulate(responder.address().getPort())).isZero();
    }
    String results = folder.resolve("results").toString();
    String json = folder.resolve("diff.json").toString();
    out.getBuffer().setLength(0);
    assertThat(execute("diff", results, results + "/results.json", "--json", json)).isZero();
    assertThat(out.toString()).contains("throughput", "1.000  one round cannot tell");
    assertThat(Files.readString(Path.of(json))).contains("\"finding\" : \"one-round\"");
    assertThat(execute("diff", results, results, "--fail-if-worse", "errors")).isZero();
    assertThat(execute("diff", results, results, "--fail-if-worse", "throughput")).isEqualTo(3);
    assertThat(err.toString()).contains(": throughput: one round cannot tell: A ");
    assertThat(execute("diff", results, results, "--fail-if-worse", "speed")).isEqualTo(2);
    assertThat(err.toString()).contains("found 'speed'; allowed: throughput, deviation");
    assertThat(execute("diff", results, folder.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("none: no such file");
    assertThat(execute("diff", results + "x", results)).isEqualTo(1);
    assertThat(err.toString())
        .contains(results + "x: no such file or folder; did you mean '" + results + "'?");
  }

  private static String[] with(String[] some, String last) {
    List<String> all = new ArrayList<>(List.of(some));
    all.add(last);
    return all.toArray(String[]::new);
  }

  private int emulate(int port) {
    return emulate(port, "--set", "durations.measure=200 ms");
  }

  private int emulate(int port, String... more) {
    return execute(SmallRun.of(port, folder.resolve("results"), more));
  }

  private RunResult result() throws IOException {
    List<RunResult> results = results();
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  private List<RunResult> results() throws IOException {
    return ResultJson.read(Files.readString(folder.resolve("results/results.json")));
  }

  private static void sayAndClose(ServerSocket server, String said) {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          socket.getInputStream().readNBytes(16);
          socket.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      assert server.isClosed() || e.getMessage() != null;
    }
  }

  private static String[] words(String line) {
    return line.isEmpty() ? new String[0] : line.split(" ");
  }

  private int execute(String... arguments) {
    return Main.execute(
        command -> command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
  }
}
