package maestro.network.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import maestro.emulator.topology.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of networks, and where hosts are. */
class NetworkPlanTest {
  @ParameterizedTest
  @CsvSource({
    "fattree:4, 0, 20, 32, 16",
    "fattree:8, 0, 80, 256, 128",
    "fattree:4, 2, 20, 32, 40",
    "'tree:1,3', 0, 1, 0, 3",
    "'tree:3,2', 0, 7, 6, 8",
    "'tree:12,2', 0, 4095, 4094, 4096",
    "'tree:4,1', 0, 4, 3, 1",
    "'tree:3,2', 1, 7, 6, 7",
    "single:5, 0, 1, 0, 5",
    "single:5, 5, 1, 0, 5",
    "linear:5, 0, 5, 4, 5",
    "ring:3, 3, 3, 3, 9",
    "torus:9, 0, 9, 18, 9",
    "isp:79, 0, 79, 155, 79",
  })
  void shouldBuildTheNetworkThatIsNamed(
      String name, int hosts, int switchCount, int linkCount, int hostCount)
      throws TopologyException {
    NetworkPlan plan = NetworkPlan.named(name, hosts);
    assertThat(plan.switchCount()).isEqualTo(switchCount);
    assertThat(plan.linkCount()).isEqualTo(linkCount);
    assertThat(plan.hostCount()).isEqualTo(hostCount);
    for (int host = 0; host < hostCount; host++) {
      int s = plan.switchOf(host);
      int port = plan.portOf(host);
      assertThat(port).isBetween(1, plan.portCount(s));
      assertThat(plan.leadsToSwitch(s, port)).isFalse();
      assertThat(plan.hostAt(s, port)).isEqualTo(host);
    }
  }

  @Test
  void shouldPutTheHostsOfAFatTreeAtItsEdge() throws TopologyException {
    NetworkPlan plan = NetworkPlan.named("fattree:4", 0);
    for (int host = 0; host < plan.hostCount(); host++) {
      assertThat((plan.switchOf(host) - 4) % 4).isGreaterThanOrEqualTo(2);
    }
    int[] distances = plan.distancesFrom(plan.switchOf(0));
    assertThat(distances[plan.switchOf(1)]).isZero();
    assertThat(distances[plan.switchOf(2)]).isEqualTo(2);
    assertThat(distances[plan.switchOf(15)]).isEqualTo(4);
  }

  /** As Mininet 2.3 says of {@code TreeTopo(3, 2)}, but for ports at the last level. */
  @Test
  void shouldNumberATreeAsMininetDoes() throws TopologyException {
    NetworkPlan plan = NetworkPlan.named("tree:3,2", 0);
    assertThat(plan.links())
        .containsExactlyInAnyOrder(
            new NetworkPlan.Ends(0, 1, 1, 3),
            new NetworkPlan.Ends(0, 2, 4, 3),
            new NetworkPlan.Ends(1, 1, 2, 1),
            new NetworkPlan.Ends(1, 2, 3, 1),
            new NetworkPlan.Ends(4, 1, 5, 1),
            new NetworkPlan.Ends(4, 2, 6, 1));
    assertThat(IntStream.range(0, 8).map(plan::switchOf)).containsExactly(2, 2, 3, 3, 5, 5, 6, 6);
  }

  @Test
  void shouldReadAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("links.txt");
    Files.writeString(file, "a b\nb c\n");
    NetworkPlan plan = NetworkPlan.named(file.toString(), 0);
    assertThat(plan.switchName(2)).isEqualTo("c");
    assertThat(plan.linkCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fattree:3|found fattree:3; allowed: an even K, 2 to 64",
        "tree:0,2|found tree:0,2; allowed: D from 1 to 12 and F from 1, with at most 4096 hosts",
        "tree:13,1|found tree:13,1; allowed: D from 1 to 12",
        "tree:7,4|found tree:7,4; allowed: D from 1 to 12",
        "tree:9999,9999|found tree:9999,9999; allowed: D from 1 to 12",
        "tree:1,1025|switch 1: found 1025 ports; allowed: 1 to 1024",
        "tree:3|found 'tree:3'; allowed: fattree:K, tree:D,F, single:N, linear:N",
        "single:0|found single:0; allowed: 1 to 1024 hosts",
        "linear:0|found 0 switches; allowed: 1 or more",
        "fattre:4|found 'fattre:4'; allowed: fattree:K, tree:D,F",
        "nosuch.txt|found 'nosuch.txt'; allowed: fattree:K",
        "ring:2|found 2 switches; allowed: at least 3 in a ring",
        "linear:5000|found 5000 hosts; allowed: 4096 in all",
      })
  void shouldSayWhatIsAllowed(String name, String message) {
    assertThatThrownBy(() -> NetworkPlan.named(name, 0))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith(message);
  }
}
