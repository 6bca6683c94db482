package maestro.control.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.control.measure.ShareMeter.Reading;
import maestro.control.measure.ShareMeter.Share;
import org.junit.jupiter.api.Test;

class ShareMeterTest {
  private static final long MANY_BYTES = 1_000_000;

  /** A switch that gets the same each second. */
  private static final class Steady {
    final long datapathId;
    final int weight;
    final long rate;
    final long backlogBytes;
    long served;
    Object connection = new Object();

    Steady(long datapathId, int weight, long rate, long backlogBytes) {
      this.datapathId = datapathId;
      this.weight = weight;
      this.rate = rate;
      this.backlogBytes = backlogBytes;
    }
  }

  private final ShareMeter meter = new ShareMeter();
  private long seconds;

  private void pass(int count, Steady... switches) {
    for (int i = 0; i < count; i++) {
      List<Reading> readings = new ArrayList<>();
      for (Steady each : switches) {
        readings.add(
            new Reading(
                each.connection, each.datapathId, each.weight, each.served, each.backlogBytes));
        each.served += each.rate;
      }
      meter.sample(TimeUnit.SECONDS.toNanos(seconds++), readings);
    }
  }

  @Test
  void shouldSayWhoGetsTooMuchWhenTheControllerIsOverloaded() {
    Steady light = new Steady(1, 1, 10, 0);
    Steady heavy = new Steady(2, 1, 60, MANY_BYTES);
    Steady starved = new Steady(3, 1, 30, MANY_BYTES);
    pass(100, light, heavy, starved);

    for (int window : new int[] {1, 10, 60}) {
      Map<Long, Share> shares = meter.shares(window);
      assertThat(shares.get(1L)).isEqualTo(new Share(10, 10, false));
      assertThat(shares.get(2L).fairRate()).isEqualTo(45, within(1e-9));
      assertThat(shares.get(2L).deviation()).isEqualTo(1 / 3.0, within(1e-9));
      assertThat(shares.get(3L).deviation()).isEqualTo(-1 / 3.0, within(1e-9));
    }
  }

  @Test
  void shouldFollowTheWeightsWhenTheyDiffer() {
    pass(3, new Steady(1, 3, 75, MANY_BYTES), new Steady(2, 1, 25, MANY_BYTES));

    assertThat(meter.shares(1).get(1L).deviation()).isZero();
    assertThat(meter.shares(1).get(2L).deviation()).isZero();
  }

  @Test
  void shouldKnowTheNewFairSharesBeforeTheNextSampleWhenAWeightChanges() {
    Steady one = new Steady(1, 1, 50, MANY_BYTES);
    pass(61, one, new Steady(2, 1, 50, MANY_BYTES));
    meter.weigh(one.connection, 3);
    meter.weigh(new Object(), 9); // a switch that left

    for (int window : new int[] {1, 10, 60}) {
      assertThat(meter.shares(window).get(1L).fairRate()).isEqualTo(75, within(1e-9));
      assertThat(meter.shares(window).get(2L).fairRate()).isEqualTo(25, within(1e-9));
    }
  }

  @Test
  void shouldFindNothingUnfairWhenAllAreServed() {
    pass(5, new Steady(1, 1, 1000, 0), new Steady(2, 1, 1, 0), new Steady(3, 1, 0, 0));

    assertThat(meter.shares(60).values()).allMatch(share -> share.deviation() == 0);
  }

  @Test
  void shouldNotTakeASwitchWhoseRequestsWaitNowAndThenForOneThatWantsMore() {
    Steady waiting = new Steady(1, 1, 10, MANY_BYTES);
    Steady calm = new Steady(1, 1, 10, 0);
    calm.connection = waiting.connection;
    Steady heavy = new Steady(2, 1, 90, 0);
    for (int i = 0; i < 40; i++) {
      pass(1, waiting, heavy);
      calm.served = waiting.served;
      pass(1, calm, heavy);
      waiting.served = calm.served;
    }

    assertThat(meter.shares(10).get(1L).deviation()).isZero();
    assertThat(meter.shares(60).get(2L).deviation()).isZero();
  }

  @Test
  void shouldForgetWhatIsOlderThanTheWindow() {
    Steady hog = new Steady(1, 1, 90, MANY_BYTES);
    Steady other = new Steady(2, 1, 10, MANY_BYTES);
    pass(70, hog, other);
    Steady calm = new Steady(1, 1, 10, MANY_BYTES);
    calm.connection = hog.connection;
    calm.served = hog.served;
    pass(12, calm, other);

    assertThat(meter.shares(10).get(1L).deviation()).isZero();
    assertThat(meter.shares(60).get(1L).deviation()).isPositive();
  }

  @Test
  void shouldLeaveASwitchOutUntilItHasBeenThereForTheWindow() {
    Steady first = new Steady(1, 1, 10, 0);
    Steady second = new Steady(2, 1, 10, 0);
    pass(20, first);
    pass(5, first, second);
    assertThat(meter.shares(1)).containsOnlyKeys(1L, 2L);
    assertThat(meter.shares(10)).containsOnlyKeys(1L);

    second.connection = new Object();
    second.served = 0;
    pass(1, first, second);
    assertThat(meter.shares(1)).containsOnlyKeys(1L);
  }

  @Test
  void shouldCountOnWhenASwitchHasHadMoreRequestsThanAnIntCanTell() {
    Steady fast = new Steady(1, 1, 60_000_000, MANY_BYTES);
    fast.served = (1L << 32) - 90_000_000;
    pass(61, fast);
    assertThat(meter.shares(60).get(1L).rate()).isEqualTo(60_000_000);
  }

  @Test
  void shouldKnowNothingBeforeTheSecondSample() {
    assertThat(meter.shares(1)).isEmpty();
    pass(1, new Steady(1, 1, 10, 0));
    assertThat(meter.shares(1)).isEmpty();
  }
}
