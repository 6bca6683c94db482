package maestro.apps.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import maestro.api.EntryVerdict;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.FlowOptions;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** Two switches with two cables between them, and a host at port 1 of each. */
class LoopGuardTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);
  private static final long A = 0x0a;
  private static final long B = 0x0b;
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FakePlatform platform = FakePlatform.withSettings("learning-switch", "");
  private final FakeOutput output = new FakeOutput();
  private final RequestStage stage;
  private final EventStage events;

  /** Whether the second cable is there. */
  private boolean isLoop = true;

  LoopGuardTest() {
    platform.switches().add(1, 3);
    platform.switches().add(2, 3);
    Stages stages = platform.start(new LearningSwitch());
    stage = (RequestStage) stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
  }

  private List<String> handle(long datapathId, int port, long from, long to) {
    FakeRequest request = FakeRequest.between(datapathId, port, from, to);
    stage.onRequest(request.at(platform.nowNs()), output);
    return output.takeSaid();
  }

  /** Time goes on, and probes pass the cables; returns how many were sent. */
  private int pass(Duration duration) {
    int probes = 0;
    for (long ms = 0; ms < duration.toMillis(); ms += 10) {
      platform.advance(Duration.ofMillis(10));
      for (SentMessage sent : platform.switches().takeSent()) {
        OFPacketOut probe = (OFPacketOut) sent.message();
        int port = ((OFActionOutput) probe.getActions().get(0)).getPort().getPortNumber();
        probes++;
        if (port == 2 || (port == 3 && isLoop)) {
          long other = 3 - sent.datapathId();
          events.onLldp(new ReceivedFrame(info(other), port, probe.getData()));
        }
      }
    }
    return probes;
  }

  private static SwitchInfo info(long datapathId) {
    return new SwitchInfo(datapathId, 4, 1, 0);
  }

  private void comesBack() {
    assertThat(handle(1, 1, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(1, 2, A, BROADCAST)).containsExactly("drop");
  }

  private static FakeEntry entry(long age) {
    return FakeEntry.of(
        FACTORY
            .buildFlowStatsEntry()
            .setCookie(U64.of(FlowOptions.DEFAULT_COOKIE))
            .setDurationSec(age)
            .setMatch(
                FACTORY
                    .buildMatch()
                    .setExact(MatchField.IN_PORT, OFPort.of(2))
                    .setExact(MatchField.ETH_SRC, MacAddress.of(A))
                    .setExact(MatchField.ETH_DST, MacAddress.of(B))
                    .build())
            .setInstructions(
                List.of(
                    FACTORY
                        .instructions()
                        .applyActions(List.of(FACTORY.actions().output(OFPort.of(1), 0xffff)))))
            .build());
  }

  @Test
  void shouldProbeNothingUntilAPacketHasComeBack() {
    handle(1, 1, A, BROADCAST);
    handle(2, 2, A, BROADCAST);
    assertThat(pass(SECOND)).isZero();
    comesBack();
    assertThat(pass(SECOND)).as("two kinds by each port").isEqualTo(12);
  }

  @Test
  void shouldSuspectAPortThatComesUpWhenItsProbeComesInElsewhere() {
    PortInfo up = platform.switches().setPort(1, 1, true);
    events.onPortStatus(info(1), up, PortChange.CHANGED);
    assertThat(pass(SECOND)).as("a host's port").isEqualTo(2);
    PortInfo link = platform.switches().setPort(1, 3, true);
    events.onPortStatus(info(1), link, PortChange.CHANGED);
    pass(SECOND);
    assertThat(handle(2, 3, A, BROADCAST)).containsExactly("drop");
  }

  @Test
  void shouldCloseBothEndsOfTheSecondCable() {
    comesBack();
    pass(SECOND);
    assertThat(handle(1, 1, A, BROADCAST)).as("a list without port 3").hasSize(1);
    assertThat(handle(1, 1, A, BROADCAST).get(0)).doesNotContain("3");
    assertThat(handle(2, 3, A, BROADCAST)).containsExactly("drop");
    assertThat(handle(2, 3, A, B)).containsExactly("drop");
  }

  @Test
  void shouldForgetHostsAndRemoveWhatIsFromBefore() {
    handle(1, 2, B, BROADCAST);
    comesBack();
    assertThat(handle(1, 1, A, B).get(0)).startsWith("install");
    pass(SECOND);
    assertThat(platform.takeChecked()).containsExactlyInAnyOrder(1L, 2L);
    assertThat(handle(1, 1, A, B).get(0)).as("B is not known").doesNotStartWith("install");
    FakeEntry before = entry(2).at(platform.nowNs());
    assertThat(platform.reconciler().verdict(info(2), before)).isEqualTo(EntryVerdict.REMOVE);
    pass(SECOND.multipliedBy(4));
    FakeEntry after = entry(2).at(platform.nowNs());
    assertThat(platform.reconciler().verdict(info(2), after)).isEqualTo(EntryVerdict.KEEP);
  }

  @Test
  void shouldOpenAtOnceWhenACableOfTheLoopIsDown() {
    comesBack();
    pass(SECOND);
    PortInfo down = platform.switches().setPort(1, 2, false);
    events.onPortStatus(info(1), down, PortChange.CHANGED);
    assertThat(handle(1, 1, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(2, 3, A, BROADCAST)).containsExactly("flood");
  }

  @Test
  void shouldOpenWhenNoProbeComesAnyMoreAndThenBeQuiet() {
    comesBack();
    pass(SECOND);
    isLoop = false;
    pass(SECOND.multipliedBy(JoinedPorts.LOST_ROUNDS + 2));
    assertThat(handle(1, 1, A, BROADCAST)).containsExactly("flood");
    assertThat(handle(2, 3, A + 1, BROADCAST)).containsExactly("flood");
    pass(SECOND.multipliedBy(5));
    assertThat(pass(SECOND)).isZero();
  }

  @Test
  void shouldBelieveThatAHostHasMoved() {
    handle(2, 1, B, BROADCAST);
    handle(1, 1, A, BROADCAST);
    assertThat(handle(1, 3, A, BROADCAST)).as("at once").containsExactly("drop");
    handle(1, 2, B, A);
    assertThat(handle(1, 3, A, B)).as("to a known host").hasSize(2);
    platform.advance(SECOND.multipliedBy(2));
    assertThat(handle(1, 1, A, BROADCAST)).as("later").contains("flood");
  }

  @Test
  void shouldBelieveAtOnceThatAHostHasMovedWhenItsPortIsDown() {
    handle(1, 1, A, BROADCAST);
    platform.advance(Duration.ofMillis(200));
    platform.switches().setPort(1, 1, false);
    assertThat(handle(1, 3, A, BROADCAST)).contains("flood");
  }

  @Test
  void shouldFloodWhatComesBackWhenProbesWouldNot() {
    FakePlatform without =
        FakePlatform.withSettings("learning-switch", "").without("lldp", "port-status");
    without.switches().add(1, 3);
    Stages stages = without.start(new LearningSwitch());
    RequestStage alone = (RequestStage) stages.batch().orElseThrow().get();
    alone.onRequest(FakeRequest.between(1, 1, A, BROADCAST), output);
    output.takeSaid();
    alone.onRequest(FakeRequest.between(1, 2, A, BROADCAST), output);
    assertThat(output.takeSaid()).contains("flood");
    assertThat(stages.events()).isEmpty();
  }
}
