package maestro.network.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import maestro.emulator.scenario.ScenarioException;
import maestro.network.host.DhcpPool;
import maestro.network.host.HostSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReaderTest {
  @TempDir private Path folder;

  @Test
  void shouldReadWhatIsParticularWhenAFileSaysIt() throws Exception {
    List<HostSettings> hosts =
        load(
            """
            topology = "linear:4"
            special-hosts = [
              { hosts = 1, dhcp-server { first = 10.0.1.200, count = 20, lease = 90 s } }
              { hosts = "2, 4", address = dhcp, vlan = 20 }
            ]
            """);
    int first = 10 << 24 | 1 << 8 | 200;
    assertThat(hosts)
        .containsExactly(
            new HostSettings(0, false, Optional.of(new DhcpPool(first, 20, 90))),
            new HostSettings(20, true, Optional.empty()),
            HostSettings.USUAL,
            new HostSettings(20, true, Optional.empty()));
  }

  @Test
  void shouldGiveTheAddressesBehindTheLastHostWhenNoFirstOneIsNamed() throws Exception {
    List<HostSettings> hosts =
        load("topology = \"linear:3\"\nspecial-hosts = [{ hosts = h2, dhcp-server {} }]");
    assertThat(hosts.get(1).pool()).contains(new DhcpPool(10 << 24 | 4, 100, 3600));
  }

  @Test
  void shouldNameFileLineAndWhatIsAllowedWhenSomethingIsWrong() {
    assertThatThrownBy(
            () ->
                load(
                    """
                    topology = "linear:9"
                    special-hosts = [
                      { hosts = 10 }
                      { hosts = 1, vlan = 4095 }
                      { hosts = 2, address = dchp }
                      { hosts = 3, dhcp-server { first = 10.0.0.9 } }
                      { hosts = 4, dhcp-server { first = 10.0.0.10, count = 5000 } }
                      { hosts = 5, dhcp-server { lease = 100 ms } }
                      { hosts = "4, 7", address = dhcp, dhcp-server { first = 10.0.9.0 } }
                      { hosts = 8, dhcp-server { first = 10.0.9.99 } }
                      { hosts = 9, dhcp-server { first = 10.256.9.99 } }
                      { hosts = 6, dhcp-server { first = 10.255.255.250 } }
                      { vlan = 3 }
                    ]
                    """))
        .isInstanceOf(ScenarioException.class)
        .message()
        .contains(
            "net.conf:3: special-hosts[0].hosts: found 10; allowed: all, or hosts from 1 to 9",
            "net.conf:4: special-hosts[1].vlan: found 4095; allowed: a whole number from 1 to 4094",
            "net.conf:5: special-hosts[2].address: found 'dchp'; allowed: fixed, dhcp",
            "net.conf:6: special-hosts[3].dhcp-server.first: found '10.0.0.9'; allowed: an address"
                + " from 10.0.0.10 to 10.255.255.254",
            "net.conf:7: special-hosts[4].dhcp-server.count: found 5000; allowed: a whole number",
            "net.conf:8: special-hosts[5].dhcp-server.lease: found '100 ms'; allowed: a duration",
            "net.conf:9: special-hosts[6].address: found dhcp with dhcp-server; allowed: fixed",
            "net.conf:9: special-hosts[6].hosts: found 2 hosts with dhcp-server; allowed: one",
            "net.conf:9: special-hosts[6].hosts: found host 4 again; allowed: once",
            "net.conf:10: special-hosts[7].dhcp-server.first: gives addresses away that another",
            "net.conf:11: special-hosts[8].dhcp-server.first: found '10.256.9.99'; allowed: an",
            "net.conf:12: special-hosts[9].dhcp-server.count: leads beyond 10.255.255.254",
            "net.conf:13: special-hosts[10].hosts: missing; allowed: all, or hosts");
  }

  private List<HostSettings> load(String text) throws IOException, ScenarioException {
    Path file = Files.writeString(folder.resolve("net.conf"), text);
    return NetworkScenarioFile.load(Optional.of(file), List.of()).hosts();
  }
}
