package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import maestro.emulator.report.RunResult.Completion;
import maestro.emulator.report.RunResult.DelayPoint;
import maestro.emulator.report.RunResult.DelaySummary;
import maestro.emulator.report.RunResult.EmulatorState;
import maestro.emulator.report.RunResult.ErrorCounts;
import maestro.emulator.report.RunResult.MachineFacts;
import maestro.emulator.report.RunResult.OtherPrograms;
import maestro.emulator.report.RunResult.Pauses;
import maestro.emulator.report.RunResult.ScenarioFacts;
import maestro.emulator.report.RunResult.Spread;
import maestro.emulator.report.RunResult.SwitchResult;
import maestro.emulator.report.RunResult.TimePoint;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
  private static final RunResult RESULT =
      new RunResult(
          "fair-share",
          "2026-01-01T00:00:00Z",
          new ScenarioFacts(
              "s", "", "max", "1.3", "none", 2, 0, 200, 60, true, "as fast as possible", 5, 1, 0),
          new MachineFacts(2, "a processor", 1L << 34, "OpenJDK 17", "Linux 6 amd64"),
          List.of(new SwitchResult("0000000000000001", 1, Double.NaN, 12, 10, 5.5, -0.01)),
          new ErrorCounts(1, 2, 3, 4, 5),
          7,
          10,
          1e6,
          new Spread(-0.01, 0, 0, 0, 0.01),
          Spread.UNKNOWN,
          0.999,
          DelaySummary.UNKNOWN,
          new Pauses(2e6, 1e6),
          0.25,
          List.of(new DelayPoint(99.9, 1e6)),
          List.of(new TimePoint(0.1, Double.NaN, 1e6, Double.NaN, 0.2)),
          Double.NaN,
          OtherPrograms.of(0.4),
          new EmulatorState(true, "sockets were never full"),
          new Completion(false, "connection closed"));

  @Test
  void shouldReadTheSameWhenWritten() throws Exception {
    assertThat(ResultJson.read(ResultJson.write(List.of(RESULT)))).containsExactly(RESULT);
    assertThat(ResultJson.read(ResultJson.writeCompact(List.of(RESULT)))).containsExactly(RESULT);
  }

  @Test
  void shouldWriteNullWhenNumberIsUnknown() {
    assertThat(ResultJson.write(List.of(RESULT)))
        .contains("\"cpuSecondsPerMillionRequests\" : null")
        .contains("\"otherPrograms\" : {")
        .contains("\"disturbing\" : true")
        .contains("\"offeredRequestsPerSecond\" : null")
        .doesNotContain("NaN");
  }

  @Test
  void shouldRefuseWhenFieldIsUnknown() {
    String json = ResultJson.write(List.of(RESULT)).replace("\"jain\"", "\"jane\"");
    assertThatThrownBy(() -> ResultJson.read(json)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void shouldAddErrorsWhenProcessesAreMerged() {
    ErrorCounts sum = new ErrorCounts(1, 2, 3, 4, 5).plus(new ErrorCounts(10, 20, 30, 40, 50));
    assertThat(sum).isEqualTo(new ErrorCounts(11, 22, 33, 44, 55));
    assertThat(sum.total()).isEqualTo(165);
  }
}
