package maestro.apps.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.BadSettingException;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.LogOfClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

class AccessControlTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

  @TempDir Path folder;
  private FakePlatform platform;

  @Test
  void shouldDropAndConsumeWhenTheRequestIsDenied() throws Exception {
    RequestStage stage = stage("# no telnet\n\ndeny ip_proto=tcp tcp_dst=23 # at all\n");
    FakeOutput output = new FakeOutput();
    stage.onRequest(FakeFrame.between(1, 2).transport(6, 1000, 23).at(1, 1), output);
    assertThat(output.takeSaid()).containsExactly("drop", "consume");
    stage.onRequest(FakeFrame.between(1, 2).transport(6, 1000, 22).at(1, 1), output);
    assertThat(output.takeSaid()).isEmpty();
  }

  @Test
  void shouldAllocateNothingWhenRequestsAreJudged() throws Exception {
    RequestStage stage =
        stage("allow vlan_vid=10 in_port=3\ndeny tcp_dst=23\ndeny ipv4_src=10.0.0.0/8\n");
    double bytes =
        Allocation.bytesPerRequest(
            stage,
            FakeFrame.between(1, 2).transport(6, 1000, 23).at(1, 1),
            FakeFrame.between(1, 2).ip(0x0a00_0001, 0).transport(17, 1, 1).at(1, 1),
            FakeFrame.between(1, 2).type(0x0806).at(1, 1));
    assertThat(bytes).isLessThan(0.1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldAddItsEntriesWhenASwitchShowsNone(int version) throws Exception {
    start("deny in_port=1 eth_type=arp\nallow in_port=2\n");
    List<OFFlowMod> missing = show(join(version));
    assertThat(missing).hasSize(1);
    assertThat(missing.get(0).getPriority()).isEqualTo(Rules.FIRST_PRIORITY);
    assertThat(missing.get(0).getActions()).isEmpty();
    assertThat(missing.get(0).getCookie()).isEqualTo(RuleEntries.COOKIE);
    assertThat(missing.get(0).getMatch().toString())
        .contains("in_port=1")
        .contains("eth_type=0x806");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldKeepWhatTheRulesWantAndRemoveWhatOthersWanted(int version) throws Exception {
    start("deny in_port=1 eth_type=arp\ndeny in_port=2 eth_type=arp\n");
    SwitchInfo info = join(version);
    List<OFFlowMod> wanted = show(info);
    EntryReconciler reconciler = platform.reconciler();
    reconciler.begin(info);
    FakeEntry right = entry(wanted.get(0), wanted.get(0).getPriority(), List.of());
    assertThat(reconciler.verdict(info, right)).isSameAs(EntryVerdict.KEEP);
    assertThat(reconciler.verdict(info, right)).as("shown twice").isSameAs(EntryVerdict.REMOVE);
    FakeEntry old = entry(wanted.get(0), 77, List.of());
    assertThat(reconciler.verdict(info, old)).isSameAs(EntryVerdict.REMOVE);
    assertThat(reconciler.missing(info))
        .extracting(OFFlowMod::getMatch)
        .containsExactly(wanted.get(1).getMatch());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldReplaceAnEntryWhenItDoesSomethingElse(int version) throws Exception {
    start("deny in_port=1 eth_type=arp\n");
    SwitchInfo info = join(version);
    OFFlowMod wanted = show(info).get(0);
    OFFactory factory = platform.switches().factory(1);
    List<OFAction> elsewhere = List.of(factory.actions().output(OFPort.of(3), 0xffff));
    EntryReconciler reconciler = platform.reconciler();
    reconciler.begin(info);
    EntryVerdict verdict = reconciler.verdict(info, entry(wanted, wanted.getPriority(), elsewhere));
    assertThat(verdict.replacement().getMatch()).isEqualTo(wanted.getMatch());
    assertThat(verdict.replacement().getActions()).isEmpty();
    assertThat(verdict.replacement().getPriority()).isEqualTo(wanted.getPriority());
    assertThat(reconciler.missing(info)).isEmpty();
  }

  @Test
  void shouldAskForAllAgainWhenTheSwitchStoppedInTheMiddle() throws Exception {
    Stages stages = start("deny in_port=1 eth_type=arp\n");
    SwitchInfo info = join(4);
    OFFlowMod wanted = show(info).get(0);
    EntryReconciler reconciler = platform.reconciler();
    reconciler.begin(info);
    reconciler.verdict(info, entry(wanted, wanted.getPriority(), List.of()));
    stages.events().orElseThrow().onSwitchJoined(info);
    reconciler.begin(info);
    assertThat(reconciler.missing(info))
        .extracting(OFFlowMod::getMatch)
        .containsExactly(wanted.getMatch());
  }

  @Test
  void shouldAddAnEntryAgainWhenSomebodyDeletesIt() throws Exception {
    Stages stages = start("deny in_port=1 eth_type=arp\n");
    SwitchInfo info = join(4);
    OFFlowMod added = show(info).get(0);
    OFFlowRemoved.Builder gone =
        FACTORY
            .buildFlowRemoved()
            .setMatch(added.getMatch())
            .setReason(OFFlowRemovedReason.DELETE)
            .setPriority(added.getPriority());
    EventStage events = stages.events().orElseThrow();
    events.onFlowRemoved(info, gone.setCookie(U64.of(1)).build());
    assertThat(sent()).as("not one of ours").isEmpty();
    events.onFlowRemoved(info, gone.setCookie(RuleEntries.COOKIE).build());
    assertThat(sent())
        .hasSize(1)
        .first()
        .extracting(OFFlowMod::getMatch)
        .isEqualTo(added.getMatch());
    events.onFlowRemoved(info, gone.setPriority(3).build());
    assertThat(sent()).as("one of other rules").isEmpty();
    assertThat(platform.takeChecked()).as("to see it there").hasSize(1);
  }

  @Test
  void shouldLookAgainWhenAnEntryCannotBeAddedAgain() throws Exception {
    Stages stages = start("deny in_port=1 eth_type=arp\n");
    SwitchInfo info = join(4);
    OFFlowMod added = show(info).get(0);
    platform.switches().remove(1);
    stages
        .events()
        .orElseThrow()
        .onFlowRemoved(
            info,
            FACTORY
                .buildFlowRemoved()
                .setMatch(added.getMatch())
                .setReason(OFFlowRemovedReason.DELETE)
                .setPriority(added.getPriority())
                .setCookie(RuleEntries.COOKIE)
                .build());
    assertThat(platform.takeChecked()).containsExactly(1L);
  }

  private static FakeRequest ssh() {
    return FakeFrame.between(1, 2).transport(6, 1000, 22).at(1, 1);
  }

  /** What is tracked of a packet that is allowed by these rules. */
  private static Set<String> tracked(RequestStage stage) {
    FakeRequest request = ssh();
    FakeOutput output = new FakeOutput();
    stage.onRequest(request, output);
    assertThat(output.takeSaid()).isEmpty();
    return request.tracked();
  }

  @Test
  void shouldNoteWhatItReadsUntilTheSwitchHasShownAllEntries() throws Exception {
    Stages stages = start("deny eth_type=ipv4 ip_proto=tcp tcp_dst=23\n");
    RequestStage stage = (RequestStage) stages.batch().orElseThrow().get();
    SwitchInfo info = join(4);
    assertThat(tracked(stage)).containsExactly("ethType", "ipProtocol", "l4Dst");
    List<OFFlowMod> added = show(info);
    assertThat(tracked(stage)).as("they are on their way").contains("l4Dst");
    assertThat(platform.takeChecked()).containsExactly(1L);
    assertThat(show(info, shown(added))).isEmpty();
    assertThat(tracked(stage)).as("they are there").containsExactly("ethType");
    assertThat(platform.takeChecked()).isEmpty();
  }

  @Test
  void shouldNoteWhatItReadsFromWhenAnEntryIsGoneUntilItIsShown() throws Exception {
    Stages stages = start("deny eth_type=ipv4 ip_proto=tcp tcp_dst=23\n");
    RequestStage stage = (RequestStage) stages.batch().orElseThrow().get();
    SwitchInfo info = join(4);
    tracked(stage); // the platform makes the state when the switch joins, this one when it asks
    FakeEntry[] all = shown(show(info));
    show(info, all);
    EntryReconciler reconciler = platform.reconciler();
    reconciler.begin(info);
    stages.events().orElseThrow().onFlowRemoved(info, gone(all[0]));
    assertThat(tracked(stage)).contains("l4Dst");
    for (FakeEntry entry : all) {
      reconciler.verdict(info, entry);
    }
    reconciler.missing(info);
    assertThat(tracked(stage)).as("shown before it was gone").contains("l4Dst");
    assertThat(platform.takeChecked()).contains(1L);
    show(info, all);
    assertThat(tracked(stage)).doesNotContain("l4Dst");
  }

  @Test
  void shouldNotLookForEverWhenASwitchDoesNotTakeItsEntries() throws Exception {
    Stages stages = start("deny eth_type=ipv4 ip_proto=tcp tcp_dst=23\n");
    RequestStage stage = (RequestStage) stages.batch().orElseThrow().get();
    SwitchInfo info = join(4);
    tracked(stage);
    int looks = 0;
    for (int i = 0; i < 20; i++) {
      show(info);
      looks += platform.takeChecked().size();
    }
    assertThat(looks).isBetween(1, 5);
    assertThat(tracked(stage)).contains("l4Dst");
  }

  @Test
  void shouldNoteWhatItReadsWhenApplicationsDeleteItsEntriesWithThoseToAHost() throws Exception {
    Stages stages = start("deny eth_dst=00:00:00:00:00:05 ip_proto=tcp tcp_dst=23\n");
    RequestStage stage = (RequestStage) stages.batch().orElseThrow().get();
    SwitchInfo info = join(4);
    FakeRequest request = FakeFrame.between(1, 5).transport(6, 1000, 22).at(1, 1);
    stage.onRequest(request, new FakeOutput());
    show(info, shown(show(info)));
    assertThat(platform.takeChecked()).isEmpty();
    FakeRequest after = FakeFrame.between(1, 5).transport(6, 1000, 22).at(1, 1);
    stage.onRequest(after, new FakeOutput());
    assertThat(after.tracked()).contains("l4Dst");
  }

  /** Connections between two hosts, each from a port of its own to the same service. */
  @Test
  void shouldAskOnceForManyConnectionsUnderTheRulesOfTheExample() throws Exception {
    Path example = Path.of("../config/secured.rules");
    Stages stages = start(Files.readString(example));
    RequestStage stage = (RequestStage) stages.batch().orElseThrow().get();
    SwitchInfo info = join(4);
    assertThat(requests(stage, 100)).as("before").isEqualTo(101); // 1 there, 100 back
    show(info, shown(show(info)));
    assertThat(requests(stage, 100)).as("after").isEqualTo(2);
  }

  /** How many packets match none of the entries that were installed for those before. */
  private static int requests(RequestStage stage, int connections) {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      for (FakeRequest packet :
          List.of(
              FakeFrame.between(1, 2).ip(10, 20).transport(6, 40_000 + i, 80).at(1, 2),
              FakeFrame.between(2, 1).ip(20, 10).transport(6, 80, 40_000 + i).at(1, 3))) {
        Map<String, Object> seen =
            Map.of(
                "inPort", packet.inPort(),
                "ethType", packet.untracked().ethType(),
                "ipv4Src", packet.untracked().ipv4Src(),
                "ipProtocol", packet.untracked().ipProtocol(),
                "l4Dst", packet.untracked().l4Dst());
        if (entries.stream().noneMatch(entry -> seen.entrySet().containsAll(entry.entrySet()))) {
          stage.onRequest(packet, new FakeOutput());
          Map<String, Object> entry = new HashMap<>(seen);
          entry.keySet().removeIf(key -> !key.equals("inPort") && !packet.tracked().contains(key));
          assertThat(entry.keySet()).containsAll(packet.tracked());
          entries.add(entry);
        }
      }
    }
    return entries.size();
  }

  /** These entries as the switch shows them. */
  private FakeEntry[] shown(List<OFFlowMod> added) {
    return added.stream()
        .map(
            add -> {
              List<OFAction> actions = new ArrayList<>();
              for (OFInstruction each : add.getInstructions()) {
                actions.addAll(((OFInstructionApplyActions) each).getActions());
              }
              return entry(add, add.getPriority(), actions);
            })
        .toArray(FakeEntry[]::new);
  }

  private static OFFlowRemoved gone(FakeEntry entry) {
    return FACTORY
        .buildFlowRemoved()
        .setMatch(entry.message().getMatch())
        .setReason(OFFlowRemovedReason.DELETE)
        .setPriority(entry.priority())
        .setCookie(RuleEntries.COOKIE)
        .build();
  }

  @Test
  void shouldNameFileAndLineWhenARuleIsWrong() {
    assertThatThrownBy(() -> start("allow in_port=1\n\ndeny inport=3\n"))
        .isInstanceOfSatisfying(
            BadSettingException.class,
            e -> {
              assertThat(e.key()).isEqualTo("rules");
              assertThat(e.found()).endsWith("access.rules:3: 'inport'");
              assertThat(e.allowed()).startsWith("switch, in_port, eth_dst, eth_src");
            });
    assertThatThrownBy(() -> start("permit in_port=1"))
        .hasMessageContaining("access.rules:1: 'permit'; allowed: allow, deny");
  }

  @Test
  void shouldWarnOfAnOldNameWithFileAndLine() throws IOException {
    try (LogOfClass log = new LogOfClass(RuleFile.class)) {
      start("deny in_port=1\ndeny ip-src=10.0.0.0/8\n");

      assertThat(log.lines())
          .singleElement()
          .asString()
          .endsWith(
              "access.rules:2: 'ip-src' is called 'ipv4_src' now; only this release takes both");
    }
  }

  @Test
  void shouldRefuseRulesThatNeedTooManyEntries() {
    assertThatThrownBy(() -> start("deny in_port=1", "max-entries = 2"))
        .hasMessageContaining("max-entries: found 2; allowed: at least the 3");
  }

  @Test
  void shouldRefuseSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> start("", "others = drop")).hasMessageContaining("allow, deny");
    assertThatThrownBy(() -> start("", "max-entries = -1")).hasMessageContaining("0 to 100000");
    assertThatThrownBy(() -> start("", "rules = nowhere.rules"))
        .hasMessageContaining("does not exist");
  }

  private RequestStage stage(String rules) throws IOException {
    return (RequestStage) start(rules).batch().orElseThrow().get();
  }

  private Stages start(String rules, String... settings) throws IOException {
    Path file = Files.writeString(folder.resolve("access.rules"), rules);
    platform =
        FakePlatform.withSettings(
            "access-control", "rules = \"" + file + "\"\n" + String.join("\n", settings));
    return platform.start(new AccessControl());
  }

  private SwitchInfo join(int version) {
    return platform.switches().add(1, 2, version);
  }

  /** A switch shows these; what it is to have besides. */
  private List<OFFlowMod> show(SwitchInfo info, FakeEntry... entries) {
    EntryReconciler reconciler = platform.reconciler();
    reconciler.begin(info);
    for (FakeEntry entry : entries) {
      reconciler.verdict(info, entry);
    }
    return reconciler.missing(info);
  }

  private FakeEntry entry(OFFlowMod like, int priority, List<OFAction> actions) {
    OFFactory factory = platform.switches().factory(1);
    OFFlowStatsEntry.Builder entry =
        factory
            .buildFlowStatsEntry()
            .setMatch(like.getMatch())
            .setPriority(priority)
            .setTableId(TableId.ZERO)
            .setCookie(RuleEntries.COOKIE);
    if (factory.getVersion() == OFVersion.OF_10) {
      return FakeEntry.of(entry.setActions(actions).build());
    }
    List<OFInstruction> none = List.of(); // so Open vSwitch shows an entry that drops
    List<OFInstruction> apply = List.of(factory.instructions().applyActions(actions));
    return FakeEntry.of(entry.setInstructions(actions.isEmpty() ? none : apply).build());
  }

  private List<OFFlowMod> sent() {
    return platform.switches().takeSent().stream().map(s -> (OFFlowMod) s.message()).toList();
  }
}
