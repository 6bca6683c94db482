package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import maestro.emulator.topology.SwitchTopology.Pair;
import org.junit.jupiter.api.Test;

class TopologyNamesTest {
  private static final List<String> ODD =
      List.of(
          "a", "a-b", "b", "s1", "s2", "1", "3", "0", "a#2", "b-a", "s1-s2", "a-b#2", "-", "#1");

  /** A name never means less than what has it, and one link never has the name of another alone. */
  @Test
  void shouldNeverMistakeASwitchOrLinkForAnother() throws Exception {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      List<String> names = new ArrayList<>(ODD);
      Collections.shuffle(names, random);
      List<String> some = names.subList(0, 2 + random.nextInt(5));
      List<Pair> pairs = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        int a = random.nextInt(some.size());
        int b = random.nextInt(some.size());
        if (a != b) {
          pairs.add(new Pair(a, b));
        }
      }
      SwitchTopology topology = SwitchTopology.of(some, pairs, 1, List.of());
      TopologyNames each = new TopologyNames(topology);
      for (int i = 0; i < some.size(); i++) {
        assertThat(each.switchIndex(some.get(i))).as("seed %d", seed).hasValue(i);
      }
      for (int i = 0; i < topology.links().size(); i++) {
        assertThat(each.links(each.link(i))).as("seed %d, %s", seed, each.link(i)).contains(i);
      }
    }
  }

  @Test
  void shouldNumberParallelLinks() throws Exception {
    List<Pair> pairs = List.of(new Pair(1, 0), new Pair(1, 2), new Pair(0, 1));
    TopologyNames names =
        new TopologyNames(SwitchTopology.of(List.of("x", "y", "z"), pairs, 1, List.of()));
    assertThat(names.links("x-y")).containsExactly(0, 2);
    assertThat(names.links("s2-s1")).containsExactly(0, 2);
    assertThat(names.links("y-x#2")).containsExactly(2);
    assertThat(names.links("x-y#3")).isEmpty();
    assertThat(names.link(2)).isEqualTo("x-y#2");
    assertThat(names.links("2-3")).containsExactly(1);
    assertThat(names.links("y-z#1")).containsExactly(1);
    assertThat(names.link(1)).isEqualTo("y-z");
    assertThat(names.ambiguous("'1-2'", names.links("1-2")))
        .isEqualTo("found '1-2', which is 2 links; allowed: x-y#1, x-y#2");
  }

  @Test
  void shouldSayWhenANameIsTheNumberOfAnotherSwitch() throws Exception {
    assertThat(surprise("0", "1", "2"))
        .isEqualTo("'1' is the name of switch 2, not switch 1: names of the map go first");
    assertThat(surprise("s2", "s1"))
        .isEqualTo("'s2' is the name of switch 1, not switch 2: names of the map go first");
    assertThat(surprise("1", "2")).isEmpty();
    assertThat(surprise("x", "7")).isEmpty();
  }

  private static String surprise(String... names) throws TopologyException {
    SwitchTopology topology = SwitchTopology.of(List.of(names), List.of(), 1, List.of());
    return new TopologyNames(topology).surprise().orElse("");
  }
}
