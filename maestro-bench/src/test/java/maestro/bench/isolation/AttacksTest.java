package maestro.bench.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttacksTest {
  @Test
  void shouldNameEachAttackOnceAndSayWhatItIs() {
    assertThat(Attacks.ALL).extracting(Attack::name).doesNotHaveDuplicates();
    assertThat(Attacks.ALL)
        .allSatisfy(
            attack -> {
              assertThat(attack.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
              assertThat(attack.promise()).endsWith(".");
              assertThat(attack.what()).endsWith(".");
              assertThat(attack.repeats()).isPositive();
            });
  }
}
