package maestro.apps.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class RepetitionsTest {
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int TIMEOUT_SECONDS = 2;

  private final Repetitions repetitions = new Repetitions(TIMEOUT_SECONDS);

  /** Just before the time wraps. */
  private long nowNs = Long.MAX_VALUE - 100 * MS;

  private boolean isWorthAnEntry(long source) {
    return repetitions.isWorthAnEntry(request(source).at(nowNs));
  }

  private static FakeRequest request(long source) {
    return FakeRequest.between(1, 1, source, BROADCAST);
  }

  @Test
  void shouldFindTheSourcesThatRepeatWhenThereAreNoMoreThanSlotsKeep() {
    for (long source = 1; source <= 24; source++) {
      assertThat(isWorthAnEntry(source)).as("first of %s", source).isFalse();
    }
    nowNs += 200 * MS;
    int worth = 0;
    for (long source = 1; source <= 24; source++) {
      worth += isWorthAnEntry(source) ? 1 : 0;
    }
    assertThat(worth).isEqualTo(24);
  }

  @Test
  void shouldKeepWhatIsUnderWayWhenSlotsAreAdded() {
    isWorthAnEntry(1);
    assertThat(isWorthAnEntry(1)).isTrue();
    for (long source = 2; source <= 40; source++) {
      isWorthAnEntry(source);
    }
    assertThat(isWorthAnEntry(1)).as("its entry was just sent").isFalse();
    nowNs += TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    isWorthAnEntry(1);
    assertThat(isWorthAnEntry(1)).isTrue();
  }

  @Test
  void shouldTellStreamsApartWhenOneSourceHasMany() {
    for (int i = 1; i <= 8; i++) {
      for (long group = 0; group < 8; group++) {
        FakeRequest request = FakeRequest.between(1, 1, 1, 0x0100_5e00_0000L + group);
        assertThat(repetitions.isWorthAnEntry(request.at(nowNs))).isEqualTo(i == 8);
      }
      nowNs += 50 * MS;
    }
  }

  @Test
  void shouldFindNothingWhenSourcesAreEverNew() {
    for (long source = 1; source <= 10_000; source++) {
      assertThat(isWorthAnEntry(source)).isFalse();
    }
  }

  @Test
  void shouldAllocateNothingWhenTheSlotsAreThere() {
    FakeRequest[] requests = new FakeRequest[100];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = request(i + 1).at(nowNs);
    }
    double bytes =
        Allocation.bytesPerRequest(
            (request, output) -> repetitions.isWorthAnEntry(request), requests);
    assertThat(bytes).isZero();
  }
}
