package maestro.emulator.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.plan.ScenarioPlan;
import maestro.emulator.engine.result.LoadResult.SwitchCounts;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchDelay;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioFile;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultBuilderTest {
  private static final LoadResult.Effort EASY = new LoadResult.Effort(0.1, 0, 0, 0.1, 0, 0.1, 0);

  private static final LoadResult.Sending SENT = sent(KernelTcp.UNKNOWN);

  @ParameterizedTest
  @CsvSource({
    "max, 1.0, 0.9, 0, 0, true",
    "max, 1.0, 0.1, 0, 0, false",
    "max, 0.5, 0.9, 0, 0, false",
    "max, 1.0, 0.1, 0, 1.0, false",
    "max, 1.0, 0.1, 0.6, 0, true",
    "max, 0.5, 0.1, 0.6, 0, false",
    "ping-pong, 1.0, 0.9, 0, 0, true",
    "rate, 1.0, 0.9, 0, 0.005, false",
    "rate, 1.0, 0, 0.6, 0.005, true",
    "rate, 0.2, 0, 0, 0.02, true"
  })
  void shouldBlameTheEmulatorOnlyWhenTheControllerHadToWaitForIt(
      String load, double busy, double served, double unread, double late, boolean bound)
      throws Exception {
    LoadResult.Effort effort = new LoadResult.Effort(busy, served, unread, 0.5, late, 1, 0);
    RunResult result = judge(load, effort, "", known(1, 100), known(2, 100));
    assertThat(result.emulator().bound()).isEqualTo(bound);
    assertThat(result.emulator().reason().isEmpty()).isEqualTo(!bound);
    if (bound) {
      assertThat(result.emulator().reason()).endsWith("; it got 50 % of a processor");
    }
  }

  @Test
  void shouldDoubtTheResultWhenTheKernelDroppedWhatHadCome() throws Exception {
    RunResult result = judge(sent(new KernelTcp(1, 1234, 56)));
    assertThat(result.sending().doubt())
        .isEqualTo(
            "the kernel had no room for 1,234 TCP segments and dropped them (56 retransmission"
                + " timeouts): pauses and missing answers may be the kernel's");
  }

  @Test
  void shouldSayThatTcpWaitedWhenNothingWasDroppedHere() throws Exception {
    RunResult result = judge(sent(new KernelTcp(0, 0, 56)));
    assertThat(result.sending().doubt()).isEmpty();
    assertThat(result.sending().summary())
        .isEqualTo(
            "TCP on this machine had 56 retransmission timeouts, each a pause of 0.2 s or more");
  }

  @Test
  void shouldSayNothingWhenTheKernelHadRoomOrIsUnknown() throws Exception {
    assertThat(judge(sent(new KernelTcp(3, 0, 0))).sending().summary()).isEmpty();
    assertThat(judge(SENT).sending().summary()).isEmpty();
  }

  @Test
  void shouldLeaveSwitchesOutWhenNothingIsKnownOfThem() throws Exception {
    RunResult result =
        judge("max", EASY, "lost", known(1, 100), SwitchCounts.unknown(2), known(3, 300));
    assertThat(result.fairness().deviation().min()).isEqualTo(-0.5);
    assertThat(result.fairness().deviation().max()).isEqualTo(0.5);
    assertThat(result.throughputRequestsPerSecond()).isEqualTo(4000);
    SwitchResult lost = result.switches().get(1);
    assertThat(lost.deviation()).isNaN();
    assertThat(lost.fairShareRequestsPerSecond()).isNaN();
    assertThat(result.switches().get(2).deviation()).isEqualTo(0.5);
    assertThat(result.completion().reason()).isEqualTo("lost");
  }

  @Test
  void shouldJudgeNobodyWhenAllAreLost() throws Exception {
    RunResult result =
        judge("rate", EASY, "lost", SwitchCounts.unknown(1), SwitchCounts.unknown(2));
    assertThat(result.fairness().deviation().min()).isNaN();
    assertThat(result.fairness().jain()).isNaN();
    assertThat(result.throughputRequestsPerSecond()).isZero();
  }

  private static LoadResult.Sending sent(KernelTcp kernel) {
    return new LoadResult.Sending(0, 0, 0, 0, 0, kernel, new Histogram(2), new Histogram(2));
  }

  private static RunResult judge(LoadResult.Sending sent) throws Exception {
    return judge("max", EASY, sent, "", known(1, 100));
  }

  private static RunResult judge(
      String load, LoadResult.Effort effort, String failure, SwitchCounts... switches)
      throws Exception {
    return judge(load, effort, SENT, failure, switches);
  }

  private static RunResult judge(
      String load,
      LoadResult.Effort effort,
      LoadResult.Sending sent,
      String failure,
      SwitchCounts... switches)
      throws Exception {
    Scenario scenario =
        ScenarioFile.defaultsWith("load=" + load, "network.switches=" + switches.length);
    LoadResult counted =
        new LoadResult(
            List.of(switches),
            new Histogram(3),
            new Histogram(3),
            List.of(),
            new Histogram(3),
            SwitchCounts.unknown(0),
            List.of(),
            100 * Plans.MS,
            Plans.MS,
            effort,
            sent,
            true,
            Double.NaN,
            failure,
            List.of());
    return new ResultBuilder(scenario, ScenarioPlan.topology(scenario), counted, 0)
        .result("c", "now", OptionalDouble.empty(), RunResult.OtherPrograms.UNKNOWN);
  }

  /** Answered in the one window that there is. */
  private static SwitchCounts known(long datapathId, int answered) {
    return new SwitchCounts(
        datapathId,
        true,
        -1,
        0,
        answered,
        answered,
        new int[] {answered},
        0,
        new int[] {answered},
        new int[] {answered},
        new int[0],
        answered,
        answered,
        ErrorCounts.NONE,
        ErrorCounts.NONE,
        0,
        AnsweredBy.NONE,
        SwitchDelay.UNKNOWN,
        0,
        -1,
        null);
  }
}
