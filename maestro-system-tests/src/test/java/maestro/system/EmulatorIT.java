package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.scenario.ScenarioFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The emulator's counts beside those of others, and what it sends beside a decoder of others. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EmulatorIT {
  private static final String MAESTRO = Rigs.PROJECT.resolve("maestro").toString();
  private static final Duration LIMIT = Commands.PATIENCE;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldAgreeWithTheLimitResponder(String openflow, boolean buffered) throws Exception {
    try (ProgramOutput limit =
        start("limit", List.of(MAESTRO, "bench", "limit", "--listen", "127.0.0.1:0"))) {
      limit.awaitText("\n");
      int port = (int) number(limit.text(), "listening on 127\\.0\\.0\\.1:(\\d+)");
      LoadResult counted = count(port, openflow, buffered, "load=max");
      limit.stop();

      assertThat(counted.failure()).isEmpty();
      assertThat(sum(counted, LoadResult.SwitchCounts::allAnsweredRequests))
          .isPositive()
          .isEqualTo(sum(counted, LoadResult.SwitchCounts::allSentRequests))
          .isEqualTo(number(limit.text(), "limit: answered (\\d+) requests"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldAgreeWithTheCountersOfMaestro(String openflow) throws Exception {
    try (StartedController controller = StartedController.start("fair-share")) {
      LoadResult counted =
          count(
              Integer.parseInt(controller.port()), openflow, true, "load=rate", "rates.total=20k");
      controller.stopCleanly();

      assertThat(counted.failure()).isEmpty();
      assertThat(sum(counted, LoadResult.SwitchCounts::allAnsweredRequests))
          .isPositive()
          .isEqualTo(number(controller.describe(), "stopped: (\\d+) flow requests served"));
    }
  }

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldFindNoMistakeInTheControllerOfOpenVSwitch(String openflow, boolean buffered)
      throws Exception {
    Rigs.need("ovs-testcontroller");
    int port = Rigs.freePort();
    try (ProgramOutput controller =
        start(
            "ovs",
            List.of("ovs-testcontroller", "ptcp:" + port + ":127.0.0.1", "--unixctl=none"))) {
      Awaitility.await().until(() -> listens(port));
      LoadResult counted =
          count(
              port,
              openflow,
              buffered,
              "load=rate",
              "rates.total=2k",
              "durations.learn=5 s",
              "probing.enabled=true");

      assertThat(counted.failure()).as(controller::text).isEmpty();
      assertThat(counted.learnedAll()).isTrue();
      assertThat(sum(counted, LoadResult.SwitchCounts::allAnsweredRequests))
          .isPositive()
          .isEqualTo(sum(counted, LoadResult.SwitchCounts::allSentRequests));
      assertThat(
              sum(
                  counted,
                  c ->
                      c.allErrors().wrongPort()
                          + c.allErrors().doubled()
                          + c.allErrors().unasked()
                          + c.allErrors().missing()
                          + c.allErrors().malformed()))
          .isZero();
      assertThat(counted.probing().getTotalCount()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldSendNothingMalformedWhateverIsAsked(String openflow) throws Exception {
    Rigs.need("tcpdump", "tshark");
    try (Rigs rigs = Rigs.acquire("bash");
        Asker asker = new Asker(openflow.equals("1.0") ? 1 : 4)) {
      Path file = folder.resolve("lo.pcap");
      String port = String.valueOf(asker.port());
      try (Capture capture = Capture.startOfReceived(file, port)) {
        for (boolean buffered : new boolean[] {true, false}) {
          LoadResult counted =
              count(asker.port(), openflow, buffered, "load=rate", "rates.total=100");
          assertThat(sum(counted, LoadResult.SwitchCounts::allSentRequests)).isPositive();
        }
        capture.stop();
      }
      Commands.Result result =
          Commands.run(
              LIMIT,
              Map.of(),
              List.of("bash", rigs.script("decode-check.sh"), file.toString(), port));

      assertThat(result.code()).as(result::output).isZero();
      assertThat(result.output()).contains("OK: nothing malformed");
      int[] types =
          openflow.equals("1.0")
              ? new int[] {0, 3, 6, 8, 10, 17, 19}
              : new int[] {0, 1, 3, 6, 8, 10, 19, 21, 25};
      for (int type : types) {
        assertThat(result.output()).containsPattern("(?m)^ +\\d+ +" + type + " *$");
      }
    }
  }

  private ProgramOutput start(String name, List<String> command) throws IOException {
    return ProgramOutput.start(folder.resolve(name + ".out"), Map.of(), command);
  }

  /** Without learning and probing, unless asked, so that every request is a counted one. */
  private static LoadResult count(int port, String openflow, boolean buffered, String... settings)
      throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "openflow=\"" + openflow + "\"",
                "packets.buffered=" + buffered,
                "network.switches=4",
                "hosts=80",
                "probing.enabled=false",
                "durations.learn=0 s",
                "durations.warm-up=100 ms",
                "durations.measure=500 ms",
                "durations.drain=10 s"));
    all.addAll(List.of(settings));
    return Emulation.count(
        ScenarioFile.defaultsWith(all.toArray(String[]::new)),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        Progress.NONE);
  }

  private static long sum(LoadResult result, ToLongFunction<LoadResult.SwitchCounts> what) {
    return result.switches().stream().mapToLong(what).sum();
  }

  private static long number(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static boolean listens(int port) {
    try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
