package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TextReport;
import maestro.emulator.scenario.ScenarioException;
import org.junit.jupiter.api.Test;

/** Controllers that treat the probing switch, which asks twenty times a second, wrongly. */
class ProbingTruthTest {
  private static final double MS = Plans.MS;

  /** The histogram keeps three digits, and an answer is read in the cycle after it was sent. */
  private static final double DIGITS = 1.002;

  @Test
  void shouldReportFiveMillisecondsWhenEveryAnswerTakesThem() throws ScenarioException {
    RunResult result =
        run(
            () ->
                (request, out) -> {
                  out.busyFor(5 * Plans.MS);
                  out.write(request.answer());
                });
    assertThat(result.answers().measuredErrors()).isZero();
    DelaySummary probing = result.waits().probing();
    assertThat(probing.count()).isEqualTo(20);
    assertThat(probing.meanNs()).isBetween(5 * MS, 5.3 * MS);
    assertThat(probing.p99Ns()).isBetween(5 * MS, 5.3 * MS);
    assertThat(probing.lost()).isZero();
  }

  @Test
  void shouldReportEveryProbeLostWhenItIsNeverAnswered() throws ScenarioException {
    RunResult result = run(() -> only((request, out) -> {}));
    assertThat(result.answers().errors()).isEqualTo(ErrorCounts.NONE);
    assertThat(result.answers().probingErrors().missing()).isEqualTo(20);
    assertThat(result.answers().measuredErrors()).isEqualTo(20);
    DelaySummary probing = result.waits().probing();
    assertThat(probing.count()).isZero();
    assertThat(probing.lost()).isEqualTo(20);
    // Planned every 50 ms from 25 ms on; the drain ends 600 ms after the last answer to others.
    assertThat(probing.atLeastFromNs()).isBetween(620 * MS, 630 * MS);
    assertThat(probing.maxNs()).isBetween(1570 * MS, 1580 * MS);
    assertThat(probing.p99Ns()).isEqualTo(probing.maxNs());
    assertThat(probing.meanNs()).isBetween(1095 * MS, 1105 * MS);
    assertThat(TextReport.table(List.of(result)))
        .contains("≥1")
        .contains("truth: errors of the probing switch: missing 20\n")
        .contains("truth: first missing: the probing switch, packet of ");
  }

  @Test
  void shouldReportNoHealthyTailWhenEverySecondProbeIsDropped() throws ScenarioException {
    RunResult result = run(() -> only(new DropsEverySecond()));
    assertThat(result.answers().probingErrors().missing()).isEqualTo(10);
    DelaySummary probing = result.waits().probing();
    assertThat(probing.count()).isEqualTo(10);
    assertThat(probing.lost()).isEqualTo(10);
    assertThat(probing.p50Ns()).as("half of them were answered").isLessThan(MS);
    assertThat(probing.isAtLeast(probing.p50Ns())).isFalse();
    assertThat(probing.p99Ns()).isGreaterThan(1500 * MS / DIGITS);
    assertThat(probing.isAtLeast(probing.p99Ns())).isTrue();
    assertThat(probing.meanAtLeast()).isTrue();
  }

  @Test
  void shouldReportDoubledWhenEveryProbeIsAnsweredTwice() throws ScenarioException {
    RunResult result =
        run(
            () ->
                only(
                    (request, out) -> {
                      out.write(request.answer());
                      out.write(request.answer());
                    }));
    assertOnly(ErrorKind.DOUBLED, 20, result);
    assertThat(result.waits().probing().count()).isEqualTo(20);
  }

  @Test
  void shouldReportOutOfOrderWhenProbesAreSwapped() throws ScenarioException {
    RunResult result = run(() -> only(new SwapsPairs()));
    assertOnly(ErrorKind.OUT_OF_ORDER, 10, result);
    assertThat(result.waits().probing().maxNs())
        .as("half of them had to wait")
        .isGreaterThan(49 * MS);
  }

  @Test
  void shouldReportUnaskedAndMissingWhenProbesAreMisdirected() throws ScenarioException {
    RunResult result = run(new Misdirects()::behaviour);
    assertThat(result.answers().errors().unasked()).isEqualTo(20);
    assertThat(result.answers().errors().total()).isEqualTo(20);
    assertThat(result.answers().probingErrors().missing()).isEqualTo(20);
    assertThat(result.answers().probingErrors().total()).isEqualTo(20);
    assertThat(result.waits().probing().lost()).isEqualTo(20);
  }

  @Test
  void shouldReportWrongPortWhenProbesAreSentElsewhere() throws ScenarioException {
    RunResult result =
        run(
            () ->
                only(
                    (request, out) ->
                        out.write(request.answer(request.bufferId(), request.inPort()))));
    assertOnly(ErrorKind.WRONG_PORT, 20, result);
    assertThat(result.waits().probing().count()).isZero();
  }

  private static RunResult run(Supplier<Behaviour> controller) throws ScenarioException {
    return TruthRun.of(controller, "network.switches=4");
  }

  private static void assertOnly(ErrorKind kind, long count, RunResult result) {
    assertThat(result.answers().errors()).isEqualTo(ErrorCounts.NONE);
    assertThat(result.answers().probingErrors().count(kind)).isEqualTo(count);
    assertThat(result.answers().probingErrors().total()).isEqualTo(count);
    assertThat(result.answers().measuredErrors()).isEqualTo(count);
  }

  /** Answers rightly, but to the probing switch once its addresses are taught. */
  private static Behaviour only(Behaviour toProbes) {
    return (request, out) -> {
      boolean probe = out.datapathId() == TruthRun.PROBING && request.port() != TruthRequest.FLOOD;
      if (probe) {
        toProbes.onRequest(request, out);
      } else {
        out.write(request.answer());
      }
    };
  }

  private static final class DropsEverySecond implements Behaviour {
    private int count;

    @Override
    public void onRequest(TruthRequest request, TruthConnection out) {
      if (count++ % 2 == 1) {
        out.write(request.answer());
      }
    }
  }

  /** Sends the answers to probes to another switch. */
  private static final class Misdirects {
    private TruthConnection other;

    Behaviour behaviour() {
      return (request, out) -> {
        other = out.datapathId() == 1 ? out : other;
        boolean probe =
            out.datapathId() == TruthRun.PROBING && request.port() != TruthRequest.FLOOD;
        (probe ? other : out).write(request.answer());
      };
    }
  }
}
