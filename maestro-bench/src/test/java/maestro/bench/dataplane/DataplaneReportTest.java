package maestro.bench.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.bench.dataplane.DataplaneResult.Point;
import maestro.bench.dataplane.DataplaneResult.Round;
import maestro.bench.dataplane.forward.Technique;
import maestro.bench.dataplane.report.Aim;
import maestro.bench.dataplane.report.DataplanePage;
import maestro.bench.dataplane.report.DataplaneReport;
import maestro.emulator.format.Json;
import maestro.emulator.report.MachineFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataplaneReportTest {
  private static final MachineFacts MACHINE =
      new MachineFacts(2, 2, "a <processor>", 1L << 34, "a JVM", "an OS");

  @TempDir private Path folder;

  /** Every cell of the plan; a technique's rate falls with its table by the given part. */
  private static DataplaneResult result(double hash, double largest) {
    List<Point> points = new ArrayList<>();
    for (CellGroup group : Experiments.groups(false, 20e6)) {
      for (Cell cell : group.cells()) {
        double rate = cell.entries() > Experiments.SMALL ? hash * largest : hash;
        List<Round> rounds =
            List.of(
                new Round(rate, 0.25, 0.375, 900, 0, 1),
                new Round(rate * 1.1, 0.25, 0.5, 900, 0, 1),
                new Round(rate * 0.9, 0.25, 0.25, 900, 0, 1));
        points.add(Point.of(group.figure(), cell, rounds));
      }
    }
    return new DataplaneResult("2026-11-24T03:00:00Z", MACHINE, Plan.FULL, points, "");
  }

  @Test
  void shouldMeetTheAimsWhenMediansReachThem() {
    DataplaneResult good = result(12e6, 0.9);
    assertThat(Aim.of(good)).hasSize(6).allMatch(Aim::met);
    assertThat(DataplaneReport.isMet(good)).isTrue();
    assertThat(DataplaneReport.text(good))
        .contains(
            "met     OpenFlow hash, 64-byte frames: above 10 M frames/s on one core: 12.0 ± 10 %",
            "8 K: 0.90 (0.90–0.90)");
  }

  @Test
  void shouldMissTheAimsWhenThroughputIsLowAndFallsWithTheTable() {
    List<Aim> aims = Aim.of(result(9e6, 0.2));
    assertThat(aims).filteredOn(Aim::met).hasSize(1);
    assertThat(aims.get(1).met()).isTrue(); // the bytes
    assertThat(DataplaneReport.isMet(result(9e6, 0.2))).isFalse();
  }

  @Test
  void shouldShowEveryFigureOnTheTerminalAndInMarkdown() {
    DataplaneResult result = result(12e6, 0.9);
    String text = DataplaneReport.text(result);
    String markdown = DataplaneReport.markdown(result, "./maestro bench dataplane", "abc");
    for (String figure : List.of("Figure 2", "Figure 3", "Figure 5", "Figure 6", "Figure 7")) {
      assertThat(text).contains(figure + ":");
      assertThat(markdown).contains("## " + figure + ":", "**" + figure + ".**");
    }
    assertThat(text).contains("Table I", "Figures 9 and 10", "+12.5 (+0.0–+25.0)");
    assertThat(text).doesNotContain(" –\n", "NaN");
    assertThat(markdown)
        .contains("commit `abc`", "| met |", "2026-11-24,", "**Figure 8, Table I.**")
        .doesNotContain("not measured", "NaN");
    assertThat(markdown.lines().filter(line -> !line.startsWith("|")))
        .allMatch(line -> line.length() <= 120);
  }

  @Test
  void shouldWriteJsonThatIsReadBackAndAPageWithEverything() throws Exception {
    DataplaneResult result = result(12e6, 0.9);
    Path page = DataplaneReport.write(folder, result, "./maestro bench dataplane", "");
    assertThat(Files.readString(page))
        .contains("a \\u003cprocessor>", "Figure 10: two flows", "Table I", "Beside the study")
        .doesNotContain("/*DATA*/", "/*SCRIPT*/", "http://fonts", "src=");
    String json = Files.readString(folder.resolve("dataplane.json"));
    assertThat(Json.read(json, DataplaneResult.class)).isEqualTo(result);
    assertThat(Files.exists(folder.resolve("dataplane.md"))).isTrue();
  }

  @Test
  void shouldSayWhatIsUnknownWhenLittleWasMeasured() {
    DataplaneResult nothing =
        new DataplaneResult("2026-11-24T03:00:00Z", MACHINE, Plan.QUICK, List.of(), "stopped");
    assertThat(DataplaneReport.text(nothing)).isEqualTo("* stopped\n");
    assertThat(DataplaneReport.markdown(nothing, "c", ""))
        .contains("Note: stopped.", "not measured");
    assertThat(DataplanePage.of(nothing)).contains("stopped");
  }

  @Test
  void shouldFindRatiosRoundByRound() {
    Cell cell = new Cell(Technique.HASH, 64, 1, Cell.Traffic.ONE_FLOW);
    Point first = Point.of(Figure.ONE_FLOW, cell, rounds(10, 20, 40));
    Point second = Point.of(Figure.ONE_FLOW, cell, rounds(5, 5, 80));
    assertThat(second.ratioTo(first)).isEqualTo(new Spread(0.5, 0.25, 2));
    assertThat(first.framesPerSecond()).isEqualTo(new Spread(20, 10, 40));
    assertThat(Spread.of(1, 2, 3, 10).median()).isEqualTo(2.5);
    assertThat(Spread.of().text(1)).isEqualTo("–");
  }

  private static List<Round> rounds(double... rates) {
    List<Round> rounds = new ArrayList<>();
    for (double rate : rates) {
      rounds.add(new Round(rate, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN));
    }
    return rounds;
  }
}
