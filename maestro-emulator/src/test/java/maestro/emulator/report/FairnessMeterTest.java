package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import maestro.emulator.report.RunResult.Spread;
import org.junit.jupiter.api.Test;

class FairnessMeterTest {
  private static final double ALL = Double.POSITIVE_INFINITY;

  @Test
  void shouldSayWhoDeviatesMostWhenWindowIsUneven() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    assertThat(meter.window(new double[] {ALL, ALL}, new long[] {100, 100})).isZero();
    assertThat(meter.window(new double[] {ALL, ALL}, new long[] {150, 50})).isEqualTo(0.5);
    assertThat(meter.window(new double[] {ALL, ALL}, new long[] {90, 110})).isEqualTo(0.1);
    assertThat(meter.worstWindow()).isEqualTo(new Spread(-0.5, -0.5, -0.5, 0.5, 0.5));
  }

  @Test
  void shouldEvenOutOverTheRunWhenWindowsAlternate() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    meter.window(new double[] {ALL, ALL}, new long[] {150, 50});
    meter.window(new double[] {ALL, ALL}, new long[] {50, 150});
    assertThat(meter.deviation()).isEqualTo(new Spread(0, 0, 0, 0, 0));
    assertThat(meter.jain()).isEqualTo(1);
    assertThat(meter.sharesRequests()).containsExactly(200, 200);
  }

  @Test
  void shouldFollowTheThroughputWhenItChangesInTheRun() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1, 1});
    double[] offered = {10, 100, 400};
    // The second asks for about the mean level of both windows, 97, which the slow one cannot give.
    assertThat(meter.window(offered, new long[] {10, 100, 170})).isZero();
    assertThat(meter.window(offered, new long[] {10, 60, 60})).isZero();
    assertThat(meter.sharesRequests()).containsExactly(20, 160, 230);
    assertThat(meter.deviation().largest()).isZero();
    assertThat(meter.jain()).isEqualTo(1);
  }

  @Test
  void shouldFindADeviationByOneFillingWhenTheThroughputChangesInTheRun() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1, 1});
    double[] offered = {10, 100, 400};
    meter.window(offered, new long[] {10, 100, 170});
    meter.window(offered, new long[] {10, 60, 60});
    // Of 20, 200 and 800 up to 410: 20, 195 and 195.
    assertThat(meter.filledOnce())
        .isEqualTo(new Spread(-35 / 195.0, -35 / 195.0, 0, 35 / 195.0, 35 / 195.0));
    assertThat(meter.deviation().largest()).isZero();
  }

  @Test
  void shouldServeIdeallyWhatHasWaitedWhenThereIsTimeForIt() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    double[] offered = {100, 400};
    meter.window(offered, new long[] {60, 60});
    assertThat(meter.window(offered, new long[] {140, 260})).isZero();
    assertThat(meter.sharesRequests()).containsExactly(200, 320);
    assertThat(meter.deviation().largest()).isZero();
  }

  @Test
  void shouldFindWhoIsDeniedForGoodWhenRatesChange() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    meter.window(new double[] {400, 400}, new long[] {150, 50});
    meter.window(new double[] {0, 400}, new long[] {150, 50});
    assertThat(meter.sharesRequests()).containsExactly(200, 200);
    assertThat(meter.deviations()).containsExactly(0.5, -0.5);
  }

  @Test
  void shouldFindTheDelayOnceWhenADelayedSwitchMakesUpForIt() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    double[] offered = {100, 400};
    assertThat(meter.window(offered, new long[] {60, 340})).isEqualTo(-0.4);
    assertThat(meter.window(offered, new long[] {140, 260})).isZero();
    assertThat(meter.deviation().largest()).isZero();
  }

  @Test
  void shouldNotTakeRequestsFromBeforeForUnfair() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    meter.waitingAtStart(new double[] {30, 1000});
    assertThat(meter.window(new double[] {100, 400}, new long[] {130, 270})).isZero();
    assertThat(meter.window(new double[] {100, 400}, new long[] {110, 290}))
        .as("nothing waits any more that could have been answered")
        .isEqualTo(0.1);
    assertThat(meter.deviations()[0]).isEqualTo(10 / 230.0);
  }

  @Test
  void shouldGiveNoMoreThanAFairShareToWhoHasWaited() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    meter.waitingAtStart(new double[] {1000, 1000});
    assertThat(meter.window(new double[] {100, 400}, new long[] {300, 100})).isEqualTo(0.5);
  }

  @Test
  void shouldLeaveOutOfTheWindowWhoHasTooFewRequests() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1, 1});
    assertThat(meter.window(new double[] {5, ALL, ALL}, new long[] {1, 100, 100}))
        .isEqualTo(2 / 98.0);
    assertThat(meter.deviations()[0]).isEqualTo(-0.8);
  }

  @Test
  void shouldJudgeALightSwitchWhenItsOwnWindowHasTwentyRequests() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    double[] offered = {5, ALL};
    for (int window = 0; window < 3; window++) {
      assertThat(meter.window(offered, new long[] {0, 100}))
          .as("of the other alone")
          .isEqualTo(5 / 95.0);
    }
    assertThat(meter.window(offered, new long[] {0, 100})).as("four times five").isEqualTo(-1);
    for (int window = 0; window < 4; window++) {
      meter.window(offered, new long[] {10, 100});
    }
    assertThat(meter.worstDeviations()[0]).isEqualTo(-1);
    assertThat(meter.worstLengths()).containsExactly(4, 1);
    assertThat(meter.worstWindow().min()).isEqualTo(-1);
    assertThat(meter.deviations()[0]).as("it got all in the end").isZero();
  }

  @Test
  void shouldKnowNothingWhenNothingWasMeasured() {
    FairnessMeter meter = new FairnessMeter(new double[] {1});
    assertThat(meter.window(new double[] {ALL}, new long[] {0})).isNaN();
    assertThat(meter.deviation().max()).isNaN();
    assertThat(meter.jain()).isNaN();
    assertThat(meter.worstDeviations()).containsExactly(Double.NaN);
    assertThat(meter.worstWindow()).isEqualTo(Spread.UNKNOWN);
  }

  @Test
  void shouldStillFindWhoIsDeniedWhenWhatIsDeniedIsRefused() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    for (int window = 0; window < 50; window++) {
      double[] refused = {window < 5 ? 0 : 200, window < 5 ? 0 : 300};
      assertThat(meter.window(new double[] {400, 400}, refused, new long[] {150, 50}))
          .isEqualTo(0.5);
    }
    assertThat(meter.deviations()).containsExactly(0.5, -0.5);
  }

  /** A fair server that answers 200 in a window, with sockets of 1500 and 1000. */
  @Test
  void shouldOweNothingLaterForWhatWasRefused() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    double[] waiting = {0, 0};
    for (int window = 0; window < 150; window++) {
      boolean overload = window < 50;
      double[] offered = {overload ? 400 : 40, overload ? 300 : 30};
      waiting[0] += offered[0];
      waiting[1] += offered[1];
      long second = (long) Math.min(waiting[1], 100);
      long[] got = {(long) Math.min(waiting[0], (double) (200 - second)), second};
      waiting[0] -= got[0];
      waiting[1] -= got[1];
      double[] refused = {Math.max(0, waiting[0] - 1500), Math.max(0, waiting[1] - 1000)};
      waiting[0] -= refused[0];
      waiting[1] -= refused[1];
      assertThat(meter.window(offered, refused, got)).isZero();
    }
    assertThat(waiting).containsExactly(0, 0);
    assertThat(meter.deviation().largest()).isZero();
  }

  @Test
  void shouldServeTheFavouredNoLongerThanItsSocketWouldHoldWhenAnotherOneIsRefused() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 1});
    for (int window = 0; window < 100; window++) { // the first has all it wants, the second nothing
      double refused = window < 3 ? 0 : 100;
      meter.window(new double[] {100, 100}, new double[] {0, refused}, new long[] {100, 0});
    }
    double[] before = meter.sharesRequests();
    meter.window(new double[] {0, 0}, new double[2], new long[] {0, 300});
    meter.window(new double[] {0, 0}, new double[2], new long[] {0, 300});
    double[] after = meter.sharesRequests();
    assertThat(before[0]).isCloseTo(before[1], within(1e-9));
    assertThat(after[0] - before[0]).as("300 waited, three windows of requests").isEqualTo(300);
    assertThat(after[1] - before[1]).isEqualTo(300);
  }

  @Test
  void shouldFollowWeightsWhenGiven() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 3});
    assertThat(meter.window(new double[] {ALL, ALL}, new long[] {100, 300})).isZero();
  }
}
