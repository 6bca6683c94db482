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
import maestro.emulator.limit.LimitResponder;
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
        "bench",
        "nosuch",
        "emulate",
        "emulate --controller here",
        "emulate --controller 127.0.0.1:70000",
        "emulate --controller 127.0.0.1:1 --agents many",
        "emulate --controller 127.0.0.1:1 --agents 0",
        "compare --workers x",
        "compare --strategies nosuch",
        "compare --against nowhere",
        "agent",
        "bench limit --listen 5",
        "bench table --pairs many",
        "bench isolation nosuch",
        "bench isolation --repeat 0",
        "bench isolation --duration 0",
        "bench isolation --openflow 1.1",
        "bench soak --duration 8",
        "bench soak --pid 1",
        "bench soak --switches 0"
      })
  void shouldExitWithTwoAndSayUsageWhenOptionsAreWrong(String line) {
    assertThat(execute(words(line))).isEqualTo(2);
    assertThat(err.toString()).contains("maestro-emulator").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldHelpWithOneCommandAndListThemWhenOneIsUnknown() {
    assertThat(execute("help", "compare")).isZero();
    assertThat(out.toString()).contains("--strategies");
    assertThat(execute("bench", "isolate")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("maestro-emulator bench: found 'isolate'; allowed: limit, machine, isolation,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "emulate --controller here|'here' is not HOST:PORT, for example 127.0.0.1:6653",
        "compare --against here=mine|--against: 'here' is not HOST:PORT",
        "compare --strategies fair-share,nosuch|--strategies: found 'nosuch'; allowed:"
            + " shared-queue,",
        "emulate --controller 127.0.0.1:1 --agents 0|--agents: found 0; allowed: 1 or more",
        "bench soak --duration 8|'8' is not a duration of 100 ms or more, for example 90s, 20m, 8h",
        "bench batching --rounds 0|--rounds: found 0; allowed: 1 or more",
        "bench batching --policies fixed:0|--policies: found 'fixed:0'; allowed: a name, or fixed:N with 1 to 9999",
        "bench soak --slow -1|--slow: found -1; allowed: 0 or more",
        "bench soak --pid 1|--pid goes with --controller only"
      })
  void shouldSayWhatWasFoundAndWhatIsAllowedWhenOptionIsWrong(String line, String message) {
    execute(words(line));
    assertThat(err.toString()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "emulate --help",
        "compare --help",
        "agent --help",
        "bench table --help",
        "bench batching --help"
      })
  void shouldExitWithZeroAndWriteToStdoutWhenHelpIsAsked(String line) {
    assertThat(execute(words(line))).isZero();
    assertThat(out.toString()).startsWith("Usage: maestro-emulator");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldListAttacksWithPromisesWhenAsked() {
    assertThat(execute("bench", "isolation", "--list", "connect-reset")).isZero();
    assertThat(out.toString().lines()).hasSize(3).first().asString().startsWith("connect-reset (");
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
  void shouldNameTheOptionWhenItsValueIsWrongInAScenario() {
    assertThat(execute("emulate", "--controller", "127.0.0.1:1", "--duration", "soon"))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("--duration: durations.measure: found 'soon'; allowed:");
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
    try (LimitResponder responder = LimitResponder.listen(ANY).start()) {
      int port = responder.address().getPort();
      assertThat(emulate(port, "--duration", "300ms")).isZero();
      assertThat(result().measuredSeconds()).isEqualTo(0.3);
      assertThat(emulate(port, "--duration", "300ms", "--set", "durations.measure=200ms")).isZero();
      assertThat(result().measuredSeconds()).isEqualTo(0.2);
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
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.1 400,is not OpenFlow", "'',closed the connection of"})
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
    try (LimitResponder responder = LimitResponder.listen(ANY).start()) {
      assertThat(emulate(responder.address().getPort())).isZero();
    }
    assertThat(out.toString()).contains("requests", "127.0.0.1:").doesNotContain(": partial:");
    assertThat(err.toString()).contains("written: " + folder.resolve("results/report.html"));
    assertThat(result().completion()).isEqualTo(RunResult.Completion.COMPLETE);
    for (String file : List.of("report.html", "summary.csv", "switches.csv")) {
      assertThat(folder.resolve("results").resolve(file)).isNotEmptyFile();
    }
  }

  private int emulate(int port) {
    return emulate(port, "--set", "durations.measure=200 ms");
  }

  private int emulate(int port, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("emulate", "--controller", "127.0.0.1:" + port, "--no-progress", "--out"));
    arguments.add(folder.resolve("results").toString());
    for (String each :
        List.of(
            "load=rate",
            "rates.total=2k",
            "network.switches=2",
            "hosts=4",
            "durations.warm-up=100 ms")) {
      arguments.addAll(List.of("--set", each));
    }
    arguments.addAll(List.of(more));
    return execute(arguments.toArray(String[]::new));
  }

  private RunResult result() throws IOException {
    String json = Files.readString(folder.resolve("results/results.json"));
    List<RunResult> results = ResultJson.read(json);
    assertThat(results).hasSize(1);
    return results.get(0);
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
