package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import maestro.emulator.engine.Progress.Stage;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

class TerminalProgressTest {
  private long nowNs = Duration.ofHours(1).toNanos();

  @Test
  void shouldFillTheWidthWithTheBar() {
    assertThat(TerminalProgress.line("fair-share, measuring", 0.5, "4 s left", 50))
        .isEqualTo("fair-share, measuring [=====     ]  50 %  4 s left")
        .hasSize(50);
    assertThat(TerminalProgress.line("a", 1, "b", 1)).isEqualTo("a [=] 100 %  b");
  }

  @Test
  void shouldLeaveRoomForTheBarWhenTheTerminalIsNarrow() {
    String task = "round 2 of 5, dynamic-partition, warming up";
    String said = "3 min 20 s left, 12.3 M answered";
    assertThat(TerminalProgress.line(task, 0.5, said, 100))
        .hasSize(100)
        .endsWith("]  50 %  3 min 20 s left, 12.3 M answered");
    assertThat(TerminalProgress.line(task, 0.5, said, 79))
        .hasSize(79)
        .endsWith("]  50 %  3 min 20 s left");
  }

  @Test
  void shouldCountTheRunsThatComeAndMeasureThoseThatWere() throws Exception {
    Scenario scenario = ScenarioFile.defaultsWith("durations.warm-up=2s", "durations.measure=10s");
    TerminalProgress progress = new TerminalProgress(scenario, 5, 2, false, () -> nowNs);
    progress.begin(1, "fair-share");
    pass(3);
    assertThat(progress.drawn(Stage.MEASURING, 1000, 10_000, 5_000_000))
        .isEqualTo(
            new TerminalProgress.Drawn(
                "round 1 of 5, fair-share, measuring",
                3 / (3 + 9.1 + 9 * 13),
                "2 min 6 s left, 5.00 M answered"));
    pass(17);
    progress.end();
    progress.begin(1, "a-controller-with-a-long-name");
    assertThat(progress.drawn(Stage.CONNECTING, 1, 16, 0).task())
        .isEqualTo("round 1 of 5, a-controller-with-a…, connecting");
    assertThat(progress.drawn(Stage.CONNECTING, 1, 16, 0).said())
        .isEqualTo("3 min 0 s left, 0 answered");
  }

  @Test
  void shouldCountTheCapacityWhenRatesAreRelative() throws Exception {
    Scenario scenario =
        ScenarioFile.defaultsWith(
            "load=rate",
            "rates.total=2 x capacity",
            "durations.warm-up=2s",
            "durations.measure=60s");
    TerminalProgress progress = new TerminalProgress(scenario, 1, 1, false, () -> nowNs);
    progress.begin(1, "a");
    assertThat(progress.drawn(Stage.MEASURING, 0, 20_000, 0).said()).startsWith("1 min 12 s left");
    pass(6);
    assertThat(progress.drawn(Stage.MEASURING, 4000, 20_000, 0).said())
        .startsWith("1 min 6 s left");
    pass(12); // it has not settled
    assertThat(progress.drawn(Stage.MEASURING, 16_000, 20_000, 0).said())
        .startsWith("1 min 3 s left");
    assertThat(progress.drawn(Stage.CONNECTING, 1, 16, 0).said()).startsWith("1 min 2 s left");
    pass(3);
    assertThat(progress.drawn(Stage.MEASURING, 0, 60_000, 0).task()).isEqualTo("a, measuring");
    assertThat(progress.drawn(Stage.MEASURING, 59_000, 60_000, 0).said()).startsWith("1 s left");
  }

  private void pass(long seconds) {
    nowNs += Duration.ofSeconds(seconds).toNanos();
  }
}
