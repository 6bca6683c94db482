package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByDatapathIdTest {
  private final ByDatapathId<String> table = new ByDatapathId<>();

  @Test
  void shouldFindNothingWhenEmpty() {
    assertThat(table.get(0)).isNull();
    assertThat(table.all()).isEmpty();
  }

  @Test
  void shouldRefuseWhenTheDatapathIdHasAnotherValue() {
    assertThat(table.replace(7, null, "first")).isTrue();

    assertThat(table.replace(7, null, "second")).isFalse();
    assertThat(table.replace(7, "other", null)).isFalse();

    assertThat(table.get(7)).isEqualTo("first");
  }

  @Test
  void shouldAgreeWithAMapWhenValuesComeAndGo() {
    Map<Long, String> expected = new HashMap<>();
    Random random = new Random(1);
    for (int step = 0; step < 200_000; step++) {
      long datapathId = random.nextInt(1 + step / 50);
      String before = expected.get(datapathId);
      String after = random.nextInt(3) == 0 ? null : "of step " + step;

      assertThat(table.replace(datapathId, before, after)).isTrue();
      if (after == null) {
        expected.remove(datapathId);
      } else {
        expected.put(datapathId, after);
      }

      long other = random.nextInt(1 + step / 50);
      assertThat(table.get(other)).isEqualTo(expected.get(other));
    }
    assertThat(table.all()).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void shouldForgetDatapathIdsWhenManyOthersCome() {
    for (long datapathId = 0; datapathId < 100_000; datapathId++) {
      table.replace(datapathId, null, "here");
      table.replace(datapathId, "here", null);
    }

    assertThat(table.length()).isLessThan(64);
  }
}
