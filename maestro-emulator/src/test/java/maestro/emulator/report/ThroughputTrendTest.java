package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import maestro.emulator.report.RunResult.Completion;
import maestro.emulator.report.RunResult.TimePoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputTrendTest {
  private static final RunResult ANY = SampleResults.five().get(0);

  /** A run without a plan, of 100 ms windows with such throughputs. */
  private static RunResult run(String name, int windows, IntToDoubleFunction throughput) {
    return run(name, windows, throughput, Double.NaN, Completion.COMPLETE);
  }

  private static RunResult run(
      String name,
      int windows,
      IntToDoubleFunction throughput,
      double offered,
      Completion completion) {
    List<TimePoint> points =
        IntStream.range(0, windows)
            .mapToObj(i -> new TimePoint(i / 10.0, offered, 0, throughput.applyAsDouble(i), 1e5, 0))
            .toList();
    return new RunResult(
        ANY.subject().withController(name),
        ANY.switches(),
        ANY.answers(),
        ANY.fairness(),
        ANY.waits(),
        points,
        ANY.windows(),
        ANY.events(),
        ANY.processors(),
        ANY.sending(),
        ANY.emulator(),
        completion);
  }

  @Test
  void shouldSayNothingWhenThroughputIsSteady() {
    List<RunResult> runs =
        List.of(
            run("steady", 30, i -> 1e6 + (i % 2) * 1e5),
            run("a little less", 30, i -> i < 20 ? 1e6 : 0.81e6),
            run("a little", 30, i -> i < 20 ? 1e6 : 1.2e6));
    assertThat(ThroughputTrend.notes(runs)).isEmpty();
    assertThat(TextReport.table(runs)).doesNotContain("within measured time");
  }

  @Test
  void shouldNameInOneLineTheRunsThatRose() {
    List<RunResult> runs =
        List.of(
            run("cold", 30, i -> i < 10 ? 1e6 : 2e6),
            run("warm", 30, i -> 2e6),
            run("colder", 31, i -> i * 1e5));
    assertThat(ThroughputTrend.of(runs.get(0))).isEqualTo(2);
    assertThat(TextReport.table(runs).lines())
        .filteredOn(line -> line.contains("warm-up"))
        .containsExactly(
            "throughput rose within measured time, as while a controller warms up (last third ÷"
                + " first third: cold: 2.0, colder: 5.7): it may be higher with a longer"
                + " durations.warm-up");
    assertThat(runs).noneMatch(RunResult::isMarked);
  }

  /** Half as fast from some moment on. */
  @ParameterizedTest
  @ValueSource(ints = {5, 10, 15, 20, 25})
  void shouldNameInOneLineTheRunsThatFellWheneverTheyDid(int from) {
    List<RunResult> runs =
        List.of(
            run("slower", 30, i -> i < from ? 2e6 : 1e6),
            run("steady", 30, i -> 2e6),
            run("stops", 30, i -> i < 15 ? 2e6 : 0));
    assertThat(ThroughputTrend.rose(runs.get(0))).isFalse();
    assertThat(TextReport.table(runs).lines())
        .filteredOn(line -> line.contains("within measured time"))
        .singleElement()
        .asString()
        .matches(
            "throughput fell within measured time \\(last third ÷ first third: slower: 0\\.(50|67|75),"
                + " stops: 0\\.00\\): the controller became slower, or its machine did; it may be"
                + " lower in a longer run");
    assertThat(runs).noneMatch(RunResult::isMarked);
  }

  @Test
  void shouldSayNothingOfAPlanOrOfARunThatIsShortOrIncomplete() {
    IntToDoubleFunction rising = i -> 1e5 * i;
    assertThat(ThroughputTrend.rose(run("rises", 15, rising))).isTrue();
    assertThat(ThroughputTrend.of(run("short", 14, rising))).isNaN();
    assertThat(ThroughputTrend.of(run("planned", 15, rising, 5e6, Completion.COMPLETE))).isNaN();
    Completion stopped = new Completion(false, "it was interrupted");
    assertThat(ThroughputTrend.of(run("stopped", 15, rising, Double.NaN, stopped))).isNaN();
    assertThat(ThroughputTrend.of(run("silent", 15, i -> i < 8 ? 0 : 1e6))).isNaN();
  }
}
