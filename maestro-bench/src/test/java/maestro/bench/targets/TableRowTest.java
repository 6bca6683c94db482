package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.bench.targets.RowMethod.Over;
import maestro.bench.targets.TableResult.Target;
import maestro.bench.targets.TableResult.Unit;
import maestro.bench.targets.TableResult.Verdict;
import maestro.emulator.report.Rounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a row makes of its rounds, and the order in which rounds run. */
class TableRowTest {
  private static final Target TARGET = Target.ratio(0.5, 0.8);

  private final List<String> order = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"'3', 3", "'3 1', 2", "'9 1 4', 4", "'8 1 2 100', 5"})
  void shouldBeInTheMiddleWhenMedian(String values, double median) {
    double[] numbers = Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
    assertThat(Rounds.median(numbers)).isEqualTo(median);
  }

  @Test
  void shouldTakeTheMiddleOfTheRatiosWhenRoundsDiffer() {
    Fixed measured = new Fixed("measured", 6, 8, 1);
    Fixed yardstick = new Fixed("yardstick", 10, 10, 10);
    TableResult.Row row = measure(ratio(measured, yardstick, Over.MEDIAN), 3);
    assertThat(row.rounds()).extracting(TableResult.Round::value).containsExactly(0.6, 0.8, 0.1);
    assertThat(row.value()).isEqualTo(0.6);
    assertThat(row.verdict()).isEqualTo(Verdict.MUST);
  }

  @Test
  void shouldTakeTheWorstWhenRowSaysSo() {
    Fixed measured = new Fixed("measured", 6, 8, 1);
    Fixed yardstick = new Fixed("yardstick", 10, 10, 10);
    assertThat(measure(ratio(measured, yardstick, Over.WORST), 3).value()).isEqualTo(0.1);
  }

  @Test
  void shouldAlternateWhenThereAreSeveralRounds() {
    measure(ratio(new Fixed("a", 1, 1), new Fixed("b", 1, 1), Over.MEDIAN), 2);
    assertThat(order).containsExactly("a", "b", "a", "b");
  }

  @Test
  void shouldLeaveOutARoundWhenARunFailed() {
    Fixed measured = new Fixed("measured", 5, Double.NaN, 7);
    TableResult.Row row =
        measure(ratio(measured, new Fixed("yardstick", 10, 10, 10), Over.MEDIAN), 3);
    assertThat(row.value()).isEqualTo(0.6);
    assertThat(row.note()).contains("measured: it broke");
  }

  @Test
  void shouldSayNotMeasuredWhenEveryRunFailed() {
    Fixed measured = new Fixed("measured", Double.NaN);
    TableResult.Row row = measure(ratio(measured, new Fixed("yardstick", 1), Over.MEDIAN), 1);
    assertThat(row.verdict()).isEqualTo(Verdict.NOT_MEASURED);
  }

  @Test
  void shouldJudgeByTheMeasuredAimWhenThereIsOne() {
    Fixed fair = new Fixed("fair", 4, 4, 4);
    Fixed limit = new Fixed("limit", 3, 5, 6);
    TableRow row =
        new TableRow(
            "row",
            "title",
            Target.atMost(10, Double.NaN, Unit.MILLISECONDS),
            new RowMethod(
                "group",
                0,
                Over.MEDIAN,
                List.of(fair, limit),
                runs -> runs.get(fair).throughputRequestsPerSecond(),
                runs -> runs.get(limit).throughputRequestsPerSecond()));
    TableResult.Row result = measure(row, 3);
    assertThat(result.target().aim()).isEqualTo(5);
    assertThat(result.verdict()).isEqualTo(Verdict.AIM);
  }

  @Test
  void shouldRunAgainWhenOthersTookTheMachine() {
    Subject disturbed =
        new Subject.Alone() {
          @Override
          public String name() {
            return "disturbed";
          }

          @Override
          public TableResult.Run run(ControllerPool pool) {
            order.add("run");
            return TableRowTest.run(name(), 1, order.size() == 1 ? 0.7 : 0);
          }
        };
    TableResult.Row row = measure(ratio(disturbed, disturbed, Over.MEDIAN), 1);
    assertThat(order).hasSize(2);
    assertThat(row.note()).isEmpty();
  }

  @Test
  void shouldLeaveOutARoundWhenItWasDisturbedAndOthersWereNot() {
    TableRow row = ratio(new Fixed("a"), new Fixed("b"), Over.MEDIAN);
    TableResult.Round quiet = new TableResult.Round(0.6, Double.NaN, List.of(run("a", 6, 0.01)));
    TableResult.Round noisy = new TableResult.Round(0.2, Double.NaN, List.of(run("a", 2, 0.9)));
    TableResult.Row some = row.result(List.of(noisy, quiet, noisy), "now");
    assertThat(some.value()).isEqualTo(0.6);
    assertThat(some.note())
        .isEqualTo("other programs ran during 2 of 3 rounds, which are left out");
    TableResult.Row all = row.result(List.of(noisy), "now");
    assertThat(all.value()).isEqualTo(0.2);
    assertThat(all.note()).isEqualTo("other programs ran during 1 of 1 round");
  }

  @Test
  void shouldKeepWholeRoundsWhenEnded() throws Exception {
    TableRow row = ratio(new Fixed("a", 1, 2), new Fixed("b", 1, 1), Over.MEDIAN);
    List<TableResult.Row> results = new ArrayList<>();
    new TableMeasurement(null, 5, line -> {}, () -> order.size() == 3)
        .measure(List.of(row), results::addAll);
    assertThat(order).containsExactly("a", "b", "a");
    assertThat(results.get(0).rounds()).extracting(TableResult.Round::value).containsExactly(1.0);
  }

  @Test
  void shouldHaveEveryRowOnceAndKnowItsGroupWhenTableIsMade() throws Exception {
    List<TableRow> rows = TableRows.all(Path.of(".."), "3s", "5m");
    assertThat(rows).extracting(TableRow::name).doesNotHaveDuplicates().hasSizeGreaterThan(30);
    Map<String, Integer> rounds = new HashMap<>();
    for (TableRow row : rows) {
      RowMethod method = row.method();
      assertThat(method.rounds())
          .isEqualTo(rounds.computeIfAbsent(method.group(), g -> method.rounds()));
      assertThat(method.needs()).isNotEmpty();
    }
  }

  @Test
  void shouldKeepEarlierRowsWhenOthersAreMeasured() throws Exception {
    TargetTable table = new TargetTable(Path.of(".."), "3s", "5m");
    TableResult.Row max = table.list().get(0);
    TableResult.Row start =
        table.list().stream().filter(r -> r.name().equals("start")).findFirst().orElseThrow();
    TableResult.Row again =
        new TableResult.Row(
            max.name(),
            max.what(),
            max.target(),
            0.7,
            "now",
            List.of(new TableResult.Round(0.7, Double.NaN, List.of())));
    assertThat(table.merge(List.of(start, max), List.of(again)).rows())
        .containsExactly(again, start);
    assertThat(table.knows("max")).isTrue();
    assertThat(table.knows("max-7")).isFalse();
  }

  private TableRow ratio(Subject measured, Subject yardstick, Over over) {
    return new TableRow(
        "row",
        "title",
        TARGET,
        new RowMethod(
            "group",
            0,
            over,
            List.of(measured, yardstick),
            runs ->
                runs.get(measured).throughputRequestsPerSecond()
                    / runs.get(yardstick).throughputRequestsPerSecond(),
            null));
  }

  private static TableResult.Row measure(TableRow row, int pairs) {
    List<TableResult.Row> results = new ArrayList<>();
    try {
      new TableMeasurement(null, pairs, line -> {}, () -> false)
          .measure(List.of(row), results::addAll);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return results.get(0);
  }

  private static TableResult.Run run(String name, double throughput, double otherCpuShare) {
    return new TableResult.Run(
        name,
        throughput,
        0,
        0,
        TableResult.Waits.setUp(0),
        0,
        otherCpuShare,
        0,
        false,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.isNaN(throughput) ? "it broke" : "");
  }

  /** Finds the next of some numbers each time; NaN is a failure. */
  private final class Fixed implements Subject.Alone {
    private final String name;
    private final double[] throughputs;
    private int next;

    Fixed(String name, double... throughputs) {
      this.name = name;
      this.throughputs = throughputs;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public TableResult.Run run(ControllerPool pool) {
      order.add(name);
      return TableRowTest.run(name, throughputs[next++], 0);
    }
  }
}
