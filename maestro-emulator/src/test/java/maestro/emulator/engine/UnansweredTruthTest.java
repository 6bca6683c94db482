package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.metrics.Measured;
import maestro.emulator.metrics.Metric;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;

/** Controllers that lose requests, or have not come to them when the run ends. */
class UnansweredTruthTest {
  private static final double MS = Plans.MS;

  @Test
  void shouldCountLostRequestsAmongTheDelaysWhenEveryTenthIsLost() throws ScenarioException {
    RunResult result = TruthRun.of(LosesEveryTenth::new);
    assertThat(result.answers().errors().missing()).isEqualTo(400);
    assertThat(measured("p50(delay)", result).atLeast()).isFalse();
    assertThat(measured("p50(delay)", result).value()).isLessThan(MS);
    assertThat(measured("p99(delay)", result).atLeast()).isTrue();
    assertThat(measured("p99(delay)", result).value()).isGreaterThan(600 * MS);
    assertThat(result.switches()).allMatch(each -> each.delay().p99Ns() > 600 * MS);
    assertThat(measured("p99(switch)", result).atLeast()).isTrue();
    for (SwitchResult each : result.switches()) {
      assertThat(each.delay().isAtLeast(each.delay().p50Ns())).isFalse();
      assertThat(each.delay().isAtLeast(each.delay().p99Ns())).isTrue();
      assertThat(each.delay().isAtLeast(each.delay().maxNs())).isTrue();
    }
  }

  /** As Faucet does, which writes entries for the addresses and lets them forward. */
  @Test
  void shouldSayWhatAnAnswerIsWhenThereIsNone() throws ScenarioException {
    RunResult result =
        TruthRun.of(
            () ->
                (request, out) ->
                    out.write(TruthAnswers.unbuffered(request.answer(1, request.port()))),
            "probing.enabled=false");
    assertThat(result.completion().reason())
        .matches(
            "the controller answered none of \\d+ requests, by a FLOW_MOD with its buffer or by a"
                + " PACKET_OUT; first missing: .*: expected an answer, came none");
  }

  @Test
  void shouldCallDelaysExactWhenAllIsAnswered() throws ScenarioException {
    RunResult result = TruthRun.of(() -> (request, out) -> out.write(request.answer()));
    assertThat(measured("p99(switch)", result).atLeast()).isFalse();
    assertThat(result.switches()).allMatch(each -> Double.isNaN(each.delay().atLeastFromNs()));
  }

  @Test
  void shouldCountRequestsNeverSentAmongTheDelaysWhenSocketsAreFull() throws ScenarioException {
    RunResult result = TruthRun.of(TakesFourMilliseconds::new, "outstanding.limit=8");
    for (SwitchResult each : result.switches()) {
      assertThat(each.offeredRequestsPerSecond()).isEqualTo(1000);
      assertThat(each.sentRequests()).as("250 less what waited at the start").isBetween(90L, 130L);
      assertThat(each.delay().p50Ns())
          .as("those planned for the last 0.9 s were never sent, and waited until its end")
          .isBetween(480 * MS, 560 * MS);
    }
    assertThat(measured("p50(delay)", result).atLeast()).isTrue();
    assertThat(result.answers().measuredErrors()).isZero();
  }

  @Test
  void shouldNotCallProbesMissingWhenASlowControllerHasNotComeToThem() throws ScenarioException {
    RunResult result = TruthRun.of(ServesTheProbingSwitchLast::new, "durations.drain=50 ms");
    assertThat(result.answers().measuredErrors()).isZero();
    assertThat(result.sending().waitingAtEnd()).isPositive();
    assertThat(result.waits().probing().lost()).isGreaterThan(15);
    assertThat(result.waits().probing().meanAtLeast()).isTrue();
  }

  private static Measured measured(String name, RunResult result) {
    return Metric.named(name).orElseThrow().value().apply(result);
  }

  private static final class LosesEveryTenth implements Behaviour {
    private int count;

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      boolean learning = request.port() == TruthRequest.FLOOD;
      if (learning || out.datapathId() == TruthRun.PROBING || ++count % 10 != 0) {
        out.write(request.answer());
      }
    }
  }

  private static class TakesFourMilliseconds implements Behaviour {
    @Override
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      out.busyFor(4 * Plans.MS);
      out.write(request.answer());
    }
  }

  /** It takes no request of the probing switch after the first, as others always have some. */
  private static final class ServesTheProbingSwitchLast extends TakesFourMilliseconds {
    private boolean loaded;

    @Override
    public int requestsAtOnce(long datapathId) {
      return loaded && datapathId == TruthRun.PROBING ? 0 : 1;
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      loaded |= request.port() != TruthRequest.FLOOD;
      super.onRequest(request, out);
    }
  }
}
