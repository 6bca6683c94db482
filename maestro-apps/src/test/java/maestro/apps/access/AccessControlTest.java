package maestro.apps.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.RefusedException;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

class AccessControlTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

  @TempDir Path folder;
  private FakePlatform platform;

  @Test
  void shouldDropAndConsumeWhenTheRequestIsDenied() throws Exception {
    RequestStage stage = stage("# no telnet\n\ndeny protocol=tcp l4-dst=23 # at all\n");
    FakeOutput output = new FakeOutput();
    stage.onRequest(FakeFrame.between(1, 2).transport(6, 1000, 23).at(1, 1), output);
    assertThat(output.takeSaid()).containsExactly("drop", "consume");
    stage.onRequest(FakeFrame.between(1, 2).transport(6, 1000, 22).at(1, 1), output);
    assertThat(output.takeSaid()).isEmpty();
  }

  @Test
  void shouldAllocateNothingWhenRequestsAreJudged() throws Exception {
    RequestStage stage =
        stage("allow vlan=10 in-port=3\ndeny protocol=tcp l4-dst=23\ndeny ip-src=10.0.0.0/8\n");
    double bytes =
        Allocation.bytesPerRequest(
            stage,
            FakeFrame.between(1, 2).transport(6, 1000, 23).at(1, 1),
            FakeFrame.between(1, 2).ip(0x0a00_0001, 0).transport(17, 1, 1).at(1, 1),
            FakeFrame.between(1, 2).type(0x0806).at(1, 1));
    assertThat(bytes).isLessThan(0.1);
  }

  @Test
  void shouldAddItsEntriesWhenASwitchJoins() throws Exception {
    Stages stages = start("deny in-port=1 eth-type=arp\nallow in-port=2\n");
    join(stages);
    answer(List.of());
    List<OFFlowMod> sent = sent();
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).getPriority()).isEqualTo(Rules.FIRST_PRIORITY);
    assertThat(sent.get(0).getActions()).isEmpty();
    assertThat(sent.get(0).getMatch().toString()).contains("in_port=1").contains("eth_type=0x806");
  }

  @Test
  void shouldDeleteOnlyEntriesOfOtherRulesWhenASwitchHasSome() throws Exception {
    Stages stages = start("deny in-port=1 eth-type=arp\n");
    join(stages);
    answer(List.of());
    OFFlowMod wanted = sent().get(0);
    join(stages);
    answer(
        List.of(
            entry(wanted, wanted.getPriority(), FlowTables.COOKIE),
            entry(wanted, 77, FlowTables.COOKIE),
            entry(wanted, 78, U64.of(5))));
    List<OFFlowMod> sent = sent();
    assertThat(sent.get(0).getOutGroup()).isEqualTo(OFGroup.ANY);
    assertThat(sent)
        .extracting(m -> m.getCommand() + " " + m.getPriority())
        .containsExactly("DELETE_STRICT 77", "ADD 50000");
  }

  @Test
  void shouldTryAgainWhenTheSwitchDoesNotAnswer() throws Exception {
    Stages stages = start("deny in-port=1 eth-type=arp\n");
    join(stages);
    platform
        .switches()
        .takeAsked()
        .get(0)
        .answer()
        .completeExceptionally(new RefusedException("no answer", null));
    assertThat(platform.switches().takeSent()).isEmpty();
    platform.advance(Duration.ofSeconds(5));
    answer(List.of());
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldAddAnEntryAgainWhenSomebodyDeletesIt() throws Exception {
    Stages stages = start("deny in-port=1 eth-type=arp\n");
    join(stages);
    answer(List.of());
    OFFlowMod added = sent().get(0);
    SwitchInfo info = platform.switches().find(1).orElseThrow();
    OFFlowRemoved.Builder gone =
        FACTORY
            .buildFlowRemoved()
            .setMatch(added.getMatch())
            .setReason(OFFlowRemovedReason.DELETE)
            .setPriority(added.getPriority());
    EventStage events = stages.events().orElseThrow();
    events.onFlowRemoved(info, gone.setCookie(U64.of(1)).build());
    assertThat(sent()).as("not one of ours").isEmpty();
    events.onFlowRemoved(info, gone.setCookie(FlowTables.COOKIE).build());
    assertThat(sent())
        .hasSize(1)
        .first()
        .extracting(OFFlowMod::getMatch)
        .isEqualTo(added.getMatch());
    events.onFlowRemoved(info, gone.setPriority(3).build());
    assertThat(sent()).as("one of other rules").isEmpty();
  }

  @Test
  void shouldNotTryAgainWhenTheSwitchHasLeft() throws Exception {
    Stages stages = start("deny in-port=1 eth-type=arp\n");
    join(stages);
    FakeSwitches.Asked asked = platform.switches().takeAsked().get(0);
    platform.switches().remove(1);
    asked.answer().completeExceptionally(new RefusedException("left", null));
    platform.advance(Duration.ofSeconds(5));
    assertThat(platform.switches().takeAsked()).isEmpty();
  }

  @Test
  void shouldNameFileAndLineWhenARuleIsWrong() {
    assertThatThrownBy(() -> start("allow in-port=1\n\ndeny inport=3\n"))
        .isInstanceOfSatisfying(
            BadSettingException.class,
            e -> {
              assertThat(e.key()).isEqualTo("rules");
              assertThat(e.found()).endsWith("access.rules:3: 'inport'");
              assertThat(e.allowed()).startsWith("switch, in-port, eth-src");
            });
    assertThatThrownBy(() -> start("permit in-port=1"))
        .hasMessageContaining("access.rules:1: 'permit'; allowed: allow, deny");
  }

  @Test
  void shouldRefuseRulesThatNeedTooManyEntries() {
    assertThatThrownBy(() -> start("deny in-port=1", "max-entries = 2"))
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

  private void join(Stages stages) {
    SwitchInfo info = platform.switches().add(1, 2);
    stages.events().orElseThrow().onSwitchJoined(info);
  }

  private void answer(List<OFFlowStatsEntry> entries) {
    List<OFMessage> parts = List.of(FACTORY.buildFlowStatsReply().setEntries(entries).build());
    FakeSwitches.Asked asked = platform.switches().takeAsked().get(0);
    assertThat(((OFFlowStatsRequest) asked.message()).getOutGroup()).isEqualTo(OFGroup.ANY);
    asked.answer().complete(parts);
  }

  private static OFFlowStatsEntry entry(OFFlowMod like, int priority, U64 cookie) {
    return FACTORY
        .buildFlowStatsEntry()
        .setMatch(like.getMatch())
        .setPriority(priority)
        .setTableId(TableId.ZERO)
        .setCookie(cookie)
        .build();
  }

  private List<OFFlowMod> sent() {
    return platform.switches().takeSent().stream().map(s -> (OFFlowMod) s.message()).toList();
  }
}
