package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A switch that was away holds entries that are wrong by now. */
class ReconcileTest {
  @Test
  @EmulatedNetwork(topology = "torus:3x3", config = "../config/routing.conf", openflow = "1.0")
  void shouldMendTheEntriesOfASwitchThatWasAwayWhenALinkWent10(TestNetwork network) {
    assertThatEntriesAreMended(network);
  }

  @Test
  @EmulatedNetwork(topology = "torus:3x3", config = "../config/routing.conf")
  void shouldMendTheEntriesOfASwitchThatWasAwayWhenALinkWent13(TestNetwork network) {
    assertThatEntriesAreMended(network);
  }

  /** Port 1 of switch 2 leads to switch 1. */
  private static void assertThatEntriesAreMended(TestNetwork network) {
    network.assertThatAllReachAll();
    assertThat(network.flows("s2")).anyMatch(each -> sendsTo(1, each));
    network.disconnect("s2");
    network.letPass(Duration.ofSeconds(1));
    network.cut("s1-s2");
    network.letPass(Duration.ofSeconds(3));
    assertThat(network.flows("s2")).as("it hears of nothing").anyMatch(each -> sendsTo(1, each));
    network.connect("s2");
    network.letPass(Duration.ofSeconds(5));
    assertThat(network.flows("s2")).noneMatch(each -> sendsTo(1, each));
    network.assertThatAllReachAll();
  }

  private static boolean sendsTo(int port, String flow) {
    return flow.matches(".*actions=.*output:" + port + "(,.*)?");
  }
}
