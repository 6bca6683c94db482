package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.bench.targets.TableResult;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.format.Json;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.RunResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The emulator's commands as processes: signals, agents, and controllers of ours. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EmulatorCommandsIT {
  private static final String MAESTRO = Rigs.PROJECT.resolve("maestro").toString();
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "MAESTRO_SECRET",
          "only this test knows it",
          "MAESTRO_JVM_OPTS",
          "-Xmx256m",
          "JAVA_HOME",
          System.getProperty("java.home"));
  private static final List<String> SHORT =
      List.of(
          "network.switches=4",
          "network.topology=ring",
          "hosts=40",
          "probing.rate=50",
          "durations.learn=1 s",
          "durations.warm-up=200 ms",
          "durations.measure=500 ms",
          "durations.drain=300 ms");

  @TempDir Path folder;

  private final List<ProgramOutput> programs = new ArrayList<>();

  @AfterEach
  void close() {
    programs.forEach(ProgramOutput::close);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void shouldKeepWhatWasMeasuredWhenInterrupted(String signal, int code) throws Exception {
    Rigs.needHeard(signal, code - 128);
    try (BaselineResponder limit = limit()) {
      ProgramOutput emulate = emulate(limit, List.of());
      Awaitility.await().until(() -> limit.answeredRequests() > 100_000);
      signal(emulate, signal);

      assertThat(emulate.code()).as(emulate::text).isEqualTo(code);
      assertThat(emulate.text()).contains("partial: the run was interrupted");
      RunResult result = results("out").get(0);
      assertThat(result.completion().complete()).isFalse();
      assertThat(result.throughputRequestsPerSecond()).isPositive();
      assertThat(result.answers().measuredSeconds()).isLessThan(100);
      assertThat(result.answers().errors().missing()).isZero();
    }
  }

  @Test
  void shouldStopTheControllerAndKeepWhatWasMeasuredWhenCompareIsInterrupted() throws Exception {
    ProgramOutput compare = longComparison();
    Path log = folder.resolve("out/fair-share.log");
    awaitText(log, "joined");
    signal(compare, "TERM");

    assertThat(compare.code()).as(compare::text).isEqualTo(143);
    assertThat(compare.text())
        .contains("fair-share: partial: the run was interrupted")
        .contains("round-robin: not run: interrupted");
    assertThat(results("out")).extracting(RunResult::controller).containsExactly("fair-share");
    assertThat(Files.readString(log)).contains(" stopped: ");
  }

  @Test
  void shouldLeaveNoControllerBehindWhenCompareIsKilled() throws Exception {
    ProgramOutput compare = longComparison();
    Path log = folder.resolve("out/fair-share.log");
    awaitText(log, "joined");
    signal(compare, "KILL");

    awaitText(log, "standard input has ended");
    awaitText(log, " stopped: ");
  }

  private ProgramOutput longComparison() throws Exception {
    return start(
        "compare",
        compare("--workers", "1", "--strategies", "fair-share,round-robin", "--duration", "100s"));
  }

  private static void awaitText(Path file, String text) {
    Awaitility.await().until(() -> Files.exists(file) && Files.readString(file).contains(text));
  }

  @Test
  void shouldSayAMistakeOnceAndNameTheOptionWhenTheControllerCannotStart() throws Exception {
    ProgramOutput workers = start("workers", compare("--workers", "0"));
    assertThat(workers.code()).as(workers::text).isEqualTo(2);
    assertThat(workers.text().lines())
        .singleElement()
        .asString()
        .startsWith("maestro compare: --workers: found 0; allowed: 1 to 256; help: ");

    Path none = folder.resolve("none.conf");
    ProgramOutput config = start("config", compare("--workers", "1", "--config", none.toString()));
    assertThat(config.code()).as(config::text).isEqualTo(1);
    assertThat(config.text().lines()).singleElement().asString().contains(none + ": no such file");
  }

  @Test
  void shouldNameTheRowsWhenOneIsNotThere() throws Exception {
    ProgramOutput table = start("table", List.of("bench", "table", "nosuch"));
    assertThat(table.code()).as(table::text).isEqualTo(2);
    assertThat(table.text()).contains("found 'nosuch'; allowed:", "max-79", "pause");
  }

  @Test
  @Tag("soak")
  void shouldAnswerEverythingWhenControllersAreComparedInTurns() throws Exception {
    Path json = folder.resolve("table.json");
    ProgramOutput table = start("table", table(json, "--pairs", "2", "--duration", "800ms"));

    assertThat(table.code()).as(table::text).isBetween(0, 1);
    assertThat(table.text()).contains("full-speed-16 2/2: 2 controllers take 26 turns each, 31 s");
    TableResult.Row row = Json.read(Files.readString(json), TableResult.class).rows().get(0);
    assertThat(row.rounds()).hasSize(2);
    for (TableResult.Run run : row.rounds().stream().flatMap(r -> r.runs().stream()).toList()) {
      assertThat(run.failure()).isEmpty();
      assertThat(run.errors()).isZero();
      assertThat(run.throughputRequestsPerSecond()).isPositive();
    }
    assertThat(row.value()).isPositive();
  }

  @Test
  void shouldEndControllersAndLoadsWhenTurnsAreInterrupted() throws Exception {
    Path json = folder.resolve("table.json");
    ProgramOutput table = start("table", table(json, "--pairs", "9"));
    table.awaitText("full-speed-16 1/9: 2 controllers take");
    ProcessHandle program = ProcessHandle.of(table.pid()).orElseThrow();
    Awaitility.await().until(() -> program.children().count() == 2);
    List<ProcessHandle> controllers = program.children().toList();
    signal(table, "TERM");

    assertThat(table.code()).as(table::text).isEqualTo(143);
    assertThat(table.text()).doesNotContain("Exception");
    assertThat(controllers).noneMatch(ProcessHandle::isAlive);
    assertThat(Json.read(Files.readString(json), TableResult.class).rows()).isEmpty();
  }

  private static List<String> table(Path json, String... more) {
    List<String> arguments = new ArrayList<>(List.of("bench", "table", "fair-share-16"));
    arguments.addAll(List.of("--json", json.toString()));
    arguments.addAll(List.of(more));
    return arguments;
  }

  @Test
  void shouldCompareStrategiesAndOthersWhenAgentsOfferTheLoad() throws Exception {
    String agents = "127.0.0.1:" + Rigs.freePort();
    for (String name : List.of("one", "two")) {
      start(name, List.of("agent", "--coordinator", agents, "--name", name));
    }
    try (BaselineResponder limit = limit()) {
      ProgramOutput compare =
          start(
              "compare",
              compare(
                  "--workers",
                  "1",
                  "--strategies",
                  "fair-share,round-robin",
                  "--against",
                  "127.0.0.1:" + limit.address().getPort() + "=limit",
                  "--agents",
                  "2",
                  "--listen-agents",
                  agents));

      assertThat(compare.code()).as(compare::text).isZero();
      assertThat(compare.text()).contains("2 of 2 agents are here");
      List<RunResult> results = results("out");
      assertThat(results)
          .extracting(RunResult::controller)
          .containsExactly("fair-share", "round-robin", "limit");
      for (RunResult result : results) {
        assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
        assertThat(result.answers().errors()).isEqualTo(ErrorCounts.NONE);
        assertThat(result.subject().scenario().agentCount()).isEqualTo(2);
        assertThat(result.switches()).hasSize(4).allMatch(each -> each.answeredRequests() > 0);
        assertThat(result.waits().probing().count()).isPositive();
      }
    }
  }

  @Test
  void shouldNameTheAgentWhenItIsKilled() throws Exception {
    String agents = "127.0.0.1:" + Rigs.freePort();
    try (BaselineResponder limit = limit()) {
      ProgramOutput emulate = emulate(limit, List.of("--agents", "2", "--listen-agents", agents));
      start("one", List.of("agent", "--coordinator", agents, "--name", "one"));
      emulate.awaitText("1 of 2 agents are here"); // the first to come has the first switches
      ProgramOutput two = start("two", List.of("agent", "--coordinator", agents, "--name", "two"));
      Awaitility.await().until(() -> limit.answeredRequests() > 100_000);
      signal(two, "KILL");

      assertThat(emulate.code()).as(emulate::text).isEqualTo(1);
      assertThat(emulate.text())
          .containsPattern(
              "partial: agent two \\(127\\.0\\.0\\.1:\\d+\\) is lost: .*; its switches 3 to 4 are"
                  + " left out\n");
      RunResult result = results("out").get(0);
      assertThat(result.switches()).filteredOn(s -> Double.isNaN(s.deviation())).hasSize(2);
    }
  }

  @Test
  @Tag("soak")
  void shouldFindNothingLostAndSeeTheMemoryWhenOurControllerSoaks() throws Exception {
    ProgramOutput soak =
        start(
            "soak",
            List.of(
                "bench",
                "soak",
                "--duration",
                "25s",
                "--sample",
                "1s",
                "--reload",
                "6s",
                "--rate",
                "1000",
                "--out",
                folder.resolve("soak").toString()));

    assertThat(soak.code()).as("half a minute is too short to judge growth").isBetween(0, 1);
    assertThat(soak.text())
        .containsPattern("answers missing +0 of [0-9,]+ requests +none\n")
        .containsPattern("changes of the configuration not taken over +0 of [1-9]")
        .containsPattern("heap \\d+\\.\\d MiB, direct")
        .contains("descriptors beyond one a switch")
        .doesNotContain("LOST");
    assertThat(folder.resolve("soak/soak.html")).exists();
  }

  @Test
  void shouldKeepStrangersOutWhenThePortSpeaksTls() throws Exception {
    ProgramOutput isolation =
        start(
            "isolation",
            List.of(
                "bench",
                "isolation",
                "tls-garbage",
                "tls-half-hello",
                "tls-wrong-certificate",
                "tls-handshake-and-reset",
                "--repeat",
                "6",
                "--out",
                folder.resolve("isolation").toString()));

    assertThat(isolation.code()).as(isolation::text).isZero();
    assertThat(isolation.text()).contains("tls-garbage", "tls-handshake-and-reset");
    assertThat(folder.resolve("isolation/isolation.html")).exists();
  }

  @Test
  void shouldNotAttackWhenASettingIsWrong() throws Exception {
    ProgramOutput isolation =
        start("isolation", List.of("bench", "isolation", "--set", "maestro.nosuch=1"));

    assertThat(isolation.code()).as(isolation::text).isEqualTo(2);
    assertThat(isolation.text().lines())
        .singleElement()
        .asString()
        .startsWith("maestro bench isolation: --set: maestro.nosuch: unknown key; allowed: ")
        .endsWith("; help: maestro bench isolation --help");
  }

  private ProgramOutput emulate(BaselineResponder limit, List<String> more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("emulate", "--controller", "127.0.0.1:" + limit.address().getPort()));
    arguments.addAll(settings());
    arguments.addAll(List.of("--set", "durations.warm-up=0 s"));
    arguments.addAll(List.of("--set", "durations.measure=100 s"));
    arguments.addAll(more);
    return start("emulate", arguments);
  }

  private List<String> compare(String... more) {
    List<String> arguments = new ArrayList<>(List.of("compare"));
    arguments.addAll(settings());
    arguments.addAll(List.of(more));
    return arguments;
  }

  private List<String> settings() {
    List<String> arguments = new ArrayList<>(List.of("--out", folder.resolve("out").toString()));
    SHORT.forEach(each -> arguments.addAll(List.of("--set", each)));
    return arguments;
  }

  private ProgramOutput start(String name, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(MAESTRO));
    command.addAll(arguments);
    ProgramOutput started =
        ProgramOutput.start(folder.resolve(name + ".said"), ENVIRONMENT, command);
    programs.add(started);
    return started;
  }

  private static void signal(ProgramOutput program, String signal) throws Exception {
    String pid = String.valueOf(program.pid());
    Commands.succeed("kill", "-" + signal, pid);
  }

  private List<RunResult> results(String name) throws IOException {
    return ResultJson.read(Files.readString(folder.resolve(name).resolve("results.json")));
  }

  private static BaselineResponder limit() throws IOException {
    return BaselineResponder.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .start();
  }
}
