package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import maestro.emulator.engine.LoadResult.SwitchCounts;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.engine.TruthResponder.Request;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responders that do a known wrong, each reported as what it is. */
class KnownTruthTest {
  private static final long DELAY_NS = 5_000_000;

  private final Plans plans = new Plans();

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldReportNothingWhenAllIsRight(LoadMode mode) throws IOException {
    plans.mode = mode;
    LoadResult result = run(() -> (request, out) -> out.write(request.answer()));
    assertNoMistakes(result);
    assertThat(sum(result, SwitchCounts::missing)).isZero();
    assertThat(sum(result, SwitchCounts::flooded)).isZero();
  }

  @Test
  void shouldReportNothingWhenAllIsRightAndUnbuffered() throws IOException {
    plans.buffered = false;
    LoadResult result = run(() -> (request, out) -> out.write(request.answer()));
    assertNoMistakes(result);
    assertThat(sum(result, SwitchCounts::flooded)).isZero();
  }

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldReportThePauseWhenSwitchHasToWait(LoadMode mode) throws IOException {
    plans.mode = mode;
    plans.windowRequests = 512;
    LoadResult result =
        run(
            () -> {
              long[] count = {0};
              return (request, out) -> {
                count[0]++;
                if (count[0] == 100) {
                  out.flush();
                  LockSupport.parkNanos(20 * DELAY_NS);
                }
                out.write(request.answer());
              };
            });
    for (SwitchCounts counts : result.switches()) {
      // since the answer before was read, which is late on a busy machine
      assertThat(counts.longestPauseNs()).isGreaterThan(10 * DELAY_NS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportDoubledWhenEveryAnswerComesTwice(boolean buffered) throws IOException {
    plans.buffered = buffered;
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  out.write(request.answer());
                  out.write(request.answer());
                });
    assertThat(sum(result, SwitchCounts::doubled))
        .isEqualTo(sum(result, SwitchCounts::allAnsweredRequests))
        .isPositive();
    assertThat(sum(result, SwitchCounts::unasked)).isZero();
    assertThat(sum(result, SwitchCounts::missing)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportWrongPortWhenAnswerGoesElsewhere(boolean buffered) throws IOException {
    plans.buffered = buffered;
    LoadResult result =
        run(
            () ->
                (request, out) ->
                    out.write(request.answer(request.bufferId(), request.port() % 4 + 1)));
    assertThat(sum(result, SwitchCounts::wrongPort))
        .isEqualTo(sum(result, SwitchCounts::allSentRequests))
        .isPositive();
    assertThat(result.answeredRequests()).isZero();
    assertThat(sum(result, SwitchCounts::missing)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReportFloodedWhenAnswerGoesToAllPorts(boolean buffered) throws IOException {
    plans.buffered = buffered;
    int flood = 0xfffb;
    LoadResult result =
        run(() -> (request, out) -> out.write(request.answer(request.bufferId(), flood)));
    assertNoMistakes(result);
    assertThat(sum(result, SwitchCounts::flooded))
        .isEqualTo(sum(result, SwitchCounts::allAnsweredRequests));
  }

  @Test
  void shouldReportOutOfOrderWhenEveryOtherAnswerIsHeldBack() throws IOException {
    LoadResult result = run(SwapsPairs::new);
    long answered = sum(result, SwitchCounts::allAnsweredRequests);
    assertThat(sum(result, SwitchCounts::outOfOrder))
        .isBetween(answered / 2 - plans.switchCount, answered / 2 + plans.switchCount);
    assertThat(sum(result, SwitchCounts::doubled) + sum(result, SwitchCounts::wrongPort)).isZero();
  }

  @Test
  void shouldReportUnaskedAndMissingWhenBufferIsNobodys() throws IOException {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 500;
    LoadResult result =
        run(
            () ->
                (request, out) ->
                    out.write(request.answer(request.bufferId() + 1_000_000, request.port())));
    long sent = sum(result, SwitchCounts::allSentRequests);
    assertThat(sum(result, SwitchCounts::unasked)).isEqualTo(sent).isPositive();
    assertThat(sum(result, SwitchCounts::missing)).isEqualTo(sent);
  }

  @Test
  void shouldReportMissingWhenEveryTenthIsLost() throws IOException {
    plans.mode = LoadMode.RATE;
    LoadResult result = run(LosesEveryTenth::new);
    long sent = sum(result, SwitchCounts::allSentRequests);
    assertThat(sum(result, SwitchCounts::missing))
        .isBetween(sent / 10 - plans.switchCount, sent / 10 + plans.switchCount);
    assertNoMistakes(result);
  }

  @ParameterizedTest
  @EnumSource(
      value = LoadMode.class,
      names = {"PING_PONG", "RATE"})
  void shouldReportDelayWhenEveryAnswerTakesFiveMilliseconds(LoadMode mode) throws IOException {
    plans.mode = mode;
    plans.requestsPerSecond = 50;
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  waitUntil(System.nanoTime() + DELAY_NS);
                  out.write(request.answer());
                });
    assertThat(result.delays().getTotalCount()).isPositive();
    assertThat(result.delays().getMinValue()).isGreaterThanOrEqualTo(DELAY_NS - 4096);
    assertNoMistakes(result);
  }

  @Test
  void shouldReportDelayFromPlanWhenControllerStalls() throws IOException {
    plans.mode = LoadMode.RATE;
    plans.requestsPerSecond = 1000;
    plans.switchCount = 1;
    LoadResult result = run(StallsOnce::new);
    assertThat(result.failure()).isEmpty();
    assertThat(result.delays().getMaxValue()).isGreaterThan(80_000_000);
    assertThat(result.delays().getCountBetweenValues(10_000_000, 200_000_000))
        .as("all that were planned during the stall waited, not only one")
        .isGreaterThan(50);
  }

  @Test
  void shouldFindTheControllerAtWorkWhenItIsSlow() throws IOException {
    LoadResult result =
        run(
            () ->
                (request, out) -> {
                  waitUntil(System.nanoTime() + 100_000);
                  out.write(request.answer());
                });
    assertThat(result.answeredRequests()).isPositive();
    assertThat(result.effort().servedShare()).isZero();
  }

  @Test
  void shouldFailWithOneLineWhenNobodyListens() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    LoadResult result =
        new LoadRun(plans.plan(), new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .run(Progress.NONE);
    assertThat(result.failure()).startsWith("cannot connect to ").contains("refused");
    assertThat(result.isComplete()).isFalse();
  }

  @Test
  void shouldKeepPartialResultWhenControllerClosesConnections() throws IOException {
    plans.times = new LoadPlan.Times(2000 * Plans.MS, 2000 * Plans.MS, 0, 60_000 * Plans.MS, 0);
    plans.mode = LoadMode.PING_PONG;
    LoadResult result = run(() -> new FailsAfter(200, OutputStream::close));
    assertThat(result.failure()).matches(".*(closed the connection of|broke).*");
    assertThat(sum(result, SwitchCounts::allAnsweredRequests)).isPositive();
  }

  @Test
  void shouldSayGarbageWhenControllerTalksSomethingElse() throws IOException {
    plans.times = new LoadPlan.Times(2000 * Plans.MS, 2000 * Plans.MS, 0, 60_000 * Plans.MS, 0);
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    LoadResult result = run(() -> new FailsAfter(1000, out -> out.write(http)));
    assertThat(result.failure()).contains("is not OpenFlow");
  }

  @Test
  void shouldSayWhatIsMissingWhenControllerSaysNothing() throws IOException {
    plans.times = new LoadPlan.Times(100 * Plans.MS, 0, 0, 100 * Plans.MS, 0);
    LoadResult result = run(Silent::new);
    assertThat(result.failure()).contains("no HELLO within 100 ms");
  }

  private LoadResult run(Supplier<Behaviour> behaviours) throws IOException {
    try (TruthResponder responder = new TruthResponder(behaviours)) {
      return new LoadRun(plans.plan(), responder.address()).run(Progress.NONE);
    }
  }

  private static void assertNoMistakes(LoadResult result) {
    assertThat(result.failure()).isEmpty();
    assertThat(sum(result, SwitchCounts::allAnsweredRequests)).isPositive();
    assertThat(sum(result, SwitchCounts::doubled)).isZero();
    assertThat(sum(result, SwitchCounts::unasked)).isZero();
    assertThat(sum(result, SwitchCounts::wrongPort)).isZero();
    assertThat(sum(result, SwitchCounts::outOfOrder)).isZero();
  }

  private static long sum(LoadResult result, ToLongFunction<SwitchCounts> count) {
    return result.switches().stream().mapToLong(count).sum();
  }

  private static void waitUntil(long timeNs) {
    long leftNs = timeNs - System.nanoTime();
    while (leftNs > 0) {
      LockSupport.parkNanos(leftNs);
      leftNs = timeNs - System.nanoTime();
    }
  }

  private static final class SwapsPairs implements Behaviour {
    private Request held;

    @Override
    public void onRequest(Request request, OutputStream out) throws IOException {
      if (held == null) {
        held = request;
      } else {
        out.write(request.answer());
        out.write(held.answer());
        held = null;
      }
    }
  }

  private static final class LosesEveryTenth implements Behaviour {
    private int count;

    @Override
    public void onRequest(Request request, OutputStream out) throws IOException {
      if (++count % 10 != 0) {
        out.write(request.answer());
      }
    }
  }

  private static final class StallsOnce implements Behaviour {
    private int count;

    @Override
    public void onRequest(Request request, OutputStream out) throws IOException {
      if (++count == 150) {
        waitUntil(System.nanoTime() + 100_000_000);
      }
      out.write(request.answer());
    }
  }

  private static final class FailsAfter implements Behaviour {
    private final int requests;
    private final Failure failure;
    private int count;

    FailsAfter(int requests, Failure failure) {
      this.requests = requests;
      this.failure = failure;
    }

    @Override
    public void onRequest(Request request, OutputStream out) throws IOException {
      if (++count == requests) {
        failure.happen(out);
      }
      out.write(request.answer());
    }
  }

  private interface Failure {
    void happen(OutputStream out) throws IOException;
  }

  private static final class Silent implements Behaviour {
    @Override
    public boolean greets() {
      return false;
    }

    @Override
    public void onRequest(Request request, OutputStream out) {
      throw new IllegalStateException("no request before a greeting");
    }
  }
}
