package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import maestro.emulator.format.Json;
import maestro.emulator.report.RunResult.Answers;
import maestro.emulator.report.RunResult.Completion;
import maestro.emulator.report.RunResult.DelayPoint;
import maestro.emulator.report.RunResult.EmulatorState;
import maestro.emulator.report.RunResult.Fairness;
import maestro.emulator.report.RunResult.OtherPrograms;
import maestro.emulator.report.RunResult.Pauses;
import maestro.emulator.report.RunResult.Processors;
import maestro.emulator.report.RunResult.ScenarioFacts;
import maestro.emulator.report.RunResult.Spread;
import maestro.emulator.report.RunResult.Subject;
import maestro.emulator.report.RunResult.TimePoint;
import maestro.emulator.report.RunResult.Waits;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
  private static final RunResult RESULT =
      new RunResult(
          new Subject(
              "fair-share",
              "",
              "2026-01-01T00:00:00Z",
              2,
              "0.2.0",
              new ScenarioFacts(
                  "s",
                  "",
                  "max",
                  "1.3",
                  "none",
                  2,
                  0,
                  200,
                  60,
                  true,
                  "as fast as possible",
                  5,
                  1,
                  0,
                  new RunResult.Capacity(2e6, 7.5, true)),
              new MachineFacts(2, 1, "a processor", 1L << 34, "OpenJDK 17", "Linux 6 amd64")),
          List.of(
              new SwitchResult(
                  "0000000000000001",
                  1,
                  Double.NaN,
                  2,
                  12,
                  10,
                  5.5,
                  -0.01,
                  new SwitchDelay(1e6, 2e6, 3e6),
                  new OverTime(-1, 0.4, 1e9, 2e7),
                  new Answerers(1, 2, 3, 4e8, 5))),
          new Answers(
              new ErrorCounts(1, 2, 25, 3, 4, 5, 6, 7, 8, 9, 10),
              new ErrorCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3),
              new ErrorCounts(0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0),
              List.of(new FirstError(ErrorKind.MISSING, "came none")),
              7,
              new AnsweredBy(4, 5, 6),
              10,
              1e6),
          new Fairness(
              new Spread(-0.01, 0, 0, 0, 0.01),
              new Spread(-0.02, 0, 0, 0, 0.03),
              Spread.UNKNOWN,
              0.999,
              Portions.of(850, 0.062, 3)),
          new Waits(
              new DelaySummary(1e6, 9e5, 2e9, 3e9, 25, 3, 1e9),
              new Pauses(2e6, 1e6),
              OptionalDouble.of(0.25),
              List.of(new DelayPoint(99.9, 1e6))),
          List.of(new TimePoint(0.1, Double.NaN, 20, 1e6, Double.NaN, 0.2)),
          new SwitchWindows(100, List.of(new SwitchWindows.Row(new int[] {6, 4}))),
          List.of(new HappenedEvent(3, "switch-down 5", 7, Double.NaN)),
          new Processors(OptionalDouble.empty(), OtherPrograms.of(0.4)),
          new Sending(
              512, 3, 0.02, 1, 2, 9, new KernelTcp(2, 3, 4), 1e4, 2e5, 3e5, "said", "doubt"),
          new EmulatorState(true, "sockets were never full"),
          new Completion(false, "connection closed"));

  @Test
  void shouldReadTheSameWhenWritten() throws Exception {
    assertThat(ResultJson.read(ResultJson.write(List.of(RESULT)))).containsExactly(RESULT);
    assertThat(ResultJson.read(Json.compact(List.of(RESULT)))).containsExactly(RESULT);
  }

  /** Scripts and the page read these keys. */
  @Test
  void shouldKeepItsKeysOnOneLevelWhenWritten() throws Exception {
    JsonNode run = new ObjectMapper().readTree(ResultJson.write(List.of(RESULT))).get(0);
    List<String> keys = new ArrayList<>();
    run.fieldNames().forEachRemaining(keys::add);
    assertThat(keys)
        .containsExactly(
            "controller",
            "startedWith",
            "startedAt",
            "round",
            "emulatorVersion",
            "scenario",
            "machine",
            "switches",
            "errors",
            "probingErrors",
            "warmUpErrors",
            "firstErrors",
            "floodedRequests",
            "answeredBy",
            "measuredSeconds",
            "throughputRequestsPerSecond",
            "deviation",
            "filledOnce",
            "worstWindow",
            "jain",
            "portions",
            "probing",
            "pauses",
            "setUpSeconds",
            "delays",
            "timeline",
            "windows",
            "events",
            "cpuSecondsPerMillionRequests",
            "otherPrograms",
            "sending",
            "emulator",
            "completion");
    assertThat(run.get("setUpSeconds").doubleValue()).isEqualTo(0.25);
    assertThat(run.get("windows"))
        .hasToString("{\"milliseconds\":100,\"answeredRequests\":[[6,4]]}");
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
    ErrorCounts sum =
        new ErrorCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
            .plus(new ErrorCounts(10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110));
    assertThat(sum).isEqualTo(new ErrorCounts(11, 22, 33, 44, 55, 66, 77, 88, 99, 110, 121));
    assertThat(sum.total()).isEqualTo(726);
    assertThat(sum.wrongContent()).isEqualTo(22 + 33 + 44 + 55 + 66);
    for (ErrorKind kind : ErrorKind.values()) {
      assertThat(sum.count(kind)).as(kind.text()).isEqualTo(11L * (kind.index() + 1));
    }
  }
}
