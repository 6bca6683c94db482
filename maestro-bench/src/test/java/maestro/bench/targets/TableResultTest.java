package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.bench.targets.TableResult.Target;
import maestro.bench.targets.TableResult.Unit;
import maestro.bench.targets.TableResult.Verdict;
import maestro.emulator.format.Json;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.MachineFacts;
import maestro.emulator.report.OverTime;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchDelay;
import maestro.emulator.report.SwitchResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How rows are judged and shown. */
class TableResultTest {
  private static final Target RATIO = Target.ratio(0.6, 0.85);
  private static final Target DELAY = Target.atMost(0.2, 0.06, Unit.MILLISECONDS);

  @ParameterizedTest
  @CsvSource({
    "0.59, MISSED",
    "0.6, MUST",
    "0.84, MUST",
    "0.85, AIM",
    "1.2, AIM",
    "NaN, NOT_MEASURED"
  })
  void shouldNeedAtLeastWhenMoreIsBetter(double value, Verdict verdict) {
    assertThat(RATIO.judge(value)).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({"0.21, MISSED", "0.2, MUST", "0.06, AIM", "0, AIM", "NaN, NOT_MEASURED"})
  void shouldNeedAtMostWhenLessIsBetter(double value, Verdict verdict) {
    assertThat(DELAY.judge(value)).isEqualTo(verdict);
  }

  @Test
  void shouldNeedExactlyNothingWhenNothingIsAllowed() {
    Target none = Target.atMost(0, 0, Unit.BYTES);
    assertThat(none.judge(0)).isEqualTo(Verdict.AIM);
    assertThat(none.judge(0.001)).isEqualTo(Verdict.MISSED);
    assertThat(TableReport.limit(none, none.must())).isEqualTo("0 B");
  }

  @Test
  void shouldJudgeByMustWhenTheAimIsNotKnown() {
    Target target = DELAY.withAim(Double.NaN);
    assertThat(target.judge(0.1)).isEqualTo(Verdict.MUST);
    assertThat(target.judge(0.3)).isEqualTo(Verdict.MISSED);
  }

  @Test
  void shouldTakeTheDelayOfLightSwitchesThatHaveRoomToSpare() {
    SwitchResult busy = switchOf(1000, 300, 50e6);
    SwitchResult nearlyBusy = switchOf(290, 290, 40e6);
    SwitchResult light = switchOf(150, 150, 2e6);
    SwitchResult lighter = switchOf(100, 100, 1e6);

    assertThat(TableResult.Waits.longestP99OfLightNs(List.of(busy, nearlyBusy, light, lighter)))
        .isEqualTo(2e6);
    assertThat(TableResult.Waits.longestP99OfLightNs(List.of(busy, nearlyBusy))).isNaN();
  }

  private static SwitchResult switchOf(double offered, double fairShare, double p99Ns) {
    return new SwitchResult(
        "0000000000000001",
        1,
        offered,
        0,
        1000,
        1000,
        fairShare,
        0,
        new SwitchDelay(1e6, p99Ns, 2 * p99Ns),
        new OverTime(0, 0, 1e6, 1e6),
        null);
  }

  @Test
  void shouldReadTheSameWhenWritten() throws Exception {
    TableResult table = table();
    assertThat(Json.read(Json.indented(table), TableResult.class)).isEqualTo(table);
  }

  @Test
  void shouldLineUpAndSayWhatMustBeKnownWhenShown() {
    List<String> lines = TableReport.text(table().rows()).lines().toList();
    assertThat(lines.get(0)).startsWith("row ").endsWith("what");
    assertThat(lines.get(1))
        .startsWith("max-79 * ")
        .contains(" 0.70 ", "≥ 0.60", "≥ 0.85", "  yes  ");
    assertThat(lines.get(2)).startsWith("delay").contains("0.300 ms", "≤ 0.200 ms", "  NO  ");
    assertThat(lines.get(4))
        .isEqualTo(
            "* max-79: 3 answers were wrong, double or missing;"
                + " emulator was the bottleneck of limit; other programs ran during 1 of 1 round");
  }

  @Test
  void shouldBeOnePageThatNeedsNothingElse() {
    String page = TableReport.page(table());
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "/*DATA*/", "/*TABLE*/", "/*SCRIPT*/", "<link", "src=\"")
        .contains("\"verdict\":\"NO\"", "emulator was the bottleneck of limit");
  }

  @Test
  void shouldScoreOneWhenJustEnough() {
    assertThat(TableReport.score(RATIO, 0.6)).isEqualTo(1);
    assertThat(TableReport.score(DELAY, 0.1)).isEqualTo(2);
    assertThat(TableReport.score(DELAY, 0.4)).isEqualTo(0.5);
    assertThat(TableReport.score(Target.atMost(0, 0, Unit.BYTES), 0)).isNaN();
  }

  private static TableResult table() {
    TableResult.Run run =
        new TableResult.Run(
            "limit",
            1e6,
            0.01,
            0.1,
            new TableResult.Waits(DelaySummary.UNKNOWN, 3e6, new RunResult.Pauses(1e6, 2e6), 0.1),
            0.2,
            0.4,
            3,
            true,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            "");
    return new TableResult(
        new MachineFacts(2, 2, "a processor", 1L << 30, "OpenJDK 17", "Linux 6"),
        List.of(
            new TableResult.Row(
                "max-79",
                "79 switches",
                RATIO,
                0.7,
                "2026-01-01T00:00:00Z",
                List.of(new TableResult.Round(0.7, Double.NaN, List.of(run)))),
            new TableResult.Row(
                "delay", "a delay", DELAY, 0.3, "2026-01-01T00:00:00Z", List.of())));
  }
}
