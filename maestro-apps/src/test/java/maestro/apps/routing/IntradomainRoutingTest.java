package maestro.apps.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.BadSettingException;
import maestro.api.PortInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntradomainRoutingTest {
  /** Directly by port 2 of each, or through switch 2 by port 1. */
  private static final Topology TRIANGLE =
      RoutingTableTest.topology(
          3, new Link(1, 1, 2, 1), new Link(2, 2, 3, 1), new Link(1, 2, 3, 2));

  private static FakePlatform platform(String settings) {
    FakePlatform platform = FakePlatform.withSettings("intradomain-routing", settings);
    List.of(1L, 2L, 3L, 9L).forEach(each -> platform.switches().add(each, 0));
    return platform;
  }

  private static RoutingTable tableOf(FakePlatform platform, Topology... topologies) {
    var events = platform.start(new IntradomainRouting()).events().orElseThrow();
    assertThat(now(platform)).isSameAs(RoutingTable.EMPTY);
    for (Topology topology : topologies) {
      platform.set("topology", topology);
      events.onViewChanged("topology");
    }
    return now(platform);
  }

  private static void addSwitch(FakePlatform platform, long datapathId, long... speedsKbps) {
    platform.switches().add(datapathId, 0);
    for (int i = 0; i < speedsKbps.length; i++) {
      platform.switches().setPort(datapathId, new PortInfo(i + 1, 0, "port", true, speedsKbps[i]));
    }
  }

  private static RoutingTable now(FakePlatform platform) {
    return platform.valueOf("routing-table", RoutingTable.class);
  }

  @Test
  void shouldPublishRoutesOfTheNewTopologyWhenItChanged() {
    Topology cut = RoutingTableTest.topology(3, new Link(1, 1, 2, 1), new Link(2, 2, 3, 1));
    FakePlatform platform = platform("");
    assertThat(tableOf(platform, TRIANGLE).nextHop(0, 2, 0)).isEqualTo(2);
    RoutingTable table = tableOf(platform(""), TRIANGLE, cut);
    assertThat(table.topology()).isSameAs(cut);
    assertThat(table.nextHop(0, 2, 0)).isEqualTo(1);
  }

  @Test
  void shouldKnowTheRoutesFromTheFirstMomentWhenItWasReloaded() {
    FakePlatform before = platform("");
    RoutingTable old = tableOf(before, TRIANGLE);
    FakePlatform after =
        platform("weights { \"00:00:00:00:00:00:00:01/2\" = 3 }")
            .withSavedState(before.saveState());
    after.start(new IntradomainRouting());
    assertThat(now(after).topology()).isEqualTo(old.topology());
    assertThat(now(after).nextHop(0, 2, 0)).as("by the new settings").isEqualTo(1);
  }

  @Test
  void shouldComputeForTheSwitchesThereAreWhenSomeCameAndWent() {
    Topology others =
        Topology.of(
            Set.of(2L, 3L, 9L),
            RoutingTableTest.topology(3, new Link(2, 2, 3, 1)).links(),
            Map.of());
    RoutingTable table = tableOf(platform(""), TRIANGLE, Topology.EMPTY, TRIANGLE, others);
    assertThat(table.distance(0, 1)).isEqualTo(1);
    assertThat(table.isReachable(0, 2)).isFalse();
  }

  @Test
  void shouldAvoidALinkInOneDirectionWhenItsWeightIsSet() {
    RoutingTable table =
        tableOf(platform("weights { \"00:00:00:00:00:00:00:01/2\" = 3 }"), TRIANGLE);
    assertThat(table.nextHop(0, 2, 0)).isEqualTo(1);
    assertThat(table.distance(0, 2)).isEqualTo(2);
    assertThat(table.nextHop(2, 0, 0)).isEqualTo(2);
  }

  @Test
  void shouldTakeTheDetourWhenItIsFasterAndLinksWeighBySpeed() {
    FakePlatform platform = platform("weigh-by = speed, reference-speed-mbps = 10000");
    addSwitch(platform, 1, 10_000_000, 10_000_000);
    addSwitch(platform, 2, 10_000_000, 40_000_000);
    addSwitch(platform, 3, 0, 1_000_000);
    RoutingTable table = tableOf(platform, TRIANGLE);
    assertThat(table.distance(0, 2)).isEqualTo(2);
    assertThat(table.nextHop(0, 2, 0)).isEqualTo(1);
    assertThat(table.weightOf(table.linkAt(0, 2))).isEqualTo(10);
    assertThat(table.weightOf(table.linkAt(2, 2))).isEqualTo(10);
  }

  @Test
  void shouldRouteByTheNewSpeedWhenTheTopologyIsPublishedAgain() {
    FakePlatform platform = platform("weigh-by = speed, reference-speed-mbps = 10000");
    addSwitch(platform, 1, 10_000_000, 10_000_000);
    platform.set("topology", TRIANGLE);
    var events = platform.start(new IntradomainRouting()).events().orElseThrow();
    events.onViewChanged("topology");
    assertThat(now(platform).nextHop(0, 2, 0)).isEqualTo(2);
    platform.switches().setPort(1, new PortInfo(2, 0, "port", true, 1_000_000));
    events.onViewChanged("topology");
    assertThat(now(platform).nextHop(0, 2, 0)).isEqualTo(1);
    assertThat(now(platform).distance(0, 2)).isEqualTo(2);
  }

  @Test
  void shouldWeighNoMoreThanTheMostWhenALinkIsVerySlow() {
    FakePlatform platform = platform("weigh-by = speed");
    addSwitch(platform, 1, 0, 1);
    RoutingTable table = tableOf(platform, TRIANGLE);
    assertThat(table.weightOf(table.linkAt(0, 2))).isEqualTo(LinkWeights.MAX_WEIGHT);
    assertThat(table.weightOf(table.linkAt(0, 1))).isEqualTo(1);
  }

  @Test
  void shouldUseAnAbsentSwitchAsTheLastResortWhenItsTopologyIsPublishedAgain() {
    FakePlatform platform = platform("");
    platform.set("topology", TRIANGLE);
    var events = platform.start(new IntradomainRouting()).events().orElseThrow();
    platform.switches().remove(3);
    events.onViewChanged("topology");
    assertThat(now(platform).nextHop(0, 2, 0)).as("its host is where it was").isEqualTo(2);
    assertThat(now(platform).isLastResort(0, 2)).isTrue();
    assertThat(now(platform).isLastResort(0, 1)).isFalse();
    assertThat(now(platform).distance(0, 1)).isEqualTo(1);

    platform.switches().add(3, 0);
    platform.switches().remove(1);
    events.onViewChanged("topology");
    assertThat(now(platform).nextHop(1, 2, 0)).as("not by way of 1").isEqualTo(2);
    assertThat(now(platform).treePorts(0)).as("the first switch passes nothing on").hasSize(1);
    platform.set(
        "topology", RoutingTableTest.topology(3, TRIANGLE.links().get(0), new Link(1, 2, 3, 2)));
    events.onViewChanged("topology");
    assertThat(now(platform).isReachable(1, 2)).as("there is no other way").isTrue();
    assertThat(now(platform).treePorts(0)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weigh-by = colour | weigh-by | hops, speed",
        "reference-speed-mbps = 0 | reference-speed-mbps | 1 to 100000000",
        "threads = -1 | threads | 0 to 1024",
        "weights { \"2a/1\" = 10 } | weights.\"2a/1\" | a switch and its port",
        "weights { \"00:00:00:00:00:00:00:2a/4294967296\" = 1 } |"
            + " weights.\"00:00:00:00:00:00:00:2a/4294967296\" | a switch and its port",
        "weights { \"00:00:00:00:00:00:00:2a/1\" = 0 } | weights.\"00:00:00:00:00:00:00:2a/1\" | 1"
            + " to 65535",
        "weights { \"00:00:00:00:00:00:00:2a/1\" = ten } | weights.\"00:00:00:00:00:00:00:2a/1\" |"
            + " 1 to 65535"
      })
  void shouldSayWhatIsAllowedWhenASettingMakesNoSense(String setting, String key, String allowed) {
    assertThatExceptionOfType(BadSettingException.class)
        .isThrownBy(() -> platform(setting).start(new IntradomainRouting()))
        .satisfies(e -> assertThat(e.key()).isEqualTo(key))
        .satisfies(e -> assertThat(e.allowed()).startsWith(allowed));
  }
}
