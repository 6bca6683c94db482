package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import maestro.network.report.NetworkReport;
import org.junit.jupiter.api.Test;

/** The shipped routing on a torus. */
@EmulatedNetwork(topology = "torus:3x3", config = "../config/routing.conf")
class RoutingTest {
  @Test
  void shouldReachAllByShortestPathsWhenNothingFails(TestNetwork network) {
    NetworkReport report = network.assertThatAllReachAll();
    assertThat(report.pings()).isEqualTo(72);
    assertThat(report.stretch()).isEqualTo(1);
    assertThat(network.flows("s1")).isNotEmpty();
  }

  @Test
  void shouldRepairWhenALinkIsCutAndMended(TestNetwork network) {
    network.assertThatAllReachAll();
    network.cut("s1-s2");
    network.letPass(Duration.ofSeconds(1));
    NetworkReport detour = network.assertThatAllReachAll();
    assertThat(detour.stretch()).isGreaterThan(1); // against the shortest path of the whole torus
    network.restore("s1-s2");
    network.letPass(Duration.ofSeconds(30));
    assertThat(network.assertThatAllReachAll().stretch()).isEqualTo(1);
  }

  @Test
  void shouldReachTheOthersWhenASwitchStopsAndAllWhenItIsBack(TestNetwork network) {
    network.stop("s5");
    network.letPass(Duration.ofSeconds(5));
    assertThat(network.pingAll().lost()).as("to and from its host").isEqualTo(16);
    network.start("s5");
    network.letPass(Duration.ofSeconds(10));
    network.assertThatAllReachAll();
  }

  @Test
  void shouldForwardByEntriesWhileTheControllerIsAwayAndKeepThemTrueWhenItIsBack(
      TestNetwork network) {
    network.assertThatAllReachAll();
    network.stopController();
    network.assertThatAllReachAll();
    network.cut("s1-s2");
    network.startController();
    network.letPass(Duration.ofSeconds(10));
    network.assertThatAllReachAll(); // hosts that have not sent are where entries lead
  }

  @Test
  void shouldSayWhatIsAllowedWhenALinkIsUnknown(TestNetwork network) {
    assertThatThrownBy(() -> network.cut("s1-s5"))
        .hasMessage("found 's1-s5'; allowed: a link such as s1-s2, s1-s2#2 or s1-h1");
  }
}
