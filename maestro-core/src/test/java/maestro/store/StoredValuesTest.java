package maestro.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import maestro.api.Store;
import org.junit.jupiter.api.Test;

class StoredValuesTest {
  private int changed;
  private final StoredValues values = new StoredValues("app", Map.of(), 1_000, () -> changed++);

  @Test
  void shouldAgreeWithAMapWhenChangesAreTakenAndGivenBack() {
    SplittableRandom random = new SplittableRandom(1);
    Map<String, String> model = new HashMap<>();
    Map<String, String> disk = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      String key = "k" + random.nextInt(5);
      switch (random.nextInt(4)) {
        case 0 -> assertThat(values.remove(key)).isEqualTo(model.remove(key) != null);
        case 1 -> {
          Map<String, Optional<byte[]>> taken = values.takeChanges();
          if (random.nextBoolean()) {
            values.put(key, "while the disk is full");
            model.put(key, "while the disk is full");
            values.giveBack(taken);
          } else {
            write(taken, disk);
          }
        }
        default -> {
          String value = "v" + random.nextInt(3);
          values.put(key, value);
          model.put(key, value);
        }
      }
      assertThat(values.text(key)).isEqualTo(Optional.ofNullable(model.get(key)));
    }
    assertThat(values.keys()).containsExactlyInAnyOrderElementsOf(model.keySet());
    write(values.takeChanges(), disk);
    assertThat(disk).isEqualTo(model);
  }

  private static void write(Map<String, Optional<byte[]>> taken, Map<String, String> disk) {
    taken.forEach(
        (key, value) ->
            value.ifPresentOrElse(
                bytes -> disk.put(key, new String(bytes, UTF_8)), () -> disk.remove(key)));
  }

  @Test
  void shouldCallForOneCommitWhenSeveralValuesChange() {
    values.put("a", "1");
    values.put("a", "2");
    values.remove("a");
    assertThat(changed).isOne();
    assertThat(values.takeChanges()).containsOnlyKeys("a");
    assertThat(values.remove("a")).isFalse();
    assertThat(changed).as("nothing has changed").isOne();
    values.put("a", "1");
    values.put("a", "1");
    assertThat(changed).isEqualTo(2);
  }

  @Test
  void shouldRefuseToGrowAboveItsLimitAndKeepWhatItHas() {
    values.put("a", new byte[800]);
    assertThatThrownBy(() -> values.put("b", new byte[100]))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the store of app has 866 of 1000 bytes")
        .hasMessageContaining("maestro.applications.store-limit");
    assertThat(values.keys()).containsExactly("a");
    values.put("a", new byte[900]);
    values.put("a", new byte[1]);
    values.put("b", new byte[700]);
    assertThat(values.remove("b")).isTrue();
    values.put("c", new byte[700]);
  }

  @Test
  void shouldTakeSmallerValuesWhenItIsLargerThanALimitThatWasLowered() {
    StoredValues large =
        new StoredValues("app", Map.of("a", new byte[2_000]), 1_000, () -> changed++);
    assertThatThrownBy(() -> large.put("a", new byte[2_001]))
        .isInstanceOf(IllegalStateException.class);
    large.put("a", new byte[1_999]);
    assertThat(large.get("a")).hasValueSatisfying(value -> assertThat(value).hasSize(1_999));
  }

  @Test
  void shouldOwnItsBytes() {
    byte[] mine = {1};
    values.put("a", mine);
    mine[0] = 2;
    values.get("a").orElseThrow()[0] = 3;
    assertThat(values.get("a").orElseThrow()).containsExactly(1);
  }

  @Test
  void shouldRefuseKeysThatAreNone() {
    for (String key : new String[] {"", "k".repeat(Store.MAX_KEY_CHARS + 1)}) {
      assertThatThrownBy(() -> values.put(key, "v")).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
