package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped applications where hosts must not reach each other. */
class VlanNetworkTest {
  private static final int SETTLE_SECONDS = 5;
  private static final Path ROOT = Path.of(System.getProperty("maestro.root", ".."));

  @TempDir private Path folder;

  @Test
  void shouldReachOnlyTheOwnVlanWhenPortsAreAccessPorts() throws Exception {
    Path config =
        config(
            """
            "00:00:00:00:00:00:00:01" { 2 { access = 10 }, 3 { access = 20 } }
            "00:00:00:00:00:00:00:02" { 2 { access = 10 }, 3 { access = 20 } }
            """);
    try (TestNetwork network = start("linear:2", config, 2, "1.3", List.of())) {
      assertThat(network.pingAll().lost()).as("of 12, those to the other VLAN").isEqualTo(8);
      assertThat(network.pingAll().lost()).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.3"})
  void shouldReachHostsWithTagsAtTrunkPortsAndWithoutAtAccessPorts(String openflow)
      throws Exception {
    Path config =
        config(
            """
            "00:00:00:00:00:00:00:01" { 2 { access = 10 }, 3 { trunk = [10, 20] } }
            "00:00:00:00:00:00:00:02" { 3 { access = 20 }, 4 { trunk = [20], native = 10 } }
            "00:00:00:00:00:00:00:03" { 2 { trunk = all }, 3 { trunk = [20] } }
            """);
    // in VLAN 10: 1, 4 (untagged at a trunk port), 5; in VLAN 20: 2, 3; 6 has a tag that is refused
    List<String> hosts =
        List.of(
            "special-hosts = [{ hosts = 5, vlan = 10 }, { hosts = 2, vlan = 20 }"
                + ", { hosts = 6, vlan = 10 }]");
    try (TestNetwork network = start("linear:3", config, 2, openflow, hosts)) {
      assertThat(network.pingAll().lost()).as("of 30, all but 6 + 2").isEqualTo(22);
      assertThat(network.pingAll().lost()).isEqualTo(22);
    }
  }

  @Test
  void shouldGiveAddressesOnlyInTheVlanOfTheServer() throws Exception {
    Path shipped = ROOT.resolve("config/vlans.conf");
    // the file means a single switch with hosts at its ports 1 to 4
    List<String> hosts =
        List.of(
            "special-hosts = [{ hosts = 3, vlan = 20, dhcp-server {} }, { hosts = \"1-2\", address"
                + " = dhcp }, { hosts = 4, vlan = 20, address = dhcp }]");
    try (TestNetwork network = start("linear:1", shipped, 4, "1.3", hosts)) {
      assertThat(network.address("h1")).as("in VLAN 10, without a server").isEqualTo("none");
      assertThat(network.address("h2")).as("at an access port").startsWith("10.0.0.");
      assertThat(network.address("h4")).as("at a trunk port").startsWith("10.0.0.");
      assertThat(network.pingAll().lost()).as("of 12; 2, 3 and 4 reach each other").isEqualTo(6);
    }
  }

  private static TestNetwork start(
      String topology, Path config, int hosts, String openflow, List<String> settings)
      throws Exception {
    return TestNetwork.start(topology, config, hosts, openflow, SETTLE_SECONDS, settings);
  }

  /** The shipped routing with declared ports. */
  private Path config(String ports) throws Exception {
    return Files.writeString(
        folder.resolve("vlans.conf"),
        "include file(\"%s\")%nmaestro.vlans {%n%s}%n"
            .formatted(ROOT.resolve("config/routing.conf").toAbsolutePath(), ports));
  }
}
