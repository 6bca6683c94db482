package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.FirstError;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Controllers whose answers are wrong inside, and others that are right in unusual ways. */
class AnswerTruthTest {
  private static final long STRANGER = 0x0200_0099_0000L;
  private static final String UNBUFFERED = "packets.buffered=false";

  /** Of 4000 requests a second in one second, half go wrong. */
  private static final long HALF = 2000;

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldReportNothingWhenMatchesAreAsFineAsThePacket(String version, boolean buffered)
      throws ScenarioException {
    RunResult result =
        TruthRun.of(
            () ->
                (request, out) -> {
                  byte[] match =
                      TruthAnswers.matching(
                          request, request.inPort(), request.source(), request.destination());
                  if (buffered) {
                    out.write(match);
                  } else {
                    out.write(request.answer());
                  }
                },
            "openflow=\"" + version + '"',
            "packets.buffered=" + buffered);
    assertRight(result);
  }

  @Test
  void shouldReportNothingWhenMatchNamesEveryField() throws ScenarioException {
    assertRight(
        TruthRun.of(() -> (request, out) -> out.write(TruthAnswers.matchingAll10(request))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportNothingWhenFlowStandsBesidePacketOut(String version) throws ScenarioException {
    RunResult result = beside(version, request -> request.destination());
    assertRight(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportWrongMatchWhenFlowBesidePacketOutIsForStranger(String version)
      throws ScenarioException {
    RunResult result = beside(version, request -> STRANGER);
    assertThat(result.answers().errors().wrongMatch()).isBetween(2 * HALF - 4, 2 * HALF + 4);
    assertThat(first(result, ErrorKind.WRONG_MATCH))
        .endsWith(
            "expected eth_dst of a host of the switch, came FLOW_MOD with eth_dst"
                + " 02:00:00:99:00:00");
  }

  private static RunResult beside(String version, Function<TruthRequest, Long> ethDst)
      throws ScenarioException {
    return TruthRun.of(
        () ->
            (request, out) -> {
              if (request.port() != TruthRequest.FLOOD) {
                byte[] match =
                    TruthAnswers.matching(
                        new TruthRequest(withBuffer(request), request.port()),
                        request.inPort(),
                        request.source(),
                        ethDst.apply(request));
                out.write(TruthAnswers.unbuffered(match));
              }
              out.write(request.answer());
            },
        "openflow=\"" + version + '"',
        UNBUFFERED);
  }

  /** The same request with a buffer, so that its answer is a FLOW_MOD. */
  private static ByteBuffer withBuffer(TruthRequest request) {
    byte[] copy = request.message().array().clone();
    return ByteBuffer.wrap(copy).putInt(8, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportWrongMatchWhenEverySecondIsForStranger(String version) throws ScenarioException {
    RunResult result =
        everySecond(
            request -> TruthAnswers.matching(request, request.inPort(), request.source(), STRANGER),
            "openflow=\"" + version + '"');
    assertOnly(ErrorKind.WRONG_MATCH, result);
    assertThat(first(result, ErrorKind.WRONG_MATCH))
        .matches(
            "switch 0{15}\\d, packet of 02:00:00:00:00:.. \\(port \\d+\\) for 02:00:00:00:00:.."
                + " \\(port \\d+\\): expected eth_dst 02:00:00:00:00:..,"
                + " came FLOW_MOD with eth_dst 02:00:00:99:00:00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportWrongMatchWhenPortIsAnother(String version) throws ScenarioException {
    RunResult result =
        everySecond(
            request -> TruthAnswers.matching(request, 7, request.source(), request.destination()),
            "openflow=\"" + version + '"');
    assertOnly(ErrorKind.WRONG_MATCH, result);
    assertThat(first(result, ErrorKind.WRONG_MATCH)).endsWith("came FLOW_MOD with in_port 7");
  }

  /** Offsets of a FLOW_MOD: in 1.0 command 56, flags 70; in 1.3 table 24, command 25, hard 28. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.3 | 24 | 255 | expected the only table, 0, came FLOW_MOD for table 255",
        "1.3 | 25 | 1   | expected ADD, since there is no entry to modify, came .* command 1",
        "1.3 | 25 | 5   | expected a command up to 4, came FLOW_MOD with 5",
        "1.0 | 71 | 4   | expected flags within 0x3, came FLOW_MOD with flags 0x4",
      })
  void shouldReportRefusedEntryWhenASwitchWouldNotTakeIt(
      String version, int offset, int value, String text) throws ScenarioException {
    RunResult result =
        everySecond(
            request -> TruthAnswers.with(request.answer(), offset, value),
            "openflow=\"" + version + '"');
    assertOnly(ErrorKind.REFUSED_ENTRY, result);
    assertThat(first(result, ErrorKind.REFUSED_ENTRY)).matches(".*: " + text);
  }

  @ParameterizedTest
  @CsvSource({"1.0, 57, 1", "1.3, 29, 1"})
  void shouldReportNothingWhenASwitchWouldTakeTheEntry(String version, int offset, int value)
      throws ScenarioException {
    assertRight(
        TruthRun.of(
            () ->
                (request, out) -> {
                  byte[] answer = request.answer();
                  boolean teaches = request.port() == TruthRequest.FLOOD;
                  out.write(teaches ? answer : TruthAnswers.with(answer, offset, value));
                },
            "openflow=\"" + version + '"'));
  }

  @Test
  void shouldReportNothingWhenAnEntryIsModifiedThatWasAdded() throws ScenarioException {
    assertRight(TruthRun.of(ModifiesLater::new, "openflow=\"1.3\""));
  }

  @ParameterizedTest
  @CsvSource({"1.0, 20", "1.3, 20", "1.0, 59", "1.3, 3"})
  void shouldReportChangedPacketWhenByteIsAnother(String version, int index)
      throws ScenarioException {
    RunResult result =
        everySecond(
            request -> TruthAnswers.changed(request, index),
            "openflow=\"" + version + '"',
            UNBUFFERED);
    assertOnly(ErrorKind.CHANGED, result);
    assertThat(first(result, ErrorKind.CHANGED))
        .containsPattern("expected 0x.. in byte " + index + ", came 0x..$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportCutPacketWhenItsEndIsMissing(String version) throws ScenarioException {
    RunResult result =
        everySecond(
            request -> TruthAnswers.cut(request, 58), "openflow=\"" + version + '"', UNBUFFERED);
    assertOnly(ErrorKind.CUT, result);
    assertThat(first(result, ErrorKind.CUT)).endsWith("expected 60 bytes, came 58");
  }

  @Test
  void shouldReportCutAndMissingWhenNothingSaysWhichPacketItWas() throws ScenarioException {
    RunResult result = everySecond(request -> TruthAnswers.cut(request, 40), UNBUFFERED);
    assertThat(result.answers().errors().cut()).isEqualTo(HALF);
    assertThat(result.answers().errors().missing()).isEqualTo(HALF);
    assertThat(result.answers().errors().total()).isEqualTo(2 * HALF);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReportWrongInPortWhenPacketOutSaysSo(String version) throws ScenarioException {
    RunResult result =
        everySecond(
            request -> TruthAnswers.from(request, 7), "openflow=\"" + version + '"', UNBUFFERED);
    assertOnly(ErrorKind.WRONG_IN_PORT, result);
    assertThat(first(result, ErrorKind.WRONG_IN_PORT)).endsWith("came PACKET_OUT with in_port 7");
  }

  @Test
  void shouldReportUnaskedWhenAnswersAreThoseOfTheNeighbour() throws ScenarioException {
    RunResult result = TruthRun.of(new ServesTheNext()::behaviour);
    assertThat(result.answers().errors().unasked()).isBetween(2 * HALF - 4, 2 * HALF);
    assertThat(result.answers().errors().missing()).isBetween(2 * HALF - 4, 2 * HALF);
    assertThat(first(result, ErrorKind.UNASKED)).contains("came FLOW_MOD for buffer 0x");
  }

  @Test
  void shouldSayWhatWasExpectedWhenEveryAnswerIsWrong() throws ScenarioException {
    RunResult result =
        TruthRun.of(
            () ->
                (request, out) ->
                    out.write(request.answer(request.bufferId(), request.port() == 1 ? 2 : 1)),
            "probing.enabled=false");
    assertThat(result.completion().complete()).isFalse();
    assertThat(result.completion().reason())
        .matches(
            "the controller answered none of 48\\d\\d requests rightly; first wrong port: switch"
                + " .*: expected port \\d+, came FLOW_MOD to port \\d+");
  }

  @Test
  void shouldCountErrorsOfTheWarmUpApart() throws ScenarioException {
    RunResult result = TruthRun.of(DoublesAtFirst::new, "probing.enabled=false");
    assertThat(result.answers().errors()).isEqualTo(ErrorCounts.NONE);
    assertThat(result.answers().warmUpErrors().doubled()).isEqualTo(100);
    assertThat(first(result, ErrorKind.DOUBLED))
        .contains(", in the warm-up, ")
        .endsWith("expected one answer, came FLOW_MOD as a second");
  }

  @Test
  void shouldCountDoubleWhenItComesAfterEverythingWasAnswered() throws ScenarioException {
    LateDoubles late = new LateDoubles();
    RunResult result = TruthRun.of(() -> late, "network.switches=1", "probing.enabled=false");
    assertThat(result.answers().errors().missing()).isZero();
    assertThat(result.answers().errors().doubled()).isEqualTo(1);
  }

  private static RunResult everySecond(Function<TruthRequest, byte[]> wrong, String... settings)
      throws ScenarioException {
    return TruthRun.of(() -> new EverySecond(wrong), settings);
  }

  private static void assertRight(RunResult result) {
    assertThat(result.completion()).isEqualTo(RunResult.Completion.COMPLETE);
    assertThat(result.answers().firstErrors()).isEmpty();
    assertThat(result.answers().measuredErrors()).isZero();
    assertThat(result.answers().warmUpErrors()).isEqualTo(ErrorCounts.NONE);
    assertThat(result.throughputRequestsPerSecond()).isBetween(3990.0, 4010.0);
  }

  /** Half of the requests went wrong in one way, and none in another. */
  private static void assertOnly(ErrorKind kind, RunResult result) {
    ErrorCounts errors = result.answers().errors();
    assertThat(errors.count(kind)).isEqualTo(HALF);
    assertThat(errors.total()).isEqualTo(HALF);
    assertThat(result.answers().probingErrors().count(kind)).isEqualTo(10);
  }

  private static String first(RunResult result, ErrorKind kind) {
    return result.answers().firstErrors().stream()
        .filter(e -> e.kind() == kind)
        .map(FirstError::text)
        .findFirst()
        .orElseThrow();
  }

  /** Every second answer is wrong; addresses are taught rightly. */
  private static final class EverySecond implements Behaviour {
    private final Function<TruthRequest, byte[]> wrong;
    private int count;

    EverySecond(Function<TruthRequest, byte[]> wrong) {
      this.wrong = wrong;
    }

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      boolean teaches = request.port() == TruthRequest.FLOOD;
      out.write(!teaches && count++ % 2 == 0 ? wrong.apply(request) : request.answer());
    }
  }

  /** Adds an entry for each host of a switch, and modifies it from then on. */
  private static final class ModifiesLater implements Behaviour {
    private final Set<Long> added = new HashSet<>();

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      boolean teaches = request.port() == TruthRequest.FLOOD;
      boolean adds = teaches || added.add(request.source());
      out.write(adds ? request.answer() : TruthAnswers.with(request.answer(), 25, 1));
    }
  }

  /** Sends the answers of each switch to the next one. */
  private static final class ServesTheNext {
    private final Map<Long, TruthConnection> all = new HashMap<>();

    Behaviour behaviour() {
      return (request, out) -> {
        boolean teaches = request.port() == TruthRequest.FLOOD;
        TruthConnection to = teaches || out.datapathId() == TruthRun.PROBING ? out : next(out);
        to.write(request.answer());
      };
    }

    private TruthConnection next(TruthConnection out) {
      all.put(out.datapathId(), out);
      TruthConnection next = all.get(out.datapathId() % TruthRun.SWITCHES + 1);
      return next == null ? out : next;
    }
  }

  /** Answers the first requests of each switch twice. */
  private static final class DoublesAtFirst implements Behaviour {
    private int count;

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      out.write(request.answer());
      if (request.port() != TruthRequest.FLOOD && count++ < 25) {
        out.write(request.answer());
      }
    }
  }

  /** Repeats the last answer when nothing was asked for 300 ms. */
  private static final class LateDoubles implements Behaviour {
    private TruthRequest last;
    private TruthConnection out;
    private long lastNs;

    @Override
    public void onRequest(TruthRequest request, TruthConnection to) {
      last = request;
      out = to;
      lastNs = Long.MAX_VALUE;
      to.write(request.answer());
    }

    @Override
    public int requestsAtOnce(long datapathId, long nowNs) {
      if (lastNs == Long.MAX_VALUE) {
        lastNs = nowNs;
      }
      if (last != null && last.port() != TruthRequest.FLOOD && nowNs - lastNs > 300 * Plans.MS) {
        out.write(last.answer());
        last = null;
      }
      return requestsAtOnce(datapathId);
    }
  }
}
