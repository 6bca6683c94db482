package maestro.bench.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.DataplaneResult.Point;
import maestro.bench.dataplane.forward.BurstTimes;
import maestro.bench.dataplane.forward.Technique;
import org.junit.jupiter.api.Test;

/** Runs of a millisecond: everything but the numbers is as in a real one. */
class DataplaneBenchTest {
  private static final Plan SHORT = new Plan(true, 2, 1, 1);

  private final List<String> said = new ArrayList<>();
  private final DataplaneBench bench = new DataplaneBench(SHORT, said::add, () -> false);

  @Test
  void shouldMeasureEveryKindOfTraffic() {
    List<Cell> cells = new ArrayList<>();
    for (Technique t : List.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING)) {
      cells.add(new Cell(t, 64, 50, Traffic.ONE_FLOW));
      cells.add(new Cell(t, 1500, 50, Traffic.MANY_FLOWS));
      cells.add(new Cell(t, 64, 50, Traffic.OFFERED, 1e6));
      cells.add(new Cell(t, 96, 50, Traffic.ONE_PORT, 0.9));
      cells.add(new Cell(t, 96, 50, Traffic.TWO_PORTS, 0.9));
    }
    List<Point> points = bench.measure(new CellGroup(Figure.ONE_FLOW, "all", cells));
    assertThat(points).hasSameSizeAs(cells);
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      assertThat(point.cell()).isEqualTo(cells.get(i));
      assertThat(point.rounds()).hasSize(2);
      assertThat(point.framesPerSecond().lowest()).isPositive();
      boolean twoFlows =
          point.cell().traffic() == Traffic.ONE_PORT || point.cell().traffic() == Traffic.TWO_PORTS;
      assertThat(Double.isNaN(point.favour().median())).isNotEqualTo(twoFlows);
    }
  }

  @Test
  void shouldKeepNothingOfAGroupThatWasStopped() {
    DataplaneBench stopped = new DataplaneBench(SHORT, said::add, () -> true);
    DataplaneResult result = stopped.run();
    assertThat(result.points()).isEmpty();
    assertThat(result.note()).matches("stopped after 0 of \\d+");
    assertThat(said).first().isEqualTo("warming up");
    assertThat(said.get(1)).startsWith("1/").endsWith("Figure 2, 64 bytes");
  }

  @Test
  void shouldNotCountABurstThatLostItsProcessor() {
    BurstTimes times = new BurstTimes();
    assertThat(times.undisturbedNs(6_400, 64)).isEqualTo(6_400);
    assertThat(times.undisturbedNs(12_800, 64)).isEqualTo(12_800);
    assertThat(times.undisturbedNs(4_000_000, 64)).isNaN();
    assertThat(times.leastNsPerFrame()).isEqualTo(100);
  }

  @Test
  void shouldPlanEveryFigureOfTheStudyWithTablesAndSizesOfTheIssue() {
    List<CellGroup> groups = Experiments.groups(false, 10e6);
    assertThat(groups).extracting(CellGroup::figure).contains(Figure.values());
    List<Cell> cells = groups.stream().flatMap(group -> group.cells().stream()).toList();
    assertThat(cells).extracting(Cell::frameBytes).contains(64, 1500);
    assertThat(cells).extracting(Cell::entries).contains(1, 100, 8192, 131_072);
    // Rounds of measurements and warm-ups, and as much again for tables and two flows.
    double seconds = cells.size() * 5 * 0.25;
    assertThat(seconds).isBetween(200.0, 420.0);
  }
}
