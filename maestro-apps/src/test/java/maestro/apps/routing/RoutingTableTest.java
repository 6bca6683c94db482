package maestro.apps.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.topology.Link;
import maestro.api.topology.Routes;
import maestro.api.topology.Topology;
import org.junit.jupiter.api.Test;

class RoutingTableTest {
  /** 0 to 1 and 2, both to 3, and 4 alone. */
  private static final RoutingTable DIAMOND =
      RoutingTable.of(
          topology(
              5,
              new Link(1, 1, 2, 1),
              new Link(1, 2, 3, 1),
              new Link(2, 2, 4, 1),
              new Link(3, 2, 4, 2)));

  @Test
  void shouldOfferAllAlternativesInTheOrderOfPortsWhenPathsAreEquallyLong() {
    assertThat(DIAMOND.distance(0, 3)).isEqualTo(2);
    assertThat(DIAMOND.nextHopCount(0, 3)).isEqualTo(2);
    assertThat(DIAMOND.nextHop(0, 3, 0)).isEqualTo(1);
    assertThat(DIAMOND.nextHop(0, 3, 1)).isEqualTo(2);
    assertThat(DIAMOND.nextHopCount(0, 1)).isEqualTo(1);
  }

  @Test
  void shouldTakeAnyNumberAsAChoiceWhenItIsNegative() {
    // 2^32 - 1 is odd.
    assertThat(DIAMOND.nextHop(0, 3, -1)).isEqualTo(2);
    assertThat(DIAMOND.nextHop(0, 3, -2)).isEqualTo(1);
  }

  @Test
  void shouldSayBothEndsOfALinkWhenAskedForTheNextHop() {
    int link = DIAMOND.nextLink(3, 0, 1);
    assertThat(DIAMOND.portOf(link)).isEqualTo(2);
    assertThat(DIAMOND.targetOf(link)).isEqualTo(2);
    assertThat(DIAMOND.targetPortOf(link)).isEqualTo(2);
    assertThat(DIAMOND.portOf(DIAMOND.reverseOf(link))).isEqualTo(2);
    assertThat(DIAMOND.targetOf(DIAMOND.reverseOf(link))).isEqualTo(3);
    assertThat(DIAMOND.sourceOf(link)).isEqualTo(3);
    assertThat(DIAMOND.linkAt(3, 2)).isEqualTo(link);
    assertThat(DIAMOND.linkAt(3, 3)).isEqualTo(RoutingTable.NONE);
    assertThat(DIAMOND.linkAt(4, 1)).isEqualTo(RoutingTable.NONE);
    assertThat(DIAMOND.linkCount()).isEqualTo(8);
  }

  @Test
  void shouldNameTheLinksOfAllAlternatives() {
    assertThat(DIAMOND.nextLinks(1, 4)).containsExactly(new Link(1, 1, 2, 1), new Link(1, 2, 3, 1));
    assertThat(DIAMOND.nextLinks(2, 4)).containsExactly(new Link(2, 2, 4, 1));
    assertThat(DIAMOND.nextLinks(4, 4)).isEmpty();
    assertThat(DIAMOND.nextLinks(1, 5)).isEmpty();
    assertThat(DIAMOND.nextLinks(1, 99)).isEmpty();
  }

  @Test
  void shouldShowWholePathsByChoiceWhenReadAsRoutes() {
    Routes routes = DIAMOND;
    Link up = new Link(1, 1, 2, 1);
    Link down = new Link(1, 2, 3, 1);
    assertThat(routes.path(1, 4, 0)).containsExactly(up, new Link(2, 2, 4, 1));
    assertThat(routes.path(1, 4, -1)).containsExactly(down, new Link(3, 2, 4, 2));
    assertThat(routes.path(1, 2, 7)).containsExactly(up);
    assertThat(routes.path(4, 4, 0)).isEmpty();
    assertThat(routes.path(1, 5, 0)).isEmpty();
  }

  @Test
  void shouldShowTheLinksOfTheTreeFromBothEndsWhenReadAsRoutes() {
    Routes routes = DIAMOND;
    assertThat(routes.treeLinks(1)).containsExactly(new Link(1, 1, 2, 1), new Link(1, 2, 3, 1));
    assertThat(routes.treeLinks(2)).containsExactly(new Link(2, 1, 1, 1), new Link(2, 2, 4, 1));
    assertThat(routes.treeLinks(3)).containsExactly(new Link(3, 1, 1, 2));
    assertThat(routes.treeLinks(4)).containsExactly(new Link(4, 1, 2, 2));
    assertThat(routes.treeLinks(5)).isEmpty();
    assertThat(routes.treeLinks(99)).isEmpty();
  }

  @Test
  void shouldHaveNoNextHopWhenThereIsNoPathOrNoWayToGo() {
    assertThat(DIAMOND.isReachable(0, 4)).isFalse();
    assertThat(DIAMOND.distance(4, 0)).isEqualTo(RoutingTable.UNREACHABLE);
    assertThat(DIAMOND.nextHop(0, 4, 0)).isEqualTo(RoutingTable.NONE);
    assertThat(DIAMOND.isReachable(2, 2)).isTrue();
    assertThat(DIAMOND.distance(2, 2)).isZero();
    assertThat(DIAMOND.nextHopCount(2, 2)).isZero();
    assertThat(DIAMOND.nextLink(2, 2, 0)).isEqualTo(RoutingTable.NONE);
  }

  @Test
  void shouldLeaveOneLinkOfTheCircleOutOfTheTreeWhenSwitchesAreLinkedInACircle() {
    assertThat(DIAMOND.treePorts(0)).containsExactly(1, 2);
    assertThat(DIAMOND.treePorts(1)).containsExactly(1, 2);
    assertThat(DIAMOND.treePorts(2)).containsExactly(1);
    assertThat(DIAMOND.treePorts(3)).containsExactly(1);
    assertThat(DIAMOND.treePorts(4)).isEmpty();
  }

  @Test
  void shouldIgnoreALinkWhenOneDirectionIsMissingOrItLeadsBack() {
    List<Link> oneWay = List.of(new Link(1, 1, 2, 1), new Link(1, 2, 1, 3), new Link(1, 3, 1, 2));
    RoutingTable table = RoutingTable.of(Topology.of(Set.of(1L, 2L), oneWay, Map.of()));
    assertThat(table.linkCount()).isZero();
    assertThat(table.isReachable(0, 1)).isFalse();
    assertThat(table.treePorts(0)).isEmpty();
  }

  @Test
  void shouldReachAllSwitchesByOnePortWhenTheyShareAnUnmanagedSwitch() {
    // 2, 3 and 4 share one; 1 is linked to 2 and 3. What 4 heard of 2 got lost.
    RoutingTable table =
        RoutingTable.of(
            topology(
                4,
                new Link(1, 1, 2, 1),
                new Link(1, 2, 3, 1),
                new Link(2, 9, 3, 9),
                new Link(3, 9, 4, 9)));
    assertThat(table.distance(1, 2)).isEqualTo(1);
    assertThat(table.targetOf(table.linkAt(2, 9))).isEqualTo(1);
    assertThat(table.distance(0, 3)).isEqualTo(2);
    assertThat(table.nextHop(0, 3, 0)).isEqualTo(2);
    assertThat(table.treePorts(0)).containsExactly(1, 2);
    assertThat(table.treePorts(1)).containsExactly(1, 9);
    assertThat(table.treePorts(2)).containsExactly(1);
    assertThat(table.treePorts(3)).containsExactly(9);
  }

  @Test
  void shouldShareTheDistancesThatStayedWhenALinkWithAnAlternativeGoes() {
    LinkGraph diamond = new LinkGraph(DIAMOND.topology(), LinkWeights.HOPS);
    LinkGraph cut =
        new LinkGraph(
            topology(5, new Link(1, 1, 2, 1), new Link(1, 2, 3, 1), new Link(2, 2, 4, 1)),
            LinkWeights.HOPS);
    int[][] before = AllPairs.distances(diamond, 1);
    int[][] after = AllPairs.distances(cut, 1, diamond, before);
    // From 0 to 3, and back, there is still the other way, but not between 2 and 3.
    assertThat(after[0]).isSameAs(before[0]);
    assertThat(after[1]).isSameAs(before[1]);
    assertThat(after[2]).containsExactly(1, 2, 0, 3, RoutingTable.UNREACHABLE);
    assertThat(after[3]).containsExactly(2, 1, 3, 0, RoutingTable.UNREACHABLE);
    assertThat(after[4]).isSameAs(before[4]);
  }

  @Test
  void shouldAnswerNothingWhenThereIsNoSwitch() {
    assertThat(RoutingTable.EMPTY.topology().switchCount()).isZero();
    assertThat(RoutingTable.EMPTY.linkCount()).isZero();
  }

  /** Switches 1 to switchCount, and links of both directions. */
  static Topology topology(int switchCount, Link... links) {
    List<Long> switches = new ArrayList<>();
    for (long id = 1; id <= switchCount; id++) {
      switches.add(id);
    }
    List<Link> both = new ArrayList<>();
    for (Link link : links) {
      both.add(link);
      both.add(link.reversed());
    }
    return Topology.of(switches, both, Map.of());
  }
}
