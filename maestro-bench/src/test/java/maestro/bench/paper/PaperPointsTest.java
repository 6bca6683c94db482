package maestro.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.controller.ProcessorTime;
import maestro.emulator.engine.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each kind of point takes, and what it makes of it. */
class PaperPointsTest {
  private static final String CELLS =
      "what { duration = 1ms, set = [\"traffic=offered\", \"frame-size=64\", \"entries=50\","
          + " \"load=0.5\"] }";

  @TempDir private Path folder;

  /** The small figure, run otherwise. */
  private PaperEntry entry(String run, String what, String subject, String sweep) throws Exception {
    String text =
        SmallPaper.text()
            .replace("run = simulate", "run = " + run)
            .replace("what { duration = 100ms }", what)
            .replace("static-partition {}", subject)
            .replace("sweep { workers = [1, 2] }", sweep);
    int stated = text.indexOf("stated =");
    String bare = text.substring(0, stated) + "differs = \"Nothing.\" } }";
    return SmallPaper.entry(folder, bare);
  }

  private Map<PaperKind, PointRunner> runners() {
    return PaperRun.runners(Path.of(".."), folder, Map.of(), () -> false);
  }

  private String input(PaperEntry entry) throws Exception {
    return runners().get(entry.kind()).input(PaperPoint.of(entry).get(0));
  }

  @Test
  void shouldTakeThePointsOfAllFiguresThatShip() throws Exception {
    Map<PaperKind, PointRunner> runners = runners();
    for (PaperEntry entry : PaperRegistry.read(Path.of("../config/papers")).entries()) {
      List<PaperPoint> points = PaperPoint.of(entry);
      for (PaperPoint point : points) { // the last has a subject and a place of its own
        if (entry.kind().isMeasured() || point.equals(points.get(points.size() - 1))) {
          assertThat(runners.get(entry.kind()).input(point)).as(entry.id()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void shouldForwardFramesWhenItIsOfTheDataPlane() throws Exception {
    PaperEntry entry = entry("dataplane", CELLS, "hash {}", "sweep { set = load, values = [0.5] }");
    PaperPoint point = PaperPoint.of(entry).get(0);
    try (PointRunner runner = new DataplanePoints()) {
      PaperRound round = runner.run(point, 1);
      assertThat(round.readings()).hasSize(1);
      Map<String, Double> values = round.readings().get(0).values();
      assertThat(values).containsOnlyKeys("frames", "frame-time", "frame-delay");
      assertThat(values.values()).allMatch(value -> value > 0);
    }
  }

  @Test
  void shouldSayWhatACellAllows() throws Exception {
    String sweep = "sweep { set = entries, values = [50] }";
    PaperEntry technique = entry("dataplane", CELLS, "hush {}", sweep);
    assertThatThrownBy(() -> input(technique))
        .hasMessageContaining("found the technique 'hush'; allowed: hash, linear,")
        .hasMessageEndingWith("did you mean 'hash'?");
    PaperEntry key = entry("dataplane", CELLS, "hash { set = [\"lod=1\"] }", sweep);
    assertThatThrownBy(() -> input(key)).hasMessageContaining("lod: unknown key; allowed: traffic");
    PaperEntry traffic = entry("dataplane", CELLS.replace("offered", "of"), "hash {}", sweep);
    assertThatThrownBy(() -> input(traffic)).hasMessageContaining("allowed: one-flow, many-flows");
  }

  @Test
  void shouldSayWhichRowsAreRatios() throws Exception {
    String what = "what { duration = 1s }";
    String cases = "sweep { cases { max-79 {} } }";
    assertThat(input(entry("table", what, "fair-share {}", cases))).isEqualTo("max-79 1s");
    PaperEntry start = entry("table", what, "fair-share {}", cases.replace("max-79", "start"));
    assertThatThrownBy(() -> input(start))
        .hasMessageStartingWith("found the row 'start'; allowed:");
  }

  @Test
  void shouldNeedAsManyStepsAsTheScheduleHas() throws Exception {
    String what =
        "what { scenario = \""
            + Path.of("../config/scenarios").toAbsolutePath()
            + "/changing-load.conf\", duration = 30s }";
    PaperEntry four = entry("batching", what, "round-robin {}", "sweep { steps = [a, b, c, d] }");
    assertThatThrownBy(() -> input(four)).hasMessageContaining("found 4 places and 5 steps");
    PaperEntry five =
        entry("batching", what, "round-robin {}", "sweep { steps = [a, b, c, d, e] }");
    assertThat(input(five)).contains("round-robin");
  }

  @Test
  void shouldHaveNoNumbersOfAPeerThatNobodyHasStarted() throws Exception {
    PaperEntry entry =
        entry(
            "emulate",
            "what { duration = 1s }",
            "beacon { against = true }",
            "sweep { set = network.switches, values = [4] }");
    assertThat(entry.peers()).containsExactly("beacon");
    assertThat(entry.isQuick()).isFalse();
    PaperRound round = runners().get(PaperKind.EMULATE).run(PaperPoint.of(entry).get(0), 1);
    assertThat(round.readings()).isEmpty();
  }

  @Test
  void shouldMeasureAPeerThatRuns() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    PaperEntry entry =
        entry(
            "emulate",
            "what { duration = 200ms, set = [\"durations.warm-up=0 s\", \"hosts=50\"] }",
            "beacon { against = true }",
            "sweep { set = network.switches, values = [4] }");
    try (BaselineResponder responder = BaselineResponder.listen(any).start();
        PointRunner runner =
            new EmulatedPoints(Path.of(".."), folder, Map.of("beacon", responder.address()))) {
      PaperPoint point = PaperPoint.of(entry).get(0);
      assertThat(runner.input(point)).contains(String.valueOf(responder.address().getPort()));
      PaperRound round = runner.run(point, 1);
      Map<String, Double> values = round.readings().get(0).values();
      assertThat(values).containsKeys("rps", "jain", "deviation").doesNotContainKey("cpu");
      assertThat(values.get("rps")).isPositive();
    }
  }

  @Test
  void shouldSeeTheKernelsPartOfAProcess() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processor time is told in /proc");
    long self = ProcessHandle.current().pid();
    try (ProcessWatch watch = new ProcessWatch(self, false)) {
      assertThat(watch.values()).isEmpty();
      watch.at(Progress.Stage.MEASURING, 0, 1, 0);
      double before = ProcessorTime.ofProcess(self);
      while (ProcessorTime.ofProcess(self) == before) {
        Files.readAllBytes(Path.of("/proc/self/stat")); // works, partly in the kernel
      }
      watch.at(Progress.Stage.DRAINING, 1, 1, 0);
      assertThat(watch.values()).containsOnlyKeys("system");
      assertThat(watch.values().get("system")).isBetween(0.0, 1.0);
    }
  }

  @Test
  void shouldSayWhyAFigureIsNotRepeated() throws Exception {
    PaperEntry entry =
        SmallPaper.entry(
            folder,
            """
            paper { name = Small, cite = "Nobody: Nothing" }
            figures.small-3 {
              figure = "Table III", title = Misses, section = "4", run = none
              differs = "The processor is not here."
            }
            """);
    PaperRun run =
        new PaperRun(
            Map.of(),
            new PointStore(folder.resolve("points"), false),
            SmallPaper.provenance("c0ffee"),
            1,
            line -> {},
            () -> false);
    PaperFigure figure = run.repeat(List.of(entry)).get(0);
    assertThat(figure.failure()).isEmpty();
    assertThat(figure.verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(figure.badge()).isEqualTo("not repeated");
    assertThat(PaperText.verdicts(List.of(figure)))
        .contains("not repeated: The processor is not here.");
    assertThat(PaperText.list(List.of(entry))).contains("small-3");
    PaperFiles.write(folder, List.of(figure), SmallPaper.provenance("c0ffee"), 1);
  }
}
