package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Hosts that get their addresses through the network: broadcasts arrive, and entries are right. */
class DhcpNetworkTest {
  private static final String SERVER_AND_CLIENTS =
      "special-hosts = [{ hosts = 1, dhcp-server { first = 10.0.7.1, count = 7, lease = 20 s } }"
          + ", { hosts = \"2-4\", address = dhcp }]";

  @Test
  @EmulatedNetwork(
      topology = "linear:4",
      config = "../config/learning-switch.conf",
      settings = SERVER_AND_CLIENTS)
  void shouldGiveAddressesThroughLearningSwitches(TestNetwork network) {
    assertThatAddressesAreKept(network);
  }

  @Test
  @EmulatedNetwork(
      topology = "torus:3x3",
      config = "../config/routing.conf",
      openflow = "1.0",
      settings = SERVER_AND_CLIENTS,
      settleSeconds = 15)
  void shouldGiveAddressesThroughARoutedNetworkWithLoops(TestNetwork network) {
    assertThatAddressesAreKept(network);
  }

  private static void assertThatAddressesAreKept(TestNetwork network) {
    assertThat(network.address("h1")).isEqualTo("10.0.0.1");
    for (String host : new String[] {"h2", "h3", "h4"}) {
      assertThat(network.address(host)).startsWith("10.0.7.");
    }
    network.assertThatAllReachAll();
    String before = network.address("h3");
    network.letPass(Duration.ofSeconds(100)); // five leases
    assertThat(network.address("h3")).isEqualTo(before);
    network.assertThatAllReachAll();
    network.cut("s1-h1");
    network.letPass(Duration.ofSeconds(21));
    assertThat(network.address("h3")).as("no server has prolonged it").isEqualTo("none");
    network.restore("s1-h1");
    network.letPass(Duration.ofSeconds(40));
    assertThat(network.address("h3")).startsWith("10.0.7.");
    network.assertThatAllReachAll();
  }
}
