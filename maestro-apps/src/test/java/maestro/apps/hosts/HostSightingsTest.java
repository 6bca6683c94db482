package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.Test;

class HostSightingsTest {
  private final FakePlatform platform = FakePlatform.withSettings("host-location", "");
  private final List<String> received = new ArrayList<>();
  private final HostSightings sightings =
      new HostSightings(
          platform,
          seen ->
              received.add(
                  "%d at %d %d %d%s"
                      .formatted(
                          seen.host,
                          seen.location,
                          seen.addressHigh,
                          seen.addressLow,
                          seen.role == NeighbourRole.UNKNOWN ? "" : " " + seen.role)));

  @Test
  void shouldHandOverWhatWasSeen() {
    add(1, 2, -3, 0);
    add(1, 2, 0, 0);
    long host = (1L << 60) - 1;
    long location = HostTables.LOCATION_MASK;
    Sighting most = new Sighting().of(host, location).address(-1, -1);
    for (NeighbourRole role : NeighbourRole.values()) {
      most.role = role;
      sightings.add(most, 0);
    }
    String place = host + " at " + location;
    assertThat(take())
        .containsExactly(
            "1 at 2 0 -3",
            "1 at 2 0 0",
            place + " -1 -1",
            place + " -1 -1 HOST",
            place + " -1 -1 ROUTER");
  }

  private boolean add(long host, long location, long address, long nowNs) {
    return sightings.add(new Sighting().of(host, location).address(0, address), nowNs);
  }

  @Test
  void shouldHandTheSameOverOnceInAWhile() {
    for (int ms = 0; ms < 40; ms++) {
      assertThat(add(1, 2, 3, Duration.ofMillis(ms).toNanos())).isTrue();
    }
    assertThat(take()).hasSize(2);
  }

  @Test
  void shouldDropWhatDoesNotFitAndGoOnAfterwards() {
    for (int n = 1; n <= 3 * HostSightings.CAPACITY; n++) {
      assertThat(add(n, n, 0, 0)).isEqualTo(n <= HostSightings.CAPACITY);
    }
    assertThat(take()).hasSize(HostSightings.CAPACITY).startsWith("1 at 1 0 0");
    for (int n = 1; n <= 3; n++) {
      add(100_000 + n, 2, 0, 0);
      assertThat(take()).containsExactly(100_000 + n + " at 2 0 0");
    }
  }

  @Test
  void shouldHandOverWhatIsSeenElsewhereWhenOnePortIsFlooded() {
    for (int round = 0; round < 10; round++) {
      for (int n = 1; n <= 100_000; n++) {
        add(n, 2, 0, 0);
      }
      add(1_000_000 + round, 5, 0, 0);
      assertThat(take()).hasSize(HostSightings.SHARE + 1).endsWith(1_000_000 + round + " at 5 0 0");
    }
  }

  private List<String> take() {
    platform.advance(Duration.ZERO);
    List<String> taken = List.copyOf(received);
    received.clear();
    return taken;
  }
}
