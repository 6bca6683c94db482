package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The learning switch on a tree, with both versions. */
class LearningTest {
  private static final String CONFIG = "../config/learning-switch.conf";

  @Test
  @EmulatedNetwork(topology = "linear:3", config = CONFIG, hosts = 2, openflow = "1.0")
  void shouldReachAllWhenSwitchesSpeak10(TestNetwork network) {
    network.assertThatAllReachAll();
    assertThat(network.flows("s2")).anyMatch(each -> each.contains("actions=output:"));
  }

  @Test
  @EmulatedNetwork(topology = "linear:3", config = CONFIG, hosts = 2)
  void shouldReachAllAgainWhenACableWasPulled(TestNetwork network) {
    network.assertThatAllReachAll();
    network.cut("s2-s3");
    assertThat(network.pingAll().lost()).as("between the two halves").isEqualTo(16);
    network.restore("s2-s3");
    network.letPass(Duration.ofSeconds(1));
    network.assertThatAllReachAll();
  }
}
