package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.BatchStage;
import maestro.api.EntryVerdict;
import maestro.api.EventStage;
import maestro.api.FlowActions;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.ActionText;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeHosts;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** Routes in VLANs: switches 1, 2 and 3 in a line, by their ports 9 and 8. */
class RouteVlanTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long B = 0x0200_0000_000bL;
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final int NONE = -1;

  /** Port 1 has VLAN 10, 2 has 20, 3 is a trunk, 4 one with native 10; 5 is not declared. */
  private static final Vlans DECLARED = declared();

  private final FakeOutput output = new FakeOutput();
  private final FakeHosts hosts = new FakeHosts();
  private FakePlatform platform;
  private BatchStage stage;
  private EventStage events;

  private static Vlans declared() {
    Vlans.Builder vlans = Vlans.builder();
    for (long id = 1; id <= 3; id++) {
      vlans.access(id, 1, 10).access(id, 2, 20).trunk(id, 3, 10, 20).trunkWithNative(id, 4, 10);
    }
    return vlans.access(2, 8, 20).build(); // of no effect: a link is there
  }

  private void start(Vlans vlans, int version) {
    platform = FakePlatform.withSettings("route-flow", "").declare(vlans);
    platform.set("hosts", hosts);
    Map<Port, Role> roles = new HashMap<>();
    for (long id = 1; id <= 3; id++) {
      platform.switches().add(id, 5, version);
      for (int port = 1; port <= 5; port++) {
        roles.put(new Port(id, port), Role.HOST);
      }
    }
    List<Link> links =
        List.of(
            new Link(1, 9, 2, 8), new Link(2, 8, 1, 9), new Link(2, 9, 3, 8), new Link(3, 8, 2, 9));
    links.forEach(link -> roles.put(new Port(link.from(), link.fromPort()), Role.SWITCH));
    platform.set("routing-table", RoutingTable.of(Topology.of(List.of(1L, 2L, 3L), links, roles)));
    Stages stages = platform.start(new RouteFlow());
    stage = stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
  }

  @Test
  void shouldInstallWhatItAlwaysHasWhenThereAreNoTags() {
    start(Vlans.NONE, 4);
    hosts.put(NONE, B, 3, 5);
    assertThat(handle(1, 5, NONE, A, B))
        .containsExactly(
            "install at 3: port 8 to 5",
            "install at 2: port 8 to 9",
            "install port 9 idle 10 hard 0");
    assertThat(handle(1, 5, 0, A, B)).endsWith("install port 9 idle 10 hard 0");
    assertThat(handle(1, 5, NONE, A, BROADCAST)).containsExactly("forward ports 1 2 3 4 9");
    platform.advance(Duration.ofSeconds(1));
    assertThat(platform.switches().takeSent()).isEmpty();
  }

  @Test
  void shouldRemoveItsEntriesEverywhereWhenTheFirstTagComes() {
    start(Vlans.NONE, 4);
    hosts.put(10, B, 1, 5);
    assertThat(handle(1, 4, 10, A, B)).containsExactly("install by VLAN port 5 idle 10 hard 0");
    handle(1, 4, 20, A, B);
    platform.advance(Duration.ZERO);
    assertThat(platform.switches().takeSent())
        .hasSize(3)
        .allSatisfy(
            sent -> {
              OFFlowDelete delete = (OFFlowDelete) sent.message();
              assertThat(delete.getCookie().getValue()).isEqualTo(RouteFlow.COOKIE);
              assertThat(delete.getMatch().getMatchFields()).isEmpty();
            });
    platform.advance(FlowRemovals.SETTLE);
    assertThat(platform.switches().takeSent()).as("once more").hasSize(3);
    hosts.put(NONE, B, 1, 5);
    assertThat(handle(1, 4, NONE, A, B)).containsExactly("install by VLAN port 5 idle 10 hard 0");
  }

  @Test
  void shouldRemoveByPortWhenTheFirstTagComesToSwitchesOfTheOldVersion() {
    start(Vlans.NONE, 1);
    handle(1, 4, 10, A, B);
    platform.advance(Duration.ZERO);
    assertThat(platform.switches().takeSent())
        .hasSize(15)
        .allSatisfy(
            sent ->
                assertThat(((OFFlowDelete) sent.message()).getOutPort().getPortNumber())
                    .isBetween(1, 5));
  }

  @Test
  void shouldPassTagsOnWhenNothingIsDeclared() {
    start(Vlans.NONE, 4);
    hosts.put(10, B, 2, 5);
    hosts.put(20, B, 3, 5);
    assertThat(handle(1, 5, 10, A, B))
        .containsExactly("install at 2: port 8 to 5", "install by VLAN port 9 idle 10 hard 0");
    assertThat(handle(1, 5, 20, A, B)).hasSize(3);
    assertThat(handle(1, 5, NONE, A, B)).as("unknown").containsExactly("forward ports 1 2 3 4 9");
    assertThat(handle(1, 5, 10, A, BROADCAST)).containsExactly("forward ports 1 2 3 4 9");
    assertThat(handle(1, 5, 4095, A, BROADCAST)).containsExactly("drop");
  }

  @Test
  void shouldTagBetweenSwitchesAndTranslateAtHostsWhenPortsAreDeclared() {
    start(DECLARED, 4);
    hosts.put(10, B, 3, 1);
    assertThat(handle(1, 1, NONE, A, B))
        .as("access to access")
        .containsExactly(
            "install at 3: port 8 vlan 10 to by VLAN pop to 1",
            "install at 2: port 8 vlan 10 to by VLAN to 9",
            "install by VLAN push 10 port 9 idle 10 hard 0");
    assertThat(handle(1, 3, 10, A, B))
        .as("trunk to access")
        .containsExactly(
            "install at 3: port 8 to 1",
            "install at 2: port 8 to 9",
            "install by VLAN port 9 idle 10 hard 0");
    assertThat(handle(1, 1, 0, A, B))
        .as("a tag that carries a priority")
        .endsWith("install by VLAN 10 port 9 idle 10 hard 0");
    assertThat(handle(2, 8, 10, A, B))
        .as("asked on the way, by a port that is declared and of a link")
        .endsWith("install by VLAN port 9 idle 10 hard 0");
    hosts.put(10, B, 3, 3);
    assertThat(handle(1, 4, NONE, A, B))
        .as("native to trunk")
        .containsExactly(
            "install at 3: port 8 vlan 10 to by VLAN to 3",
            "install at 2: port 8 vlan 10 to by VLAN to 9",
            "install by VLAN push 10 port 9 idle 10 hard 0");
    assertThat(handle(3, 1, NONE, A, B))
        .as("at one switch")
        .containsExactly("install by VLAN push 10 port 3 idle 10 hard 0");
    assertThat(handle(3, 8, 10, A, B)).containsExactly("install by VLAN port 3 idle 10 hard 0");
    hosts.put(10, B, 3, 4);
    assertThat(handle(3, 8, 10, A, B)).containsExactly("install by VLAN pop port 4 idle 10 hard 0");
  }

  @Test
  void shouldKeepVlansApartWhenAnAddressIsInSeveral() {
    start(DECLARED, 4);
    hosts.put(10, B, 3, 1);
    hosts.put(20, B, 1, 2);
    hosts.put(NONE, B, 1, 5);
    assertThat(handle(1, 3, 20, A, B)).containsExactly("install by VLAN pop port 2 idle 10 hard 0");
    assertThat(handle(1, 3, 10, A, B)).hasSize(3);
    assertThat(handle(1, 5, NONE, A, B)).as("where it is").containsExactly("drop");
    assertThat(handle(2, 5, NONE, A, B))
        .containsExactly("install at 1: port 9 to 5", "install by VLAN port 8 idle 10 hard 0");
  }

  @Test
  void shouldFloodTheVlanAloneWhenPortsAreDeclared() {
    start(DECLARED, 4);
    assertThat(handle(2, 1, NONE, A, BROADCAST))
        .containsExactly("forward to 1 4 push 10 to 3 5 8 9");
    assertThat(handle(2, 8, 10, A, BROADCAST)).containsExactly("forward to 3 5 8 9 pop to 1 4");
    assertThat(handle(2, 8, 20, A, BROADCAST)).containsExactly("forward to 3 5 8 9 pop to 2");
    assertThat(handle(2, 8, 30, A, BROADCAST)).containsExactly("forward to 5 8 9");
    assertThat(handle(2, 8, NONE, A, BROADCAST)).containsExactly("forward to 5 8 9");
    assertThat(handle(2, 1, 10, A, BROADCAST)).containsExactly("drop");
    assertThat(handle(2, 3, NONE, A, BROADCAST)).containsExactly("drop");
    assertThat(handle(2, 3, 30, A, B)).containsExactly("drop");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, -1", "1, 8, 10", "1, 8, 20", "1, 8, 30", "1, 8, -1", "1, 4, -1", "1, 4, 0", "1, 3, 20",
    "4, 1, -1", "4, 8, 10", "4, 8, 20", "4, 8, 30", "4, 8, -1", "4, 4, -1", "4, 4, 0", "4, 3, 20"
  })
  void shouldKeepTheEntryOfABroadcastOnlyWhileItIsThatOfItsVlan(int version, int port, int tag)
      throws Exception {
    start(DECLARED, version);
    events.onViewChanged("routing-table");
    handle(2, port, tag, A, BROADCAST);
    assertThat(handle(2, port, tag, A, BROADCAST).get(0)).startsWith("install by VLAN ");
    SwitchInfo info = platform.switches().find(2).orElseThrow();
    FakeEntry entry = shown(version, port, tag, output.installed());
    assertThat(platform.reconciler().verdict(info, entry)).isEqualTo(EntryVerdict.KEEP);

    for (FlowActions other :
        List.of(
            output.installed().output(2, 5),
            FlowActions.NONE,
            FlowActions.outputs(1, 2, 3, 4, 5, 9),
            FlowActions.NONE.pushVlan(40).output(8, 9))) {
      assertThat(platform.reconciler().verdict(info, shown(version, port, tag, other)))
          .isEqualTo(EntryVerdict.UNDECIDED);
    }
  }

  /** An entry for broadcasts from a port, as a switch shows it. */
  private FakeEntry shown(int version, int port, int tag, FlowActions actions) throws Exception {
    OFFactory factory = platform.switches().factory(2);
    OFFlowStatsEntry.Builder entry =
        factory
            .buildFlowStatsEntry()
            .setTableId(TableId.ZERO)
            .setCookie(U64.of(RouteFlow.COOKIE))
            .setMatch(
                factory
                    .buildMatch()
                    .setExact(MatchField.IN_PORT, OFPort.of(port))
                    .setExact(MatchField.ETH_SRC, MacAddress.of(A))
                    .setExact(MatchField.ETH_DST, MacAddress.of(BROADCAST))
                    .setExact(
                        MatchField.VLAN_VID,
                        tag < 0 ? OFVlanVidMatch.UNTAGGED : OFVlanVidMatch.ofVlan(tag))
                    .build());
    List<OFAction> read = ActionText.read(version, actions);
    return FakeEntry.of(
        version == 1
            ? entry.setActions(read).build()
            : entry.setInstructions(List.of(factory.instructions().applyActions(read))).build());
  }

  @Test
  void shouldRemoveFlowsOfTheVlanAloneWhenAHostMoves() {
    for (int version : new int[] {1, 4}) {
      start(DECLARED, version);
      assertThat(removedAfterMoveIn(10))
          .containsExactlyInAnyOrder(OFVlanVidMatch.ofVlan(10), OFVlanVidMatch.UNTAGGED);
      assertThat(removedAfterMoveIn(30)).containsExactly(OFVlanVidMatch.ofVlan(30));
      assertThat(removedAfterMoveIn(NONE)).containsExactly(OFVlanVidMatch.UNTAGGED);
      start(Vlans.NONE, version);
      assertThat(removedAfterMoveIn(NONE)).containsOnlyNulls().hasSize(1);
    }
  }

  /** The VLANs that are matched at each switch. */
  private List<OFVlanVidMatch> removedAfterMoveIn(int vlan) {
    platform.switches().takeSent();
    events.onAnnouncement("host-moved", new HostMoved(B, 1, 1, 2, 1, vlan));
    List<SentMessage> sent = platform.switches().takeSent();
    platform.advance(FlowRemovals.SETTLE);
    assertThat(sent).hasSizeBetween(4, 7);
    return sent.stream()
        .filter(each -> each.datapathId() == 3)
        .map(each -> (OFFlowDelete) each.message())
        .peek(each -> assertThat(each.getMatch().get(MatchField.ETH_DST).getLong()).isEqualTo(B))
        .map(each -> each.getMatch().get(MatchField.VLAN_VID))
        .toList();
  }

  private List<String> handle(long datapathId, int port, int vlan, long source, long destination) {
    output.takeSaid();
    FakeRequest request = FakeFrame.between(source, destination).vlan(vlan).at(datapathId, port);
    stage.onBatch(new FakeBatch(request), output);
    return output.takeSaid();
  }
}
