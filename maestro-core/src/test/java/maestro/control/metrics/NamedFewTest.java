package maestro.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who gets a name, and keeps it. */
class NamedFewTest {
  private static final double MARGIN = 100;
  private static final List<String> ALL = List.of("a", "b", "c", "d");

  private final NamedFew<String> few = new NamedFew<>(2, MARGIN);

  private List<String> named(long nowNs, Map<String, Double> scores) {
    few.update(nowNs, scores);
    return ALL.stream().filter(few::contains).toList();
  }

  @Test
  void shouldNameThoseWithTheHighestScoresWhenPlacesAreFree() {
    assertThat(named(0, Map.of("a", 1.0, "b", 5.0, "c", 4.0, "d", 0.0))).containsExactly("b", "c");
  }

  @Test
  void shouldKeepTheNameOfOneThatIsGoneForFiveMinutes() {
    assertThat(named(0, Map.of("a", 1.0, "b", 1.0))).containsExactly("a", "b");
    Map<String, Double> now = Map.of("b", 1.0, "c", 500.0);
    long almostNs = NamedFew.KEPT_NS - 1;
    few.update(almostNs, Map.of("a", 1.0, "b", 1.0));
    assertThat(named(2 * almostNs, Map.of("b", 400.0, "c", 500.0))).containsExactly("a", "b");
    assertThat(named(almostNs + NamedFew.KEPT_NS, now)).containsExactly("b", "c");
  }

  @Test
  void shouldChangeTheHolderOfAPlaceOnlyForTwiceTheScoreAndTheMargin() {
    few.update(0, Map.of("a", 1_000.0, "b", 50.0));
    assertThat(named(1, Map.of("a", 1_000.0, "b", 50.0, "c", 199.0))).containsExactly("a", "b");
    assertThat(named(2, Map.of("a", 1_000.0, "b", 50.0, "c", 200.0, "d", 100.0)))
        .containsExactly("a", "c");
    assertThat(named(3, Map.of("a", 1_000.0, "b", 250.0, "c", 200.0, "d", 300.0)))
        .containsExactly("a", "c");
  }

  @Test
  void shouldNameNobodyWithoutPlaces() {
    NamedFew<String> none = new NamedFew<>(0, MARGIN);
    none.update(0, Map.of("a", 1e9));
    assertThat(none.contains("a")).isFalse();
  }

  /** 1,347 switches that ask equally often and come and go, for ten minutes. */
  @Test
  void shouldUseFewNamesWhileEqualsComeAndGo() {
    int places = 200;
    Random random = new Random(46);
    NamedFew<Integer> some = new NamedFew<>(places, MARGIN);
    Map<Integer, Double> scores = new HashMap<>();
    Set<Integer> used = new TreeSet<>();
    for (int second = 0; second < 600; second++) {
      for (int i = 0; i < 1_347; i++) {
        scores.merge(i, (double) random.nextInt(20), Double::sum);
      }
      Map<Integer, Double> connected = new HashMap<>(scores);
      connected.keySet().removeIf(each -> random.nextInt(10) == 0);
      some.update(TimeUnit.SECONDS.toNanos(second), connected);
      scores.keySet().stream().filter(some::contains).forEach(used::add);
    }
    assertThat(used).hasSize(places);
  }
}
