package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.Test;

class SightingsTest {
  private final FakePlatform platform = FakePlatform.withSettings("host-location", "");
  private final List<String> received = new ArrayList<>();
  private final Sightings sightings =
      new Sightings(
          platform,
          (eth, location, ipv4, isArp) ->
              received.add(eth + " at " + location + " " + ipv4 + (isArp ? " by ARP" : "")));

  @Test
  void shouldHandOverWhatWasSeen() {
    sightings.add(1, 2, -3, true, 0);
    sightings.add(1, 2, -3, false, 0);
    assertThat(take()).containsExactly("1 at 2 -3 by ARP", "1 at 2 -3");
  }

  @Test
  void shouldHandTheSameOverOnceInAWhile() {
    for (int ms = 0; ms < 40; ms++) {
      sightings.add(1, 2, 3, true, Duration.ofMillis(ms).toNanos());
    }
    assertThat(take()).hasSize(2);
  }

  @Test
  void shouldDropWhatDoesNotFitAndGoOnAfterwards() {
    for (int n = 1; n <= 3 * Sightings.CAPACITY; n++) {
      sightings.add(n, n, 0, false, 0);
    }
    assertThat(take()).hasSize(Sightings.CAPACITY).startsWith("1 at 1 0");
    for (int n = 1; n <= 3; n++) {
      sightings.add(100_000 + n, 2, 0, false, 0);
      assertThat(take()).containsExactly(100_000 + n + " at 2 0");
    }
  }

  @Test
  void shouldHandOverWhatIsSeenElsewhereWhenOnePortIsFlooded() {
    for (int round = 0; round < 10; round++) {
      for (int n = 1; n <= 100_000; n++) {
        sightings.add(n, 2, 0, false, 0);
      }
      sightings.add(1_000_000 + round, 5, 0, false, 0);
      assertThat(take()).hasSize(Sightings.SHARE + 1).endsWith(1_000_000 + round + " at 5 0");
    }
  }

  private List<String> take() {
    platform.advance(Duration.ZERO);
    List<String> taken = List.copyOf(received);
    received.clear();
    return taken;
  }
}
