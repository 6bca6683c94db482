package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static final RunResult FAST = run(3e6, 1, 1);
  private static final RunResult MIDDLE = run(2e6, 3, 2);
  private static final RunResult SLOW = run(1e6, 2, 3);
  private static final Rounds THREE = new Rounds("a", List.of(FAST, MIDDLE, SLOW));

  @Test
  void shouldTakeTheMedianOfEachNumberByItself() {
    RunResult median = THREE.median();
    assertThat(median.throughputRequestsPerSecond())
        .isEqualTo(MIDDLE.throughputRequestsPerSecond());
    assertThat(median.waits().probing()).isEqualTo(SLOW.waits().probing());
    assertThat(THREE.lowest().throughputRequestsPerSecond())
        .isEqualTo(SLOW.throughputRequestsPerSecond());
    assertThat(THREE.highest().waits().probing()).isEqualTo(MIDDLE.waits().probing());
    assertThat(THREE.typical()).isSameAs(MIDDLE);
    assertThat(median.switches()).isEqualTo(MIDDLE.switches());
  }

  @Test
  void shouldTakeTheMeanOfTheTwoInTheMiddleWhenTheCountIsEven() {
    assertThat(Rounds.median(new double[] {4, 1, 2, 8})).isEqualTo(3);
    assertThat(Rounds.median(new double[] {1, Double.NaN, 2})).isNaN();
  }

  @Test
  void shouldTakeTheWorstRoundForFaults() {
    RunResult faulty = SampleResults.broken(SLOW, new ErrorCounts(0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    RunResult whole =
        new RunResult(
            faulty.subject(),
            faulty.switches(),
            faulty.answers(),
            faulty.fairness(),
            SLOW.waits(),
            faulty.timeline(),
            faulty.windows(),
            faulty.events(),
            SLOW.processors(),
            SLOW.sending(),
            faulty.emulator(),
            SLOW.completion());
    RunResult median = new Rounds("a", List.of(FAST, MIDDLE, whole)).median();
    assertThat(median.answers().errors())
        .isEqualTo(new ErrorCounts(0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(median.answers().floodedRequests()).isEqualTo(3_500_000);
    assertThat(median.emulator().bound()).isTrue();
  }

  @Test
  void shouldSayWhichRoundsAreMarkedAndWhyWhenSeveralAre() {
    RunResult first = doubtful(FAST, "sockets ran empty", 2, false);
    RunResult third = doubtful(SLOW, "probes left late", 0.5, false);
    Rounds rounds = new Rounds("a", List.of(first, MIDDLE, third));
    assertThat(rounds.marks())
        .containsExactly(
            "round 1: the capacity of 1.00 k requests/s still rose after 6.0 s: the rates may be"
                + " too low",
            "round 1: sockets ran empty",
            "round 3: the capacity of 1.00 k requests/s still rose after 6.0 s: the rates may be"
                + " too low",
            "round 3: probes left late",
            "other programs used processors meanwhile: round 1: 2.0; round 3: 0.5");
    assertThat(rounds.median().sending().doubt())
        .isEqualTo("round 1: sockets ran empty; round 3: probes left late");
    assertThat(new Rounds("a", List.of(first)).marks())
        .contains("sockets ran empty", "other programs used processors meanwhile: 2.0");
    assertThat(HtmlReport.page(rounds.runs()))
        .containsPattern("\"\\* a, round 1: sockets ran empty\".*\\* a, round 3: probes left late");
    assertThat(THREE.marks()).isEmpty();
  }

  @Test
  void shouldMarkTheMedianWhenTheCapacityOfAnyRoundHadNotSettled() {
    RunResult unsettled = SLOW.relativeTo(new RunResult.Capacity(1000, 20, false));
    RunResult settled = MIDDLE.relativeTo(new RunResult.Capacity(1000, 6, true));
    Rounds rounds = new Rounds("a", List.of(settled, unsettled));
    assertThat(rounds.median().isMarked()).isTrue();
    assertThat(new Rounds("a", List.of(settled, settled)).median().isMarked()).isFalse();
  }

  private static RunResult doubtful(
      RunResult run, String doubt, double otherProcessors, boolean settled) {
    RunResult relative = run.relativeTo(new RunResult.Capacity(1000, 6, settled));
    return new RunResult(
        relative.subject(),
        run.switches(),
        run.answers(),
        run.fairness(),
        run.waits(),
        run.timeline(),
        run.windows(),
        run.events(),
        new RunResult.Processors(
            run.processors().cpuSecondsPerMillionRequests(),
            RunResult.OtherPrograms.of(otherProcessors)),
        run.sending().saying("", doubt),
        run.emulator(),
        run.completion());
  }

  @Test
  void shouldLeaveAPartialRoundOutWhenAnotherIsComplete() {
    RunResult broken = SampleResults.broken(SLOW, ErrorCounts.NONE);
    Rounds rounds = new Rounds("a", List.of(FAST, broken));
    assertThat(rounds.counted()).containsExactly(FAST);
    assertThat(rounds.median().throughputRequestsPerSecond())
        .isEqualTo(FAST.throughputRequestsPerSecond());
    assertThat(rounds.median().completion().complete()).isFalse();
    assertThat(new Rounds("a", List.of(broken)).counted()).containsExactly(broken);
  }

  @Test
  void shouldSayHowManyRoundsCountAndWhyOthersDoNotWhenSomeAreBroken() {
    RunResult second = SampleResults.broken(MIDDLE, ErrorCounts.NONE);
    RunResult third = SampleResults.broken(SLOW, ErrorCounts.NONE);
    Rounds two = new Rounds("a", List.of(FAST, second, third));
    assertThat(two.medianOf()).isEqualTo("median of 1 (2 of 3 rounds did not go to their end)");
    String why = "the controller closed 3 connections after 4.2 s";
    assertThat(two.completion().reason()).isEqualTo("round 2: " + why + "; round 3: " + why);
    assertThat(TextReport.table(two.runs()))
        .contains("\na, median of 1 (2 of 3 rounds did not go to their end) * ");
    assertThat(HtmlReport.page(two.runs()))
        .contains(
            "\"a, median of 1 (2 of 3 rounds did not go to their end) *\"",
            "\"* a, round 2: partial: " + why + "\"",
            "\"* a, round 3: partial: " + why + "\"");

    Rounds one = new Rounds("a", List.of(FAST, MIDDLE, third));
    assertThat(one.medianOf()).isEqualTo("median of 2 (1 of 3 rounds did not go to its end)");
    assertThat(THREE.medianOf()).isEqualTo("median of 3");
    assertThat(THREE.completion().complete()).isTrue();
    assertThat(HtmlReport.page(THREE.runs())).contains("\"a, median of 3\"");
  }

  @Test
  void shouldShowMedianLowestAndHighestWhenThereAreSeveral() {
    RunResult other = SampleResults.run("b", 5e6, 0.01, 1, 0.2, 9);
    List<RunResult> all = List.of(FAST, other, MIDDLE, SLOW, other.inRound(2), other.inRound(3));
    List<String> lines =
        TextReport.table(all)
            .lines()
            .dropWhile(line -> !line.startsWith("a, median of 3 ")) // who is starved comes first
            .toList();
    assertThat(lines).hasSize(15);
    assertThat(lines.get(0)).contains(" 2.00 M ");
    assertThat(lines.get(1)).startsWith("  lowest ").contains(" 1.00 M ");
    assertThat(lines.get(2)).startsWith("  highest ").contains(" 3.00 M ");
    assertThat(lines.get(3)).startsWith("b, median of 3 ");
    assertThat(CsvReport.summary(all).lines().map(line -> line.split(",", -1)[1]))
        .containsExactly(
            "round", "1", "2", "3", "median", "lowest", "highest", "1", "2", "3", "median",
            "lowest", "highest");
  }

  @Test
  void shouldMarkAllLinesOfRoundsAsTheMedianIsWhenNoRoundWasComplete() {
    RunResult first = SampleResults.broken(FAST, ErrorCounts.NONE);
    RunResult second = SampleResults.broken(MIDDLE, ErrorCounts.NONE);
    List<String[]> lines =
        CsvReport.summary(List.of(first, second)).lines().map(line -> line.split(",", -1)).toList();
    int marked = List.of(lines.get(0)).indexOf("marked");
    assertThat(lines.get(0)[4]).isEqualTo("complete");
    assertThat(lines.subList(1, 6))
        .hasSize(5)
        .allSatisfy(line -> assertThat(line[4] + " " + line[marked]).isEqualTo("false true"));
    assertThat(CsvReport.summary(THREE.runs()).lines().skip(1))
        .allSatisfy(line -> assertThat(line.split(",", -1)[marked]).isEqualTo("false"));
  }

  @Test
  void shouldNotKnowTheThroughputWhenARoundMeasuredNothing() {
    RunResult first = SampleResults.broken(FAST, ErrorCounts.NONE);
    RunResult second = unmeasured(SampleResults.broken(MIDDLE, ErrorCounts.NONE));
    Rounds rounds = new Rounds("a", List.of(second, first));
    assertThat(second.throughputRequestsPerSecond()).isNaN();
    assertThat(rounds.typical()).isSameAs(first);
    assertThat(rounds.median().throughputRequestsPerSecond()).isNaN();
    assertThat(TextReport.table(List.of(second))).containsPattern("a \\* +– .* –\\R");
  }

  private static RunResult unmeasured(RunResult run) {
    RunResult.Answers none =
        new RunResult.Answers(
            ErrorCounts.NONE,
            ErrorCounts.NONE,
            ErrorCounts.NONE,
            List.of(),
            0,
            AnsweredBy.NONE,
            0,
            0);
    return SampleResults.with(run, run.switches(), none, run.windows());
  }

  private static RunResult run(double throughput, double probingMs, int round) {
    return SampleResults.run("a", throughput, 0, probingMs, 0.2, round).inRound(round);
  }
}
