package maestro.network.dataplane.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Longest prefixes, against a list that is scanned. */
class RouteTableTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldFindWhatAScanFinds(long seed) {
    Random random = new Random(seed);
    List<Route> routes = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      int lengthBits = random.nextInt(10) == 0 ? random.nextInt(33) : 20 + random.nextInt(13);
      int mask = lengthBits == 0 ? 0 : -1 << (32 - lengthBits);
      routes.add(new Route(address(random) & mask, lengthBits, 1 + random.nextInt(500)));
    }
    RouteTable table = new RouteTable(routes);
    int found = 0;
    for (int i = 0; i < 10_000; i++) {
      int address = i % 4 == 0 ? random.nextInt() : address(random);
      int expected = scan(routes, address);
      assertThat(table.nextHop(address)).isEqualTo(expected);
      found += expected == RouteTable.NONE ? 0 : 1;
    }
    assertThat(found).isGreaterThan(2_000);
  }

  /** Few different ones in the upper bits, so that prefixes cover others. */
  private static int address(Random random) {
    return (10 + random.nextInt(2)) << 24 | random.nextInt(4) << 14 | random.nextInt(1 << 14);
  }

  private static int scan(List<Route> routes, int address) {
    Route best = null;
    for (Route route : routes) {
      if (route.covers(address) && (best == null || route.lengthBits() >= best.lengthBits())) {
        best = route;
      }
    }
    return best == null ? RouteTable.NONE : best.nextHop();
  }

  @Test
  void shouldRouteEverythingByADefaultRouteAndOneAddressElsewhere() {
    RouteTable table =
        new RouteTable(
            List.of(
                new Route(-1, 32, RouteTable.MOST_NEXT_HOPS),
                new Route(0, 0, 1),
                new Route(-1, 32, 7)));
    assertThat(table.nextHop(0)).isEqualTo(1);
    assertThat(table.nextHop(-2)).isEqualTo(1);
    assertThat(table.nextHop(-1)).isEqualTo(7);
  }

  @Test
  void shouldRefuseMoreBlocksThanThereAreNumbers() {
    List<Route> routes = new ArrayList<>();
    for (int i = 0; i <= RouteTable.MOST_NEXT_HOPS; i++) {
      routes.add(new Route(i << 8, 25, 1));
    }
    assertThatThrownBy(() -> new RouteTable(routes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32767 blocks");
    routes.remove(0);
    assertThat(new RouteTable(routes).nextHop(5 << 8)).isEqualTo(1);
  }

  @Test
  void shouldRefuseRoutesThatAreWrong() {
    assertThatThrownBy(() -> new Route(1, 31, 1)).hasMessageContaining("are not 0");
    assertThatThrownBy(() -> new Route(0, 33, 1)).hasMessageContaining("allowed: 0 to 32");
    assertThatThrownBy(() -> new Route(0, 8, 0)).hasMessageContaining("allowed: 1 to 32767");
  }
}
