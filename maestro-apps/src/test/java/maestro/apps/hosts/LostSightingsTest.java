package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is not learned gets no entry, and asks again. */
class LostSightingsTest extends HostNetwork {
  private static final int HOSTS = 20_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldLetNoEntryBeInstalledForAHostThatIsNotLearned(long seed) {
    Random random = new Random(seed);
    Map<Long, String> learned = new HashMap<>();
    int lost = 0;
    for (int burst = 0; burst < 100; burst++) {
      int crowded = 1 + random.nextInt(2);
      for (int i = random.nextInt(300); i > 0; i--) {
        long switchId = 1 + random.nextLong(3);
        int port = random.nextInt(10) == 0 ? 3 - crowded : crowded;
        long host = 0x0200_0000_0000L + random.nextInt(HOSTS);
        if (learned.containsKey(host)) {
          continue; // it stays where it is
        }
        FakeRequest request = FakeRequest.between(switchId, port, host, 5).at(platform.nowNs());
        stage.onRequest(request, output);
        if (request.tracked().isEmpty()) {
          learned.put(host, switchId + "/" + port);
        } else {
          assertThat(request.tracked()).as("no match expresses it").containsExactly("frameByte");
          lost++;
        }
      }
      advance(Duration.ofMillis(1));
    }
    assertThat(lost).isBetween(100, 10_000);
    learned.forEach((host, place) -> assertThat(placeOf(host)).isEqualTo(place));
  }
}
