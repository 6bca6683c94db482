package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import maestro.emulator.engine.LoadResult.SwitchCounts;
import maestro.emulator.engine.TruthResponder.Behaviour;
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
  @EnumSource(LoadMode.class)
  void shouldReportThePauseWhenSwitchHasToWait(LoadMode mode) {
    plans.mode = mode;
    plans.limitRequests = 512;
    LoadResult result = run(() -> new BusyOnce(100, 20 * DELAY_NS));
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
    LoadResult result = run(() -> new BusyOnce(150, 100 * MS));
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

  @Test
  void shouldFailWithOneLineWhenNobodyListens() throws IOException {
    try (Socket taken = new Socket()) { // bound, so nobody else can listen there
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      LoadResult result =
          new LoadRun(plans.plan(), (InetSocketAddress) taken.getLocalSocketAddress())
              .run(Progress.NONE);
      assertThat(result.failure()).startsWith("cannot connect to ").contains("refused");
      assertThat(result.isComplete()).isFalse();
    }
  }

  @Test
  void shouldKeepPartialResultWhenControllerClosesConnections() {
    plans.mode = LoadMode.PING_PONG;
    LoadResult result = run(() -> new FailsAfter(200, TruthConnection::close));
    assertThat(result.failure()).matches(".*(closed the connection of|broke).*");
    assertThat(sum(result, SwitchCounts::allAnsweredRequests)).isPositive();
  }

  @Test
  void shouldGiveTheErrorAsTheReasonWhenControllerSendsOneAndCloses() {
    byte[] error = {4, 1, 0, 18, 0, 0, 0, 2, 0, 0, 0, 0, 'n', 'o', ' ', '1', '.', '0'};
    String failure =
        failureWhen(
            out -> {
              out.write(TruthConnection.bare(4, 0));
              out.write(error);
              out.flush();
              out.close();
            });
    assertThat(failure)
        .matches("switch .*1: the controller answered ERROR HELLO_FAILED INCOMPATIBLE .*: no 1.0");
  }

  @Test
  void shouldNameTheErrorWhenControllerRefusesSwitchAfterHandshake() {
    byte[] refused = {4, 1, 0, 18, 0, 0, 0, 2, 0, 0, 0, 1, 'i', 'n', ' ', 'u', 's', 'e'};
    LoadResult result =
        run(
            () ->
                new AtHello() {
                  @Override
                  public boolean greets() {
                    return true;
                  }

                  @Override
                  public void onFeatures(TruthConnection out) throws IOException {
                    out.write(refused);
                    out.flush();
                    out.close();
                  }
                });
    assertThat(result.failure())
        .matches(
            "the controller closed the connection of switch .*1 before there was load, after it had"
                + " sent ERROR HELLO_FAILED EPERM \\(type 0, code 1\\): in use");
  }

  @Test
  void shouldNameTheErrorWithWhatIsMissingWhenControllerRefusesSwitchAndKeepsItsConnection() {
    byte[] refused = {4, 1, 0, 12, 0, 0, 0, 2, 0, 1, 0, 5};
    LoadResult result =
        run(
            () ->
                new Behaviour() {
                  @Override
                  public void onFeatures(TruthConnection out) {
                    out.write(refused);
                  }

                  @Override
                  public void onRequest(TruthRequest request, TruthConnection out) {
                    // it has refused the switch
                  }
                });
    assertThat(result.failure()).isEmpty();
    assertThat(result.firstErrors())
        .singleElement()
        .asString()
        .contains(", came none but ERROR BAD_REQUEST EPERM (type 1, code 5)");
  }

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldNameTheLastErrorWhenControllerSendsOneUnderLoadAndCloses(LoadMode mode) {
    plans.mode = mode;
    byte[] badLength = {4, 1, 0, 12, 0, 0, 0, 2, 0, 1, 0, 6};
    LoadResult result =
        run(
            () ->
                new FailsAfter(
                    200,
                    out -> {
                      out.write(badLength);
                      out.flush();
                      out.close();
                    }));
    assertThat(result.failure())
        .matches(
            "the controller closed the connection of switch .*, after it had sent ERROR"
                + " BAD_REQUEST BAD_LEN \\(type 1, code 6\\)");
  }

  @Test
  void shouldSayHowFarItWasWhenControllerClosesInTheHandshake() {
    assertThat(failureWhen(TruthConnection::close)).endsWith("1 before it said HELLO");
    assertThat(
            failureWhen(
                out -> {
                  out.write(TruthConnection.bare(1, 0));
                  out.flush();
                  out.close();
                }))
        .endsWith("1 before it asked for the features");
  }

  private String failureWhen(OnHello does) {
    return run(() ->
            new AtHello() {
              @Override
              public void onHello(TruthConnection out) throws IOException {
                does.with(out);
              }
            })
        .failure();
  }

  /** What a controller does when the HELLO of a switch has come. */
  private interface OnHello {
    void with(TruthConnection out) throws IOException;
  }

  /** A controller that is no use after it. */
  private interface AtHello extends Behaviour {
    @Override
    default boolean greets() {
      return false;
    }

    @Override
    default void onRequest(TruthRequest request, TruthConnection out) {
      throw new AssertionError("there is no load without a handshake");
    }
  }

  @Test
  void shouldSayGarbageWhenControllerTalksSomethingElse() {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    LoadResult result = run(() -> new FailsAfter(1000, out -> out.write(http)));
    assertThat(result.failure()).contains("is not OpenFlow");
  }

  @Test
  void shouldSayWhatIsMissingWhenControllerSaysNothing() {
    plans.times = new LoadPlan.Times(100 * MS, 0, 0, 100 * MS, 0);
    LoadResult result = run(Silent::new);
    assertThat(result.failure()).contains("no HELLO within 100 ms: does it speak OpenFlow");
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

  /** Lets one request, and all behind it, wait. */
  private static final class BusyOnce implements Behaviour {
    private final int atRequest;
    private final long forNs;
    private int count;

    BusyOnce(int atRequest, long forNs) {
      this.atRequest = atRequest;
      this.forNs = forNs;
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      if (++count == atRequest) {
        out.busyFor(forNs);
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
    public void onRequest(TruthRequest request, TruthConnection out) throws IOException {
      if (++count == requests) {
        failure.happen(out);
      }
      out.write(request.answer());
    }
  }

  private interface Failure {
    void happen(TruthConnection out) throws IOException;
  }

  private static final class Silent implements Behaviour {
    @Override
    public boolean greets() {
      return false;
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      throw new IllegalStateException("no request before a greeting");
    }
  }
}
