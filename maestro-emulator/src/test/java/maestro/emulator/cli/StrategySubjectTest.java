package maestro.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StrategySubjectTest {
  private static final String MEANING = "static-partition, maestro.distribution.preset=nox";

  @Test
  void shouldReadNameStrategyAndSettings() {
    StrategySubject nox =
        StrategySubject.parse("nox=static-partition,preset=nox,maestro.batching.policy=fixed");
    assertThat(nox.name()).isEqualTo("nox");
    assertThat(nox.strategy()).isEqualTo("static-partition");
    assertThat(nox.settings())
        .containsExactly("maestro.distribution.preset=nox", "maestro.batching.policy=fixed");
    assertThat(nox.meaning()).isEqualTo(MEANING + ", maestro.batching.policy=fixed");
    assertThat(StrategySubject.parse("mine=fair-share").meaning()).isEqualTo("fair-share");
    assertThat(new StrategySubject("fair-share", "fair-share", List.of()).meaning()).isEmpty();
  }

  @Test
  void shouldOverrideTheSettingsOfAllByItsOwn() {
    StrategySubject nox = StrategySubject.parse("nox=static-partition,preset=nox");
    assertThat(nox.over(List.of("maestro.distribution.preset=beacon")).settings())
        .containsExactly("maestro.distribution.preset=beacon", "maestro.distribution.preset=nox");
  }
}
