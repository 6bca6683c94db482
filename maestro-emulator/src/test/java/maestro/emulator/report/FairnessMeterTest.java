package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;

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
  void shouldFollowWeightsWhenGiven() {
    FairnessMeter meter = new FairnessMeter(new double[] {1, 3});
    assertThat(meter.window(new double[] {ALL, ALL}, new long[] {100, 300})).isZero();
  }
}
