package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import maestro.emulator.limit.LimitResponder;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a responder that counts what it answered. */
class LoadRunTest {
  /** Longer than the second after which an answer counts as lost. */
  private static final long STOOD_STILL_MS = 3_000;

  private final Plans plans = new Plans();
  private LimitResponder responder;

  @BeforeEach
  void listen() throws IOException {
    responder =
        LimitResponder.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).start();
  }

  @AfterEach
  void close() throws IOException {
    responder.close();
  }

  @ParameterizedTest
  @CsvSource({
    "MAX, 1, true", "MAX, 1, false", "MAX, 4, true", "MAX, 4, false",
    "PING_PONG, 1, true", "PING_PONG, 4, false", "RATE, 1, false", "RATE, 4, true"
  })
  void shouldCountWhatResponderCountedWhenAllIsAnswered(
      LoadMode mode, int version, boolean buffered) {
    plans.mode = mode;
    plans.version = version;
    plans.buffered = buffered;
    plans.requestsPerSecond = 20_000;

    LoadResult result = run();

    assertThat(result.failure()).isEmpty();
    assertThat(result.learnedAll()).isTrue();
    Map<Long, Long> truth = responder.answeredByDatapath();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      assertThat(counts.allSentRequests()).isPositive();
      assertThat(counts.allAnsweredRequests()).isEqualTo(counts.allSentRequests());
      assertThat(truth.get(counts.datapathId()))
          .isEqualTo(counts.allAnsweredRequests() + plans.hostCount);
      assertThat(counts.missing()).isZero();
      assertThat(counts.doubled() + counts.unasked() + counts.wrongPort()).isZero();
      assertThat(counts.outOfOrder() + counts.malformed()).isZero();
    }
    assertThat(result.answeredRequests()).isPositive();
  }

  @Test
  void shouldAddUpWindowsWhenRunIsComplete() {
    LoadResult result = run();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      long sum = 0;
      for (int answered : counts.answeredByWindow()) {
        sum += answered;
      }
      assertThat(sum).isEqualTo(counts.answeredRequests());
    }
  }

  @Test
  void shouldSendWhatWasPlannedWhenLoadIsByRate() {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 5000;
    LoadResult result = run();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      assertThat(counts.offeredRequests()).isBetween(1499L, 1501L);
    }
    assertThat(result.delays().getTotalCount())
        .isEqualTo(
            result.switches().stream().mapToLong(LoadResult.SwitchCounts::sentRequests).sum());
  }

  @Test
  void shouldMeasureProbesWhenThereIsAProbingSwitch() {
    plans.probesPerSecond = 100;
    LoadResult result = run();
    assertThat(result.failure()).isEmpty();
    assertThat(result.probing().getTotalCount()).isBetween(1L, 31L);
    assertThat(result.probes().stream().mapToInt(LoadResult.ProbeWindow::count).sum())
        .isLessThanOrEqualTo((int) result.probing().getTotalCount());
    assertThat(result.switches()).hasSize(plans.switchCount);
  }

  @Test
  void shouldServeAllSwitchesWhenThereAreSeveralThreads() {
    plans.threadCount = 3;
    plans.switchCount = 7;
    LoadResult result = run();
    assertThat(result.failure()).isEmpty();
    assertThat(result.switches()).hasSize(7).allMatch(counts -> counts.answeredRequests() > 0);
  }

  @Test
  void shouldTeachEveryAddressOnceWhenThereAreManyHosts() {
    plans.hostCount = 5000;
    plans.mode = LoadMode.PING_PONG;
    LoadResult result = run();
    long sent =
        result.switches().stream().mapToLong(LoadResult.SwitchCounts::allSentRequests).sum();
    assertThat(responder.answeredRequests()).isEqualTo(sent + 4L * 5000);
  }

  @ParameterizedTest
  @EnumSource(
      value = LoadMode.class,
      names = {"MAX", "PING_PONG"})
  @Timeout(60)
  void shouldLoseNothingAndCountNoPauseWhenItStoodStill(LoadMode mode) throws Exception {
    plans.mode = mode;
    plans.times = new LoadPlan.Times(2000 * MS, 2000 * MS, 50 * MS, 60_000 * MS, 500 * MS);
    LoadRun run = new LoadRun(plans.plan(), responder.address());
    CountDownLatch measuring = new CountDownLatch(1);
    CompletableFuture<LoadResult> result =
        CompletableFuture.supplyAsync(
            () -> run.run((stage, done, total, answered) -> tell(stage, answered, measuring)));
    measuring.await();

    run.hold();
    long answered = run.answeredRequests();
    while (wouldChange(run, answered)) {
      answered = run.answeredRequests();
    }
    Thread.sleep(STOOD_STILL_MS);
    assertThat(run.answeredRequests()).isEqualTo(answered);
    run.release();
    while (run.answeredRequests() == answered) {
      Thread.onSpinWait();
    }
    run.finish();

    LoadResult found = result.get();
    assertThat(found.failure()).isEmpty();
    for (LoadResult.SwitchCounts counts : found.switches()) {
      assertThat(counts.allAnsweredRequests()).isEqualTo(counts.allSentRequests());
      assertThat(counts.missing() + counts.doubled() + counts.unasked()).isZero();
      assertThat(counts.longestPauseNs()).isLessThan(STOOD_STILL_MS * MS);
    }
  }

  private static void tell(Progress.Stage stage, long answered, CountDownLatch measuring) {
    if (stage == Progress.Stage.MEASURING && answered > 0) {
      measuring.countDown();
    }
  }

  /** The cycle under way may still read answers when load is told to stand still. */
  private static boolean wouldChange(LoadRun run, long answered) throws InterruptedException {
    Thread.sleep(100);
    return run.answeredRequests() != answered;
  }

  private LoadResult run() {
    return new LoadRun(plans.plan(), responder.address()).run(Progress.NONE);
  }
}
