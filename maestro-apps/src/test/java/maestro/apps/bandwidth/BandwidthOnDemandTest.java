package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.U64;

/** Bandwidth for flows that packets begin. */
class BandwidthOnDemandTest extends TwoPathNetwork {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

  @Test
  void shouldInstallThePathFarEndFirstWhenThereIsBandwidth() {
    assertThat(request(1, 5, 1000))
        .containsExactly(
            "consume",
            "send to 4: FLOW_MOD",
            "send to 2: FLOW_MOD",
            "send to 1: FLOW_MOD",
            "forward port 12");
  }

  @Test
  void shouldTakeTheOtherWayAndThenDropWhenLinksAreFull() {
    assertThat(request(1, 5, 1000)).contains("forward port 12");
    assertThat(request(1, 5, 1001)).contains("forward port 13", "send to 3: FLOW_MOD");
    assertThat(request(1, 5, 1002)).containsExactly("consume", "drop", "send to 1: FLOW_MOD");
  }

  @Test
  void shouldGiveAFlowTheRateItsRuleSays() {
    for (int port = 1; port <= 20; port++) {
      stage.onRequest(frame(17, port).at(1, 5), output);
      assertThat(output.takeSaid()).as("flow %d", port).doesNotContain("drop");
    }
    stage.onRequest(frame(17, 21).at(1, 5), output);
    assertThat(output.takeSaid()).contains("drop");
  }

  @Test
  void shouldReserveOnceWhenAFlowAsksAgain() {
    request(1, 5, 1000);
    assertThat(request(1, 5, 1000)).contains("forward port 12");
    assertThat(request(2, 1, 1000))
        .containsExactly("consume", "send to 2: FLOW_MOD", "forward port 4");
    assertThat(request(1, 5, 1001)).contains("forward port 13");
  }

  @Test
  void shouldFreeItsBandwidthWhenAFlowEnds() {
    request(1, 5, 1000);
    request(1, 5, 1001);
    removed(2, 1);
    assertThat(request(1, 5, 1002)).as("only the first switch says so").contains("drop");
    platform.switches().takeSent();
    removed(1, 1);
    removed(1, 1);
    assertThat(deleted()).containsExactly(1L, 2L, 4L);
    assertThat(request(1, 5, 1002)).contains("forward port 12");
    assertThat(request(1, 5, 1003)).contains("drop");
  }

  @Test
  void shouldEndFlowsOverALinkThatFails() {
    request(1, 5, 1000);
    request(1, 5, 1001);
    platform.switches().takeSent();
    links(UP.subList(2, 4));
    assertThat(deleted()).containsExactly(1L, 2L, 4L);
    platform.advance(Duration.ofSeconds(1));
    assertThat(deleted()).as("and once more").containsExactly(1L, 2L, 4L);
    assertThat(request(1, 5, 1000)).as("the other way is full").contains("drop");
    links(UP);
    assertThat(request(1, 5, 1000)).contains("forward port 12");
  }

  @Test
  void shouldEndFlowsOverASwitchThatLeaves() {
    request(1, 5, 1000);
    platform.switches().takeSent();
    events.onSwitchLeft(platform.switches().find(2).orElseThrow());
    assertThat(deleted()).contains(1L, 4L);
    request(1, 5, 1001);
    assertThat(request(1, 5, 1002)).as("both ways can be had again").doesNotContain("drop");
  }

  @Test
  void shouldEndTheFlowsOfAHostThatMovedOrIsLost() {
    for (Object gone : List.of(new HostMoved(B, 4, 6, 3, 6), new HostLost(A, 1, 5))) {
      request(1, 5, 1000);
      platform.switches().takeSent();
      events.onAnnouncement("any", gone);
      assertThat(deleted()).containsExactly(1L, 2L, 4L);
    }
    request(1, 5, 1000);
    platform.switches().takeSent();
    events.onAnnouncement("any", new HostLost(0xc, 1, 5));
    assertThat(deleted()).isEmpty();
  }

  @Test
  void shouldEndAFlowWhoseNoticeGotLost() {
    request(1, 5, 1000);
    request(1, 5, 1001);
    events.onTimer();
    assertThat(platform.switches().takeAsked()).as("too young to be missed").isEmpty();
    events.onTimer();
    List<FakeSwitches.Asked> asked = platform.switches().takeAsked();
    assertThat(asked).hasSize(1);
    assertThat(((OFFlowStatsRequest) asked.get(0).message()).getOutGroup()).isEqualTo(OFGroup.ANY);
    OFMessage answer =
        FACTORY
            .buildFlowStatsReply()
            .setEntries(
                List.of(
                    FACTORY
                        .buildFlowStatsEntry()
                        .setMatch(FACTORY.matchWildcardAll())
                        .setCookie(U64.of(Entries.COOKIE | 2))
                        .build()))
            .build();
    asked.get(0).answer().complete(List.of(answer));
    assertThat(request(1, 5, 1002)).contains("forward port 12");
    assertThat(request(1, 5, 1003)).contains("drop");
  }

  @Test
  void shouldBeginAnewWhenTheSourceHasMoved() {
    request(1, 5, 1000);
    platform.switches().takeSent();
    hosts.put(A, 2, 7);
    assertThat(request(2, 7, 1000)).contains("forward port 4");
    assertThat(deleted()).containsExactly(1L, 2L, 4L);
    assertThat(request(1, 5, 1000)).as("a straggler").containsExactly("consume", "drop");
  }

  @Test
  void shouldLeaveToOthersWhatHasNoBandwidth() {
    stage.onRequest(FakeFrame.between(A, B).type(0x0806).at(1, 5), output);
    stage.onRequest(FakeFrame.between(A, 0xffff_ffff_ffffL).at(1, 5), output);
    stage.onRequest(FakeFrame.between(A, 0xc).at(1, 5), output);
    stage.onRequest(FakeFrame.between(0xc, B).at(1, 5), output);
    assertThat(output.takeSaid()).isEmpty();
  }

  @Test
  void shouldLeaveToOthersWhatIsOnASegment() {
    roles.put(new Port(4, 6), Role.SHARED);
    links(UP);
    assertThat(request(1, 5, 1)).isEmpty();
    hosts.put(A, 4, 6);
    hosts.put(B, 1, 5);
    assertThat(request(2, 7, 1)).isEmpty();
  }

  @Test
  void shouldLeaveToOthersWhatIsInAnotherVlan() {
    stage.onRequest(frame(17, 1).vlan(10).at(1, 5), output);
    assertThat(output.takeSaid()).as("A and B are known untagged").isEmpty();
    assertThat(request(1, 5, 1)).contains("forward port 12");
  }

  @Test
  void shouldServeHostsAtOneSwitchWhenAllLinksAreFull() {
    hosts.put(B, 1, 6);
    for (int port = 1; port < 10; port++) {
      assertThat(request(1, 5, port)).contains("forward port 6");
    }
  }

  @Test
  void shouldMakeAllFlowsAskWhenASwitchJoins() {
    events.onSwitchJoined(platform.switches().find(1).orElseThrow());
    OFFlowMod sent = (OFFlowMod) platform.switches().takeSent().get(0).message();
    assertThat(sent.getMatch().toString()).contains("eth_type=0x800");
    assertThat(sent.getActions().toString()).contains("controller");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default-rate = 10 | a rate above 0",
        "default-rate = 0 Mbps | a rate above 0",
        "rates = [\"fast ip_proto=tcp\"] | a rate above 0",
        "rates = [\"1 Mbps protocl=tcp\"] | switch, in_port",
        "link-rate = 1 Tbps | a rate above 0",
        "alternatives = 0 | 1 to 64",
        "idle-timeout = 0 s | 1 s to 65535 s",
        "refused-for = 20 h | 0 s to 65535 s",
        "refused-for = 500 ms | 0 s to 65535 s, in whole seconds",
      })
  void shouldRefuseSettingsThatMakeNoSense(String settings, String allowed) {
    FakePlatform other = FakePlatform.withSettings("bandwidth-on-demand", settings);
    assertThatThrownBy(() -> other.start(new BandwidthOnDemand())).hasMessageContaining(allowed);
  }

  private void removed(long datapathId, int flow) {
    events.onFlowRemoved(
        platform.switches().find(datapathId).orElseThrow(),
        FACTORY
            .buildFlowRemoved()
            .setMatch(FACTORY.matchWildcardAll())
            .setReason(OFFlowRemovedReason.IDLE_TIMEOUT)
            .setCookie(U64.of(Entries.COOKIE | flow))
            .build());
  }

  /** The switches that were told to delete an entry. */
  private List<Long> deleted() {
    return platform.switches().takeSent().stream()
        .filter(s -> s.message().toString().contains("DeleteStrict"))
        .map(FakeSwitches.SentMessage::datapathId)
        .toList();
  }
}
