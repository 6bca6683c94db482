package maestro;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.batching.DelayBound;
import maestro.config.MaestroConfig.Batching;
import maestro.config.file.ConfigLoader;
import org.junit.jupiter.api.Test;

class ConfiguredTest {
  @Test
  void shouldGatherUntilTheBoundUnlessBatchesAreWhole() throws Exception {
    DelayBound bound = new DelayBound(3);
    Batching usual = ConfigLoader.defaultsWith().batching();
    assertThat(Configured.gathering(usual, bound)).as("it follows changes").isSameAs(bound);
    Batching whole = ConfigLoader.defaultsWith("maestro.batching.whole-batches=true").batching();
    assertThat(Configured.gathering(whole, bound).ns()).isEqualTo(Long.MAX_VALUE);
  }
}
