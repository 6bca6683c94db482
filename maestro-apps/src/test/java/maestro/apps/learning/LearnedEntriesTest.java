package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowOptions;
import maestro.api.PortInfo;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.apps.ports.RememberedPorts;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.vlan.SwitchVlans;
import maestro.apps.vlan.TagOptions;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.U64;

class LearnedEntriesTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);
  private static final long TIMEOUT_NS = Duration.ofMinutes(5).toNanos();
  private static final long NOW_NS = 1_000 * TIMEOUT_NS;
  private static final long A = 0x0a;
  private static final long B = 0x0b;

  private final HostTable hosts = new HostTable(64, TIMEOUT_NS);

  private EntryVerdict verdict(FakeEntry entry) {
    return verdict(Vlans.NONE, entry);
  }

  private EntryVerdict verdict(Vlans declared, FakeEntry entry) {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
    SwitchInfo info = platform.switches().add(1, 4);
    FlowOptions options = FlowOptions.timeouts(10, 0);
    SwitchVlans vlans =
        new SwitchVlans(
            info,
            platform.switches(),
            declared,
            options,
            new TagOptions(declared, options),
            () -> {});
    vlans.isFirstOfVlan(entry);
    return LearnedEntries.verdict(
        hosts, new RememberedPorts(platform.switches()).join(1), vlans, entry);
  }

  /** From a host at a port to a host at another, or at several. */
  private static FakeEntry entry(long from, int inPort, long to, int... outPorts) {
    List<OFAction> actions =
        IntStream.of(outPorts)
            .<OFAction>mapToObj(port -> FACTORY.actions().output(OFPort.of(port), 0xffff))
            .toList();
    return FakeEntry.of(
            FACTORY
                .buildFlowStatsEntry()
                .setCookie(U64.of(FlowOptions.DEFAULT_COOKIE))
                .setMatch(
                    FACTORY
                        .buildMatch()
                        .setExact(MatchField.IN_PORT, OFPort.of(inPort))
                        .setExact(MatchField.ETH_SRC, MacAddress.of(from))
                        .setExact(MatchField.ETH_DST, MacAddress.of(to))
                        .build())
                .setInstructions(List.of(FACTORY.instructions().applyActions(actions)))
                .build())
        .at(NOW_NS);
  }

  @Test
  void shouldRemoveWhenItLeadsNowhere() {
    FakeEntry entry = entry(A, 1, B, 2).leadingNowhere();
    assertThat(verdict(entry)).isSameAs(EntryVerdict.REMOVE);
    assertThat(hosts.portOf(B, NOW_NS))
        .as("nothing is learned of it")
        .isEqualTo(LearnedHosts.UNKNOWN);
  }

  @Test
  void shouldRemoveWhatIsForAnotherPortWhenTheSwitchIsBack() {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
    SwitchInfo info = platform.switches().add(1, 2);
    platform.start(new LearningSwitch());
    EntryReconciler reconciler = platform.reconciler();
    assertThat(reconciler.verdict(info, entry(A, 1, B, 2))).isSameAs(EntryVerdict.KEEP);
    platform.switches().remove(1);
    platform.switches().add(1, 2);
    platform.switches().setPort(1, new PortInfo(2, 0xee, "other", true, 0));
    assertThat(reconciler.verdict(info, entry(A, 1, B, 2))).isSameAs(EntryVerdict.REMOVE);
    assertThat(reconciler.verdict(info, entry(B, 2, A, 1))).isSameAs(EntryVerdict.REMOVE);
    long later = NOW_NS + Duration.ofSeconds(1).toNanos();
    assertThat(reconciler.verdict(info, entry(A, 1, B, 2).at(later)))
        .as("installed since")
        .isSameAs(EntryVerdict.KEEP);
  }

  @Test
  void shouldRemoveWhenTheDestinationIsKnownElsewhere() {
    hosts.learn(B, 3, NOW_NS);
    assertThat(verdict(entry(A, 1, B, 2))).isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(entry(A, 1, B, 3))).isSameAs(EntryVerdict.KEEP);
  }

  @Test
  void shouldRemoveWhenTheSourceIsKnownElsewhere() {
    hosts.learn(A, 3, NOW_NS);
    assertThat(verdict(entry(A, 1, B, 2))).isSameAs(EntryVerdict.REMOVE);
    assertThat(hosts.portOf(A, NOW_NS)).isEqualTo(3);
  }

  @Test
  void shouldKeepWhatIsNotAboutTwoHosts() {
    long group = 0x0100_5e00_0001L;
    assertThat(verdict(entry(A, 1, group, 2))).isSameAs(EntryVerdict.KEEP);
    assertThat(hosts.portOf(group, NOW_NS)).isEqualTo(LearnedHosts.UNKNOWN);
    int flood = OFPort.FLOOD.getPortNumber();
    assertThat(verdict(entry(A, 1, B, flood))).isSameAs(EntryVerdict.KEEP);
    assertThat(hosts.portOf(B, NOW_NS)).isEqualTo(LearnedHosts.UNKNOWN);
  }

  @Test
  void shouldRemoveWhatSomebodyHasChangedToDropOrToDouble() {
    assertThat(verdict(entry(A, 1, B))).isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(entry(A, 1, B, 2, 3))).isSameAs(EntryVerdict.REMOVE);
    assertThat(hosts.portOf(B, NOW_NS))
        .as("nothing is learned of them")
        .isEqualTo(LearnedHosts.UNKNOWN);
  }

  @Test
  void shouldBeTaughtByEntriesWhenNothingWasHeard() {
    assertThat(verdict(entry(A, 1, B, 2))).isSameAs(EntryVerdict.KEEP);
    assertThat(hosts.portOf(A, NOW_NS)).isEqualTo(1);
    assertThat(hosts.portOf(B, NOW_NS)).isEqualTo(2);
    assertThat(hosts.portOf(B, NOW_NS + TIMEOUT_NS * 4 / 10)).isEqualTo(2);
    assertThat(hosts.portOf(B, NOW_NS + TIMEOUT_NS * 6 / 10))
        .as("half as long")
        .isEqualTo(LearnedHosts.UNKNOWN);
  }

  @Test
  void shouldDisplaceNothingThatWasHeardWhenTheTableIsFull() {
    HostTable small = new HostTable(16, TIMEOUT_NS);
    for (long host = 1; host <= 200; host++) {
      small.learn(host, 1, NOW_NS);
    }
    List<Long> heard = known(small, 1, 200);
    for (long host = 1001; host <= 1200; host++) {
      small.adopt(host, 2, NOW_NS);
    }
    assertThat(known(small, 1, 200)).isEqualTo(heard);
    for (long host = 2001; host <= 2200; host++) {
      small.learn(host, 2, NOW_NS);
    }
    assertThat(known(small, 1001, 1200)).as("the first to go").isEmpty();
  }

  private static List<Long> known(HostTable table, long first, long last) {
    return LongStream.rangeClosed(first, last)
        .filter(host -> table.portOf(host, NOW_NS) != LearnedHosts.UNKNOWN)
        .boxed()
        .toList();
  }

  /** The case of the issue: it restarts, and a host was moved meanwhile. */
  @Test
  void shouldRemoveEntriesToTheOldPortWhenAHostIsHeardElsewhereAfterARestart() {
    FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
    Stages stages = platform.start(new LearningSwitch());
    SwitchInfo info = platform.switches().add(1, 4);
    assertThat(platform.reconciler().verdict(info, entry(A, 1, B, 2))).isSameAs(EntryVerdict.KEEP);
    FakeOutput output = new FakeOutput();
    ((RequestStage) stages.batch().orElseThrow().get())
        .onRequest(FakeFrame.between(B, A).at(1, 3).at(NOW_NS), output);
    assertThat(output.takeSaid()).anyMatch(said -> said.startsWith("remove"));
  }

  // ---- VLANs ----

  /** Port 1 has VLAN 10, port 2 is a trunk. */
  private static final Vlans DECLARED = Vlans.builder().access(1, 1, 10).trunk(1, 2, 10).build();

  /** From A at a port, matching a VLAN or that there is none, to B at port 1 or 2. */
  private static FakeEntry entry(int inPort, OFVlanVidMatch vlan, OFAction... actions) {
    return FakeEntry.of(
            FACTORY
                .buildFlowStatsEntry()
                .setCookie(U64.of(FlowOptions.DEFAULT_COOKIE))
                .setMatch(
                    FACTORY
                        .buildMatch()
                        .setExact(MatchField.IN_PORT, OFPort.of(inPort))
                        .setExact(MatchField.VLAN_VID, vlan)
                        .setExact(MatchField.ETH_SRC, MacAddress.of(A))
                        .setExact(MatchField.ETH_DST, MacAddress.of(B))
                        .build())
                .setInstructions(List.of(FACTORY.instructions().applyActions(List.of(actions))))
                .build())
        .at(NOW_NS);
  }

  private static OFAction to(int port) {
    return FACTORY.actions().output(OFPort.of(port), 0xffff);
  }

  private static OFAction push() {
    return FACTORY.actions().pushVlan(EthType.VLAN_FRAME);
  }

  private static OFAction set(int vlan) {
    return FACTORY.actions().setField(FACTORY.oxms().vlanVid(OFVlanVidMatch.ofVlan(vlan)));
  }

  private static OFAction pop() {
    return FACTORY.actions().popVlan();
  }

  @Test
  void shouldLookForHostsInTheVlanOfTheEntry() {
    OFVlanVidMatch ten = OFVlanVidMatch.ofVlan(10);
    hosts.learn(Vlans.hostKey(20, B), 3, NOW_NS);
    hosts.learn(B, 4, NOW_NS);
    assertThat(verdict(Vlans.NONE, entry(1, ten, to(2)))).isSameAs(EntryVerdict.KEEP);
    assertThat(hosts.portOf(Vlans.hostKey(10, B), NOW_NS)).isEqualTo(2);
    assertThat(hosts.portOf(Vlans.hostKey(10, A), NOW_NS)).isEqualTo(1);
    assertThat(verdict(Vlans.NONE, entry(1, ten, to(3)))).isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(Vlans.NONE, entry(1, OFVlanVidMatch.ofVlan(20), to(2))))
        .isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(Vlans.NONE, entry(1, OFVlanVidMatch.UNTAGGED, to(2))))
        .isSameAs(EntryVerdict.REMOVE);
  }

  @Test
  void shouldRemoveWhatDoesNotDoWithTagsWhatIsDeclared() {
    OFVlanVidMatch none = OFVlanVidMatch.UNTAGGED;
    OFVlanVidMatch ten = OFVlanVidMatch.ofVlan(10);
    assertThat(verdict(DECLARED, entry(1, none, push(), set(10), to(2))))
        .isSameAs(EntryVerdict.KEEP);
    assertThat(verdict(DECLARED, entry(1, none, push(), set(20), to(2))))
        .isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(DECLARED, entry(1, none, to(2)))).isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(DECLARED, entry(1, ten, to(2))))
        .as("not carried")
        .isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(DECLARED, entry(A, 1, B, 2))).as("any tag").isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(Vlans.NONE, entry(1, none, push(), set(10), to(2))))
        .as("of before a reload, when ports were declared")
        .isSameAs(EntryVerdict.REMOVE);
  }

  @Test
  void shouldPopWhereThePortIsAnAccessPort() {
    OFVlanVidMatch ten = OFVlanVidMatch.ofVlan(10);
    assertThat(verdict(DECLARED, entry(2, ten, to(1)))).isSameAs(EntryVerdict.REMOVE);
    assertThat(verdict(DECLARED, entry(2, ten, pop(), to(1)))).isSameAs(EntryVerdict.KEEP);
    assertThat(hosts.portOf(Vlans.hostKey(10, B), NOW_NS)).isEqualTo(1);
  }
}
