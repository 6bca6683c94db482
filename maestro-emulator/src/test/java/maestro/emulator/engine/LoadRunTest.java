package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a controller that counts what it answered, in virtual time. */
class LoadRunTest {
  /** Longer than the second after which an answer counts as lost. */
  private static final long STOOD_STILL_NS = 3_000 * MS;

  private final Plans plans = new Plans();
  private final VirtualTime time = new VirtualTime();
  @AutoClose private TruthResponder responder;

  @BeforeEach
  void listen() throws IOException {
    responder = new TruthResponder(() -> (request, out) -> out.write(request.answer()), time);
  }

  @ParameterizedTest
  @CsvSource({
    "MAX, 1, true", "MAX, 1, false", "MAX, 4, true", "MAX, 4, false",
    "PING_PONG, 1, true", "PING_PONG, 4, false", "RATE, 1, false", "RATE, 4, true"
  })
  void shouldCountWhatResponderCountedWhenAllIsAnswered(
      LoadMode mode, int version, boolean buffered) throws IOException {
    plans.mode = mode;
    plans.version = version;
    plans.buffered = buffered;
    plans.requestsPerSecond = 20_000;

    LoadResult result = run();

    assertThat(result.failure()).isEmpty();
    assertThat(result.learnedAll()).isTrue();
    Map<Long, Long> truth = responder.handledByDatapath();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      assertThat(counts.allSentRequests()).isPositive();
      assertThat(counts.allAnsweredRequests()).isEqualTo(counts.allSentRequests());
      assertThat(truth.get(counts.datapathId()))
          .isEqualTo(counts.allAnsweredRequests() + plans.hostCount);
      assertThat(counts.allErrors().missing()).isZero();
      assertThat(
              counts.allErrors().doubled()
                  + counts.allErrors().unasked()
                  + counts.allErrors().wrongPort())
          .isZero();
      assertThat(counts.allErrors().outOfOrder() + counts.allErrors().malformed()).isZero();
    }
    assertThat(result.answeredRequests()).isPositive();
  }

  @Test
  void shouldAddUpWindowsWhenRunIsComplete() throws IOException {
    LoadResult result = run();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      long sum = 0;
      for (int answered : counts.answeredByWindow()) {
        sum += answered;
      }
      assertThat(sum).isEqualTo(counts.answeredRequests()).isPositive();
    }
  }

  @Test
  void shouldSendWhatWasPlannedWhenLoadIsByRate() throws IOException {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 5000;
    LoadResult result = run();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      assertThat(counts.offeredRequests()).isBetween(1499L, 1501L);
      assertThat(counts.sentRequests()).isEqualTo(counts.offeredRequests());
    }
    assertThat(result.delays().getTotalCount())
        .isEqualTo(
            result.switches().stream().mapToLong(LoadResult.SwitchCounts::sentRequests).sum());
  }

  @Test
  void shouldMeasureProbesWhenThereIsAProbingSwitch() throws IOException {
    plans.probesPerSecond = 100;
    LoadResult result = run();
    assertThat(result.failure()).isEmpty();
    assertThat(result.probing().getTotalCount()).isBetween(29L, 31L);
    assertThat(result.probes().stream().mapToInt(LoadResult.ProbeWindow::count).sum())
        .isLessThanOrEqualTo((int) result.probing().getTotalCount())
        .isPositive();
    assertThat(result.switches()).hasSize(plans.switchCount);
  }

  @Test
  void shouldServeAllSwitchesWhenThereAreSeveralThreads() throws IOException {
    plans.threadCount = 3;
    plans.switchCount = 7;
    LoadResult result = run();
    assertThat(result.failure()).isEmpty();
    assertThat(result.switches()).hasSize(7).allMatch(counts -> counts.answeredRequests() > 0);
  }

  @Test
  void shouldTeachEveryAddressOnceWhenThereAreManyHosts() throws IOException {
    plans.hostCount = 5000;
    plans.mode = LoadMode.PING_PONG;
    LoadResult result = run();
    long sent =
        result.switches().stream().mapToLong(LoadResult.SwitchCounts::allSentRequests).sum();
    assertThat(sent).isPositive();
    assertThat(responder.handledRequests()).isEqualTo(sent + 4L * 5000);
  }

  @ParameterizedTest
  @EnumSource(
      value = LoadMode.class,
      names = {"MAX", "PING_PONG"})
  void shouldLoseNothingAndCountNoPauseWhenItStoodStill(LoadMode mode) throws IOException {
    plans.mode = mode;
    plans.times = new LoadPlan.Times(2000 * MS, 2000 * MS, 50 * MS, 60_000 * MS, 500 * MS);
    VirtualRun virtual = new VirtualRun(plans.plan(), responder, time);
    LoadRun run = virtual.load();
    Still still = new Still(run);
    time.whileHeld(still::pass);

    LoadResult found = virtual.run(still);

    assertThat(found.failure()).isEmpty();
    assertThat(still.answeredAfter).isGreaterThan(still.answeredBefore).isPositive();
    for (LoadResult.SwitchCounts counts : found.switches()) {
      assertThat(counts.allAnsweredRequests()).isEqualTo(counts.allSentRequests());
      assertThat(
              counts.allErrors().missing()
                  + counts.allErrors().doubled()
                  + counts.allErrors().unasked())
          .isZero();
      assertThat(counts.longestPauseNs()).isLessThan(10 * MS);
    }
  }

  /** Holds the load when it is measured, for some time, and ends it when it goes on. */
  private final class Still implements Progress {
    private final LoadRun run;
    private long heldNs;
    private long answeredBefore;
    private long answeredAfter;

    Still(LoadRun run) {
      this.run = run;
    }

    @Override
    public void at(Stage stage, long done, long total, long answered) {
      if (stage != Stage.MEASURING || answered == 0) {
        return;
      }
      if (heldNs == 0) {
        answeredBefore = answered;
        run.hold();
      } else if (answered > answeredBefore && answeredAfter == 0) {
        answeredAfter = answered;
        run.finish();
      }
    }

    /** The controller goes on while the load stands still. */
    void pass() {
      try {
        responder.doWork();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      time.advance(MS);
      heldNs += MS;
      if (heldNs >= STOOD_STILL_NS) {
        run.release();
      }
    }
  }

  private LoadResult run() throws IOException {
    return new VirtualRun(plans.plan(), responder, time).run(Progress.NONE);
  }
}
