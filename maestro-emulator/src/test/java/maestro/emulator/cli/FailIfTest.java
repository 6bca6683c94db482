package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import maestro.emulator.cli.FailIf.Outcome;
import maestro.emulator.cli.FailIf.Planned;
import maestro.emulator.cli.FailIf.Verdict;
import maestro.emulator.difference.DifferenceText;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.RunResult;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FailIfTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "fair-share";

  @Test
  void shouldNotJudgeWhenARoundDidNotGoToItsEnd() throws IOException {
    List<RunResult> runs = List.of(run(1, true), run(2, false), run(3, false));
    Verdict verdict = only(judge("errors > 0", runs, new Planned(List.of(NAME), 3)));
    assertThat(verdict.outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(verdict.line())
        .isEqualTo("fail-if: fair-share: not judged: 2 of 3 rounds did not go to their end");
  }

  @Test
  void shouldFailWhenTheConditionHoldsOfTheRoundsThatWentToTheirEnd() throws IOException {
    List<RunResult> runs = List.of(run(1, true), run(2, false));
    List<Verdict> verdicts = judge("throughput > 0", runs, new Planned(List.of(NAME), 2));
    assertThat(only(verdicts).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(FailIf.status(verdicts)).isEqualTo(FailIf.STATUS);
  }

  @Test
  void shouldNotJudgeWhenARoundDidNotTakePlace() throws IOException {
    List<RunResult> runs = List.of(run(1, true));
    List<Verdict> verdicts = judge("errors > 0", runs, new Planned(List.of(NAME), 2));
    assertThat(only(verdicts).reasons()).containsExactly("1 of 2 rounds did not go to its end");
    assertThat(FailIf.status(verdicts)).isEqualTo(1);
  }

  @Test
  void shouldCountRoundsThatWentToTheirEndWhenNoneDid() throws IOException {
    List<RunResult> runs = List.of(run(1, false), run(2, false));
    List<Verdict> verdicts = judge("errors > 0", runs, new Planned(List.of(NAME), 2));
    assertThat(only(verdicts).outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(only(verdicts).rounds()).isZero();
  }

  @Test
  void shouldNameControllersThatWereNotMeasured() throws IOException {
    List<Verdict> verdicts =
        judge("errors > 0", List.of(run(1, true)), new Planned(List.of(NAME, "other"), 1));
    assertThat(verdicts)
        .extracting(Verdict::line)
        .containsExactly(
            "fail-if: fair-share: passed: errors 0", "fail-if: other: not judged: not measured");
    assertThat(verdicts.get(1).outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(FailIf.status(verdicts)).isEqualTo(1);
  }

  private static List<Verdict> judge(String condition, List<RunResult> runs, Planned planned) {
    FailIf failIf = CommandLine.populateCommand(new FailIf(), "--fail-if", condition);
    return failIf.judge(runs, planned);
  }

  private static Verdict only(List<Verdict> verdicts) {
    assertThat(verdicts).hasSize(1);
    return verdicts.get(0);
  }

  private static RunResult run(int round, boolean complete) throws IOException {
    ArrayNode all;
    try (InputStream stored = DifferenceText.class.getResourceAsStream("results-0.1.0.json")) {
      all = (ArrayNode) JSON.readTree(stored);
    }
    ObjectNode completion = (ObjectNode) all.get(0).get("completion");
    completion.put("complete", complete).put("reason", complete ? "" : "it has crashed");
    return ResultJson.read(all.toString()).get(0).inRound(round);
  }
}
