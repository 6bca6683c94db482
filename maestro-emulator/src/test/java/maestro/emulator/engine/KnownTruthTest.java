package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.LoadResult.SwitchCounts;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Controllers that do a known wrong. The load reports each as what it is. In virtual time. */
class KnownTruthTest {
  private static final long DELAY_NS = 5 * MS;

  /** The answer is sent in one cycle and read in the next, behind the clock by rounding. */
  private static final long TOLERANCE_NS = 2 * VirtualRun.CYCLE_NS;

  private final Plans plans = new Plans();

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldReportNothingWhenAllIsRight(LoadMode mode) {
    plans.mode = mode;
    LoadResult result = run(() -> (request, out) -> out.write(request.answer()));
    assertNoMistakes(result);
    assertThat(sum(result, c -> c.allErrors().missing())).isZero();
    assertThat(sum(result, SwitchCounts::flooded)).isZero();
  }

  @Test
  void shouldReportNothingWhenAllIsRightAndUnbuffered() {
    plans.buffered = false;
    LoadResult result = run(() -> (request, out) -> out.write(request.answer()));
    assertNoMistakes(result);
    assertThat(sum(result, c -> c.allErrors().missing())).isZero();
    assertThat(sum(result, SwitchCounts::flooded)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldCountByWhatRequestsOfMeasuredTimeWereAnswered(boolean buffered) {
    plans.buffered = buffered;
    plans.mode = LoadMode.RATE;
    plans.probesPerSecond = 100;
    LoadResult result = run(() -> (request, out) -> out.write(request.answer()));
    for (SwitchCounts counts : result.switches()) {
      long sent = counts.sentRequests();
      assertThat(counts.answeredBy())
          .isEqualTo(buffered ? new AnsweredBy(sent, 0, 0) : new AnsweredBy(0, sent, 0));
    }
  }

  @Test
  void shouldCountAPacketOutAndAFlowModAsOneWhenTheyComeTogetherNowAndThen() {
    plans.buffered = false;
    plans.mode = LoadMode.RATE;
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  boolean counts = request.port() != TruthRequest.FLOOD;
                  if (counts && request.inPort() == 1) {
                    out.write(PeerAnswersTest.flow(request));
                  }
                  out.write(request.answer());
                });
    assertNoMistakes(result);
    for (SwitchCounts counts : result.switches()) {
      assertThat(counts.answeredBy().flowMod()).isZero();
      assertThat(counts.answeredBy().both()).as("hosts at port 1 of 4").isBetween(74L, 76L);
      assertThat(counts.answeredBy().packetOut() + counts.answeredBy().both())
          .isEqualTo(counts.sentRequests());
    }
  }

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldReportThePauseWhenSwitchHasToWait(LoadMode mode) {
    plans.mode = mode;
    plans.limitRequests = 512;
    LoadResult result = run(() -> new AtRequest(100, out -> out.busyFor(20 * DELAY_NS)));
    for (SwitchCounts counts : result.switches()) {
      long sinceAnswerBeforeNs = mode == LoadMode.RATE ? MS : 0;
      assertThat(counts.longestPauseNs())
          .isBetween(20 * DELAY_NS, 20 * DELAY_NS + sinceAnswerBeforeNs + TOLERANCE_NS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportDoubledWhenEveryAnswerComesTwice(boolean buffered) {
    plans.buffered = buffered;
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  out.write(request.answer());
                  out.write(request.answer());
                });
    assertThat(sum(result, c -> c.allErrors().doubled()))
        .isEqualTo(sum(result, SwitchCounts::allAnsweredRequests))
        .isPositive();
    assertThat(sum(result, c -> c.allErrors().unasked())).isZero();
    assertThat(sum(result, c -> c.allErrors().missing())).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportWrongPortWhenAnswerGoesElsewhere(boolean buffered) {
    plans.buffered = buffered;
    LoadResult result =
        run(
            () ->
                (request, out) ->
                    out.write(request.answer(request.bufferId(), request.port() % 4 + 1)));
    assertThat(sum(result, c -> c.allErrors().wrongPort()))
        .isEqualTo(sum(result, SwitchCounts::allSentRequests))
        .isPositive();
    assertThat(result.answeredRequests()).isZero();
    assertThat(sum(result, c -> c.allErrors().missing())).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportFloodedWhenAnswerGoesToAllPorts(boolean buffered) {
    plans.buffered = buffered;
    LoadResult result =
        run(
            () ->
                (request, out) ->
                    out.write(request.answer(request.bufferId(), TruthRequest.FLOOD)));
    assertNoMistakes(result);
    assertThat(sum(result, SwitchCounts::flooded))
        .isEqualTo(sum(result, SwitchCounts::sentRequests))
        .isPositive()
        .isLessThan(sum(result, SwitchCounts::allAnsweredRequests));
  }

  @Test
  void shouldReportOutOfOrderWhenEveryOtherAnswerIsHeldBack() {
    LoadResult result = run(SwapsPairs::new);
    for (SwitchCounts counts : result.switches()) {
      assertThat(counts.allErrors().outOfOrder())
          .isEqualTo(counts.allAnsweredRequests() / 2)
          .isPositive();
      assertThat(counts.allErrors().doubled() + counts.allErrors().wrongPort()).isZero();
    }
  }

  @Test
  void shouldReportUnaskedAndMissingWhenBufferIsNobodys() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 500;
    LoadResult result =
        run(
            () ->
                (request, out) ->
                    out.write(request.answer(request.bufferId() + 1_000_000, request.port())));
    long sent = sum(result, SwitchCounts::allSentRequests);
    assertThat(sum(result, c -> c.allErrors().unasked())).isEqualTo(sent).isPositive();
    assertThat(sum(result, c -> c.allErrors().missing())).isEqualTo(sent);
  }

  @Test
  void shouldReportMissingWhenEveryTenthIsLost() {
    plans.mode = LoadMode.RATE;
    LoadResult result = run(LosesEveryTenth::new);
    for (SwitchCounts counts : result.switches()) {
      long learned = plans.hostCount;
      long lost = (learned + counts.allSentRequests()) / 10 - learned / 10;
      assertThat(counts.allErrors().missing()).isEqualTo(lost).isPositive();
    }
    assertNoMistakes(result);
  }

  @ParameterizedTest
  @EnumSource(
      value = LoadMode.class,
      names = {"PING_PONG", "RATE"})
  void shouldReportDelayWhenEveryAnswerTakesFiveMilliseconds(LoadMode mode) {
    plans.mode = mode;
    plans.requestsPerSecond = 50;
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  out.busyFor(DELAY_NS);
                  out.write(request.answer());
                });
    assertThat(result.delays().getTotalCount()).isPositive();
    assertThat(result.delays().getMinValue()).isGreaterThanOrEqualTo(DELAY_NS - 4096);
    assertThat(result.delays().getMaxValue()).isLessThanOrEqualTo(DELAY_NS + 2 * TOLERANCE_NS);
    assertNoMistakes(result);
  }

  @Test
  void shouldReportDelayFromPlanWhenControllerStalls() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 1000;
    plans.switchCount = 1;
    LoadResult result = run(() -> new AtRequest(150, out -> out.busyFor(100 * MS)));
    assertThat(result.failure()).isEmpty();
    assertThat(result.delays().getMaxValue()).isBetween(100 * MS - 4096, 101 * MS);
    assertThat(result.delays().getCountBetweenValues(10 * MS, 200 * MS))
        .as("all that were planned during the stall waited, not only one")
        .isBetween(90L, 92L);
  }

  @Test
  void shouldFindTheControllerAtWorkWhenItIsSlow() {
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  out.busyFor(100_000);
                  out.write(request.answer());
                });
    assertThat(result.answeredRequests()).isPositive();
    assertThat(result.effort().servedShare()).isZero();
  }

  private LoadResult run(Supplier<Behaviour> behaviours) {
    return VirtualRun.against(behaviours).run(plans.plan(), null, Progress.NONE);
  }

  private static void assertNoMistakes(LoadResult result) {
    assertThat(result.failure()).isEmpty();
    assertThat(sum(result, SwitchCounts::allAnsweredRequests)).isPositive();
    assertThat(sum(result, c -> c.allErrors().doubled())).isZero();
    assertThat(sum(result, c -> c.allErrors().unasked())).isZero();
    assertThat(sum(result, c -> c.allErrors().wrongPort())).isZero();
    assertThat(sum(result, c -> c.allErrors().outOfOrder())).isZero();
  }

  private static long sum(LoadResult result, ToLongFunction<SwitchCounts> count) {
    return result.switches().stream().mapToLong(count).sum();
  }

  private static final class LosesEveryTenth implements Behaviour {
    private int count;

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      if (++count % 10 != 0) {
        out.write(request.answer());
      }
    }
  }
}
