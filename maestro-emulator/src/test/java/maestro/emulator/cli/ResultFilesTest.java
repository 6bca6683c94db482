package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.baseline.BaselineResponder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of results when files cannot be written, and of the files of an earlier run. */
class ResultFilesTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @AutoClose private BaselineResponder responder;

  @BeforeEach
  void listen() throws IOException {
    responder = BaselineResponder.listen(ANY).start();
  }

  @Test
  void shouldPrintTableAndVerdictWhenTheDiskIsFull() throws IOException {
    Path full = Files.createSymbolicLink(folder.resolve("results.json"), Path.of("/dev/full"));
    assertThat(emulate("--fail-if", "errors > 0")).isEqualTo(1);
    assertThat(out.toString()).contains("deviation from fair share");
    assertThat(err.toString())
        .containsPattern("fail-if: 127.0.0.1:\\d+: passed: errors 0\n")
        .endsWith("\n--out: " + full + " cannot be written: No space left on device\n")
        .doesNotContain("\nwritten: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "results.json",
        "summary.csv",
        "switches.csv",
        "report.html",
        "medians.json",
        "verdicts.json"
      })
  void shouldRefuseBeforeTheRunWhenAFileCannotBeWritten(String name) throws IOException {
    Path file = Files.createDirectory(folder.resolve(name));
    assertThat(emulate()).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("--out: " + file + " cannot be written: it is a folder\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldRefuseBeforeTheRunWhenTheLogOfAStrategyCannotBeWritten() throws IOException {
    assumeTrue(Files.exists(Path.of("../maestro-core/target/maestro.jar")), "it is built");
    Path file = Files.createDirectory(folder.resolve("round-robin.log"));
    assertThat(execute("compare", "--quick", "--out", folder.toString())).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("--out: " + file + " cannot be written: it is a folder\n");
  }

  /** The kernel lets nobody make a file there, not even root. */
  @Test
  void shouldRefuseBeforeTheRunWhenTheFolderCannotBeWritten() {
    assertThat(execute("emulate", "--controller", "127.0.0.1:1", "--out", "/proc/self"))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("--out: /proc/self cannot be written: ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldRemoveVerdictsOfAnEarlierRunWhenThisOneHasNone() {
    Path verdicts = folder.resolve("verdicts.json");
    assertThat(emulate("--fail-if", "errors > 0")).isZero();
    assertThat(verdicts).exists();
    assertThat(emulate()).isZero();
    assertThat(verdicts).doesNotExist();
    assertThat(folder.resolve("medians.json")).exists();
  }

  @Test
  void shouldRemoveLogsOfAnEarlierComparisonWhenItsStrategiesAreNotInThisRun() throws IOException {
    Path log = Files.writeString(folder.resolve("round-robin.log"), "of an earlier run");
    Path own = Files.writeString(folder.resolve("notes.log"), "of the operator");
    assertThat(emulate()).isZero();
    assertThat(log).doesNotExist();
    assertThat(own).exists();
  }

  @Test
  void shouldRefuseBeforeTheRunWhenAnotherRunWritesIntoTheFolder() throws IOException {
    FolderClaim other = FolderClaim.of("--out", folder, "results");
    assertThat(emulate()).isEqualTo(1);
    assertThat(err)
        .hasToString(
            "--out: " + folder + " is in use by another run; allowed: a folder for each run\n");
    assertThat(out.toString()).isEmpty();
    other.release();
    assertThat(emulate()).isZero();
    assertThat(folder.resolve(".results.running")).doesNotExist();
  }

  private int emulate(String... more) {
    List<String> options = new ArrayList<>(List.of("--set", "durations.measure=200 ms"));
    options.addAll(List.of(more));
    int port = responder.address().getPort();
    return execute(SmallRun.of(port, folder, options.toArray(String[]::new)));
  }

  private int execute(String... arguments) {
    return Main.execute(
        command -> command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
  }
}
