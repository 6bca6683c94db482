package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.BottleneckJudgement;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.LoadResult.SwitchCounts;
import maestro.emulator.scenario.Arrivals;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a load sends: sockets that are kept filled, and requests at their planned times. */
class SendingTest {
  /** A request is planned in one cycle and sent in the next at the latest. */
  private static final long CYCLE_NS = VirtualRun.CYCLE_NS;

  private final Plans plans = new Plans();

  @Test
  void shouldLetNoSocketRunEmptyWhenReadersAreUnequal() {
    LoadResult result = run(() -> Behaviour.inProportion(20));
    assertThat(result.failure()).isEmpty();
    assertThat(result.sending().socketSamples()).isPositive();
    assertThat(result.sending().emptySamples()).isZero();
    assertThat(result.sending().emptySwitches()).isZero();
    List<SwitchCounts> counts = result.switches();
    for (int i = 0; i < counts.size(); i++) {
      double ratio = (double) counts.get(i).answeredRequests() / counts.get(0).answeredRequests();
      assertThat(ratio).as("served as the controller reads").isBetween(i + 0.99, i + 1.01);
    }
  }

  @Test
  void shouldSayThatSocketsRanEmptyWhenTheLimitIsLessThanWhatIsTaken() {
    plans.limitRequests = 8;
    LoadResult result = run(() -> Behaviour.inProportion(20));
    assertThat(result.failure()).isEmpty();
    assertThat(result.sending().emptySwitches()).isEqualTo(plans.switchCount);
    assertThat(result.sending().emptySamples()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(value = LoadMode.class, names = "PING_PONG", mode = EnumSource.Mode.EXCLUDE)
  void shouldFindAnswersUnreadWhenTheControllerWritesMoreThanIsRead(LoadMode mode) {
    plans.mode = mode;
    plans.requestsPerSecond = 20_000_000;
    LoadResult result = run(AnswersAtLength::new);
    assertThat(result.failure()).isEmpty();
    assertThat(result.effort().busyShare()).isGreaterThan(0.9);
    assertThat(result.effort().unreadShare()).isGreaterThan(0.9);
    assertThat(result.effort().servedShare()).as("the controller has work").isLessThan(0.1);
    assertThat(BottleneckJudgement.of(mode, result.effort()).reason())
        .contains("more than 64 KB of answers waited for it");
  }

  @Test
  void shouldFindNoAnswersUnreadWhenTheControllerIsTheSlowOne() {
    LoadResult result = run(() -> Behaviour.inProportion(20));
    assertThat(result.effort().unreadShare()).isZero();
    assertThat(BottleneckJudgement.of(plans.mode, result.effort()).bound()).isFalse();
  }

  @Test
  void shouldKeepToTheLimitWhenThereIsOne() {
    plans.limitRequests = 40;
    LoadResult result = run(() -> new ReadsNothing(plans.hostCount));
    assertThat(result.failure()).isEmpty();
    assertThat(result.switches()).allMatch(counts -> counts.allSentRequests() == 40);
  }

  @Test
  void shouldLetFewWaitWhenNothingWasAnswered() {
    LoadResult result = run(() -> new ReadsNothing(plans.hostCount));
    assertThat(result.failure()).isEmpty();
    assertThat(result.switches()).allMatch(counts -> counts.allSentRequests() == 64);
  }

  @Test
  void shouldLetMoreWaitInEachSecondWithoutAnAnswer() {
    plans.times = new LoadPlan.Times(2000 * MS, 2000 * MS, 1500 * MS, 2000 * MS, 500 * MS);
    LoadResult result = run(() -> new ReadsNothing(plans.hostCount));
    assertThat(result.switches()).allMatch(counts -> counts.allSentRequests() == 4 * 64);
  }

  @Test
  void shouldLetNoMoreWaitThanWereAnsweredWhenTheControllerIsSlow() {
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  out.busyFor(MS);
                  out.write(request.answer());
                });
    assertThat(result.failure()).isEmpty();
    for (SwitchCounts counts : result.switches()) {
      assertThat(counts.allSentRequests()).as("350 answered by the end").isBetween(700L, 64 + 720L);
      assertThat(counts.allAnsweredRequests())
          .as("the drain ends")
          .isEqualTo(counts.allSentRequests());
    }
  }

  @ParameterizedTest
  @EnumSource(value = LoadMode.class, names = "PING_PONG", mode = EnumSource.Mode.EXCLUDE)
  void shouldLetNoMoreWaitThanTheKernelHasMemoryForWhenOtherProcessesHaveSwitchesToo(
      LoadMode mode) {
    plans.mode = mode;
    LoadPlan part = plans.plan().among(Integer.MAX_VALUE);
    LoadResult result =
        VirtualRun.against(() -> new ReadsNothing(plans.hostCount)).run(part, null, Progress.NONE);
    assertThat(result.failure()).isEmpty();
    assertThat(result.switches()).allMatch(counts -> counts.allSentRequests() == 1);
  }

  @Test
  void shouldFillAllSocketsAlikeWhenThereIsNoLimit() {
    LoadResult result = run(() -> new ReadsNothing(plans.hostCount + 20_000));
    assertThat(result.failure()).isEmpty();
    long[] sent = result.switches().stream().mapToLong(SwitchCounts::allSentRequests).toArray();
    long least = Arrays.stream(sent).min().orElseThrow();
    long most = Arrays.stream(sent).max().orElseThrow();
    assertThat(least).as("the socket decides").isGreaterThan(20_000 + 512);
    assertThat(most - least).as("by one write at most").isLessThanOrEqualTo(800);
  }

  @Test
  void shouldGoOnWithoutWaitingWhenAnswersAreLostAndTheRingIsBound() {
    Outstanding outstanding = new Outstanding(Integer.MAX_VALUE, 2048, 0);
    for (int round = 0; round < 100; round++) {
      long first = outstanding.head();
      assertThat(outstanding.roomFor(500)).isGreaterThanOrEqualTo(500);
      for (int i = 0; i < 500; i++) {
        outstanding.plan(first + i, 0, 3);
      }
      outstanding.sent(500);
      for (int i = 1; i < 500; i++) { // the first is lost
        outstanding.answer(first + i, 3, null);
      }
    }
    assertThat(outstanding.missing()).isEqualTo(100);
    assertThat(outstanding.measuredErrors(false).total()).isZero();
    assertThat(outstanding.warmUpErrors(false).total()).isZero();
    assertThat(outstanding.wasBound()).isFalse();
  }

  @Test
  void shouldMatchEveryAnswerWhenTheRingGrew() {
    Outstanding outstanding = new Outstanding(Integer.MAX_VALUE, 1 << 14, 0);
    int sent = 0;
    while (sent < 10_000) {
      int count = Math.min(700, outstanding.roomFor(700));
      for (int i = 0; i < count; i++) {
        outstanding.plan(outstanding.head() + i, sent + i, 3);
      }
      outstanding.sent(count);
      sent += count;
    }
    for (int i = 0; i < sent; i++) {
      assertThat(outstanding.answer(1 + i, 3, null)).isEqualTo(i);
    }
    assertThat(outstanding.rightAnswers()).isEqualTo(sent);
    assertThat(outstanding.isEmpty()).isTrue();
  }

  static Stream<Arrivals> laws() {
    return Stream.of("even", "poisson", "bursts(20)", "on-off(50 x 4)", "pareto(1.5)")
        .map(text -> Arrivals.parse(text).orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("laws")
  void shouldSendInTheCycleInWhichItIsDueWhateverTheLaw(Arrivals arrivals) {
    plans.mode = LoadMode.RATE;
    plans.law = new ArrivalLaw(arrivals, 1);
    for (double rate : new double[] {200, 20_000}) {
      plans.requestsPerSecond = rate;
      LoadResult result = run(SendingTest::takesAll);
      assertThat(result.failure()).isEmpty();
      assertThat(result.sending().lateness().getMaxValue())
          .as("lateness at " + rate)
          .isLessThanOrEqualTo(CYCLE_NS + CYCLE_NS / 50);
      assertCountsAreExact(result);
    }
  }

  @Test
  void shouldSayHowLateWhenTheThreadStoodStill() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 10_000;
    LoadResult result = runWithPause(Progress.Stage.MEASURING, 100, 20 * MS);
    assertThat(result.sending().lateness().getMaxValue()).isBetween(19 * MS, 22 * MS);
    // 200 requests of each switch were due meanwhile, of 3000
    assertThat(result.sending().lateness().getCountBetweenValues(MS, 30 * MS))
        .isBetween(4 * 180L, 4 * 200L);
    assertCountsAreExact(result);
  }

  @Test
  void shouldNotBlameTheControllerWhenTheThreadStoodStillBetweenTwoWindows() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 10_000;
    LoadResult result = runWithPause(Progress.Stage.MEASURING, 90, 20 * MS);
    for (SwitchCounts counts : result.switches()) {
      assertThat(counts.plannedByWindow()[0]).isBetween(999, 1001);
      assertThat(counts.askedByWindow()[0]).isBetween(880, 920); // the rest left after the pause
      for (int window = 0; window < counts.askedByWindow().length; window++) {
        int asked = counts.askedByWindow()[window];
        assertThat(counts.answeredByWindow()[window]).isBetween(asked - 10, asked + 10);
      }
    }
    assertCountsAreExact(result);
  }

  /** The rehearsals of 50 ms of warm-up are from 12.5 to 25 and from 31 to 44 ms. */
  @ParameterizedTest
  @ValueSource(longs = {5, 20, 27, 40, 46})
  void shouldCountAllOfMeasuredTimeWhenTheThreadStoodStillAsItBegan(long sinceMs) {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 10_000;
    LoadResult undisturbed = run(SendingTest::takesAll);
    LoadResult result = runWithPause(Progress.Stage.WARMING_UP, sinceMs, 60 * MS);
    assertCountsAreExact(result);
    for (int i = 0; i < plans.switchCount; i++) {
      assertThat(result.switches().get(i).offeredRequests())
          .isEqualTo(undisturbed.switches().get(i).offeredRequests());
    }
  }

  @Test
  void shouldOfferTheSameWhenThreadsAreMore() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 3_000;
    plans.law = new ArrivalLaw(Arrivals.POISSON, 9);
    plans.switchCount = 6;
    LoadResult one = run(SendingTest::takesAll);
    plans.threadCount = 3;
    LoadResult three = run(SendingTest::takesAll);
    for (int i = 0; i < plans.switchCount; i++) {
      assertThat(three.switches().get(i).offeredRequests())
          .isEqualTo(one.switches().get(i).offeredRequests());
      assertThat(three.switches().get(i).plannedByWindow())
          .isEqualTo(one.switches().get(i).plannedByWindow());
    }
  }

  @Test
  void shouldNotCallMissingWhatASlowControllerHasNotComeTo() {
    plans.times = new LoadPlan.Times(2000 * MS, 2000 * MS, 50 * MS, 300 * MS, 10 * MS);
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  out.busyFor(MS);
                  out.write(request.answer());
                });
    assertThat(result.failure()).isEmpty();
    assertThat(result.sending().waitingAtEnd()).isPositive();
    assertThat(result.switches()).allMatch(counts -> counts.allErrors().missing() == 0);
  }

  private static void assertCountsAreExact(LoadResult result) {
    for (SwitchCounts counts : result.switches()) {
      assertThat(counts.sentRequests()).isEqualTo(counts.offeredRequests()).isPositive();
      assertThat(Arrays.stream(counts.plannedByWindow()).sum())
          .isEqualTo((int) counts.offeredRequests());
      assertThat(Arrays.stream(counts.askedByWindow()).sum())
          .isEqualTo((int) counts.offeredRequests());
      assertThat(counts.allErrors().missing()).isZero();
    }
  }

  /** The load stands still once, from this time of this stage on. */
  private LoadResult runWithPause(Progress.Stage when, long sinceMs, long pauseNs) {
    VirtualTime time = new VirtualTime();
    try (TruthResponder responder = new TruthResponder(SendingTest::takesAll, time)) {
      VirtualRun virtual = new VirtualRun(plans.plan(), responder, time);
      LoadRun load = virtual.load();
      long[] heldNs = {0};
      time.whileHeld(
          () -> {
            time.advance(MS);
            heldNs[0] += MS;
            if (heldNs[0] >= pauseNs) {
              load.release();
            }
          });
      return virtual.run(
          (stage, done, total, answered) -> {
            if (stage == when && done > sinceMs && heldNs[0] == 0) {
              load.hold();
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LoadResult run(Supplier<Behaviour> behaviours) {
    return VirtualRun.against(behaviours).run(plans.plan(), null, Progress.NONE);
  }

  /** Answers all that has come. */
  private static Behaviour takesAll() {
    return Behaviour.serving((id, nowNs) -> 100_000);
  }

  /** Sends a thousand bytes more with each answer. */
  private static final class AnswersAtLength implements Behaviour {
    private static final byte ECHO_REPLY = 3;
    private static final int FILLER_BYTES = 1000;

    @Override
    public int requestsAtOnce(long datapathId) {
      return 100_000;
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      byte[] filler = new byte[FILLER_BYTES];
      ByteBuffer.wrap(filler).put((byte) 1).put(ECHO_REPLY).putShort((short) FILLER_BYTES);
      out.write(request.answer());
      out.write(filler);
    }
  }

  /** Learns the addresses, may answer some requests, and reads nothing after them. */
  private static final class ReadsNothing implements Behaviour {
    private int left;

    ReadsNothing(int packets) {
      left = packets;
    }

    @Override
    public int requestsAtOnce(long datapathId) {
      return left;
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      left--;
      out.write(request.answer());
    }
  }
}
