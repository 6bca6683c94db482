package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.ReceivedFrame;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.Probe;
import maestro.apps.probing.ProbeRounds;
import maestro.apps.probing.Probing;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.slf4j.LoggerFactory;

/** Probing and discovery together, over cables that the test lays. */
class DiscoveryTest {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Link UP = new Link(1, 1, 2, 1);

  private FakePlatform platform =
      FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery");
  private EventStage probing = platform.start(new Probing()).events().orElseThrow();
  private EventStage discovery = platform.start(new Discovery()).events().orElseThrow();
  private final List<Link> cables = new ArrayList<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    ((Logger) LoggerFactory.getLogger(Discovery.class)).addAppender(log);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(Discovery.class)).detachAppender(log);
  }

  @Test
  void shouldFindALinkInBothDirections() {
    cable(UP);
    cable(UP.reversed());
    join(1, 2);
    join(2, 2);
    round();
    assertThat(topology().links()).containsExactly(UP, UP.reversed());
    assertThat(topology().isTwoWay(UP)).isTrue();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void shouldFindAOneWayLinkAsSuch() {
    cable(UP);
    join(1, 1);
    join(2, 1);
    round();
    assertThat(topology().links()).containsExactly(UP);
    assertThat(topology().isTwoWay(UP)).isFalse();
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.SWITCH);
    assertThat(topology().roleOf(2L, 1)).isEqualTo(Role.SWITCH);
  }

  @Test
  void shouldTellHostPortsWhenTheyWereQuietForTheSettleRounds() {
    cable(UP);
    join(1, 2);
    join(2, 1);
    round();
    round();
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.SWITCH);
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.UNKNOWN);
    round();
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldChangeTheRoleWhenAHostPortIsCabledToASwitch() {
    join(1, 1);
    join(2, 1);
    rounds(4);
    assertThat(topology().roleOf(2L, 1)).isEqualTo(Role.HOST);
    cable(UP);
    round();
    assertThat(topology().roleOf(2L, 1)).isEqualTo(Role.SWITCH);
  }

  @Test
  void shouldForgetALinkWhenItsProbesAreLost() {
    cable(UP);
    join(1, 1);
    join(2, 1);
    round();
    cables.clear();
    rounds(3);
    assertThat(topology().links()).containsExactly(UP);
    round();
    assertThat(topology().links()).isEmpty();
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.UNKNOWN);
    rounds(3);
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldKeepLinksWhenTheControllerIsLateWithItsProbes() {
    cable(UP);
    join(1, 1);
    join(2, 1);
    round();
    for (int i = 0; i < 20; i++) {
      discovery.onTimer();
      platform.advance(Duration.ofSeconds(1));
    }
    assertThat(topology().links()).containsExactly(UP);
  }

  @Test
  void shouldForgetBothDirectionsAtOnceWhenAPortGoesDown() {
    cable(UP);
    cable(UP.reversed());
    SwitchInfo one = join(1, 1);
    join(2, 1);
    rounds(4);
    discovery.onPortStatus(one, platform.switches().setPort(1, 1, false), PortChange.CHANGED);
    assertThat(topology().links()).isEmpty();
  }

  @Test
  void shouldFindTheLinkAgainWhenAPortHasFlapped() {
    cable(UP);
    SwitchInfo one = join(1, 1);
    join(2, 1);
    rounds(4);
    List<FakeSwitches.SentMessage> late = sendProbes();
    discovery.onPortStatus(one, platform.switches().setPort(1, 1, false), PortChange.CHANGED);
    carry(late);
    platform.advance(PAUSE);
    assertThat(topology().links()).as("sent before, came in after").isEmpty();
    var up = platform.switches().setPort(1, 1, true);
    discovery.onPortStatus(one, up, PortChange.CHANGED);
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.UNKNOWN);
    probing.onPortStatus(one, up, PortChange.CHANGED);
    carry(platform.switches().takeSent());
    platform.advance(PAUSE);
    assertThat(topology().links()).containsExactly(UP);
  }

  @Test
  void shouldForgetAPortWhenItIsRemoved() {
    SwitchInfo one = join(1, 1);
    rounds(4);
    var port = platform.switches().setPort(1, 1, true);
    discovery.onPortStatus(one, port, PortChange.REMOVED);
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.UNKNOWN);
  }

  @Test
  void shouldForgetASwitchAndItsLinksWhenItLeaves() {
    cable(UP);
    cable(UP.reversed());
    SwitchInfo one = join(1, 1);
    join(2, 1);
    rounds(4);
    platform.switches().remove(1);
    discovery.onSwitchLeft(one);
    assertThat(topology().links()).isEmpty();
    assertThat(topology().switchCount()).isEqualTo(1);
  }

  @Test
  void shouldPublishOnceWhenMuchChangesWithinThePause() {
    cable(UP);
    SwitchInfo one = platform.switches().add(1, 1);
    SwitchInfo two = platform.switches().add(2, 1);
    discovery.onSwitchJoined(one);
    Topology first = topology();
    assertThat(first.switchCount()).isEqualTo(1);
    discovery.onSwitchJoined(two);
    carry(sendProbes());
    assertThat(topology()).isSameAs(first);
    platform.advance(PAUSE);
    assertThat(topology().links()).containsExactly(UP);
  }

  @Test
  void shouldPublishNothingWhenNothingHasChanged() {
    cable(UP);
    join(1, 2);
    join(2, 1);
    rounds(5);
    Topology settled = topology();
    rounds(20);
    assertThat(topology()).isSameAs(settled);
  }

  @Test
  void shouldSayWhatItFoundWhenItHasStayedSo() {
    cable(UP);
    join(1, 2);
    join(2, 1);
    rounds(20);
    assertThat(lines()).containsOnlyOnce("topology: 2 switches, 1 one-way links").hasSize(2);
  }

  @Test
  void shouldIgnoreAndLogAForgedProbe() {
    SwitchInfo one = join(1, 2);
    SwitchInfo two = join(2, 2);
    rounds(4);
    Probe forged = new Probe(1, 2, 7, roundsView().current(), true, 12, 34);
    for (int i = 0; i < 9; i++) {
      discovery.onLldp(new ReceivedFrame(two, 2, LldpCodec.encode(forged, 5)));
    }
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
    assertThat(topology().roleOf(2L, 2)).isEqualTo(Role.HOST);
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("00:00:00:00:00:00:00:02 port 2 (s2-eth2): a forged LLDP probe was ignored")
        .contains("00:00:00:00:00:00:00:01 port 2 (1 so far)");
    discovery.onLldp(new ReceivedFrame(two, 2, LldpCodec.encode(forged, 5)));
    assertThat(warnings()).hasSize(2);
    assertThat(warnings().get(1)).endsWith("(10 so far)");
    discovery.onLldp(new ReceivedFrame(one, 2, LldpCodec.encode(forged, 5)));
    assertThat(warnings()).as("another port has a count of its own").hasSize(3);
  }

  @Test
  void shouldNotUseNorSuspectTheProbesOfAnotherControllerWithTheSameKey() {
    platform = withKey("shared");
    probing = platform.start(new Probing()).events().orElseThrow();
    discovery = platform.start(new Discovery()).events().orElseThrow();
    FakePlatform other = withKey("shared");
    EventStage othersProbing = other.start(new Probing()).events().orElseThrow();
    cable(UP);
    for (long datapathId : new long[] {1, 2}) {
      join(datapathId, 2);
      other.switches().add(datapathId, 2);
    }
    for (int i = 0; i < 3; i++) { // it runs already
      othersProbing.onTimer();
    }
    rounds(4);
    assertThat(topology().links()).containsExactly(UP);
    for (int i = 0; i < 20; i++) {
      othersProbing.onTimer();
      carry(other.switches().takeSent());
      discovery.onTimer();
    }
    assertThat(warnings()).isEmpty();
    assertThat(lines())
        .containsOnlyOnce(
            "00:00:00:00:00:00:00:02 port 1 (s2-eth1): probes of another controller with the same"
                + " probing.key come in; they make no links here (said once)");
    rounds(1);
    cables.clear();
    cable(new Link(1, 2, 2, 2));
    othersProbing.onTimer();
    carry(other.switches().takeSent());
    platform.advance(PAUSE);
    assertThat(topology().links()).as("found by the other alone").containsExactly(UP);
  }

  @Test
  void shouldNotSuspectItsOwnProbesThatWereUnderWayWhenItWasReloaded() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(5);
    List<FakeSwitches.SentMessage> underWay = sendProbes();
    FakeSwitches switches = platform.switches();
    platform = FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery");
    probing = platform.start(new Probing()).events().orElseThrow();
    discovery = platform.start(new Discovery()).events().orElseThrow();
    switches.all().forEach(info -> join(info.datapathId(), 1));
    log.list.clear();
    carry(underWay);
    rounds(3);
    carry(underWay);
    assertThat(warnings()).isEmpty();
    assertThat(topology().isTwoWay(UP)).isTrue();
    rounds(1);
    carry(underWay);
    assertThat(warnings()).as("these are late, and nobody knows them").hasSize(2);
  }

  @Test
  void shouldSayInOneLineThatALinkIsUpOrDown() {
    cable(UP);
    cable(UP.reversed());
    SwitchInfo one = join(1, 1);
    SwitchInfo two = join(2, 1);
    rounds(8);
    String link = "link 00:00:00:00:00:00:00:01 port 1 (s1-eth1) - 00:00:00:00:00:00:00:02 port 1 ";
    assertThat(linkLines()).containsExactly(link + "(s2-eth1) is up");
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, false), PortChange.CHANGED);
    assertThat(linkLines())
        .hasSize(2)
        .last()
        .isEqualTo(link + "(s2-eth1) is down: a port of it is down or removed");
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, true), PortChange.CHANGED);
    rounds(1);
    platform.switches().remove(1);
    discovery.onSwitchLeft(one);
    assertThat(linkLines())
        .hasSize(4)
        .last()
        .isEqualTo(link + "(s2-eth1) is down: a switch of it left");
  }

  @Test
  void shouldSayThatALinkIsDownWhenItsProbesComeNoMore() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(4);
    cables.clear();
    rounds(4);
    assertThat(linkLines())
        .hasSize(2)
        .last()
        .asString()
        .endsWith(" is down: its probes come no more");
  }

  @Test
  void shouldSayThatALinkHasOneDirectionOnlyWhenItStaysSo() {
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(4);
    assertThat(linkLines()).isEmpty();
    rounds(1);
    assertThat(linkLines())
        .containsExactly(
            "link 00:00:00:00:00:00:00:01 port 1 (s1-eth1) <- 00:00:00:00:00:00:00:02 port 1"
                + " (s2-eth1) is up in this direction only");
    cable(UP);
    rounds(1);
    assertThat(linkLines()).hasSize(2).last().asString().endsWith(") is up in both directions");
    cables.remove(UP);
    rounds(8);
    assertThat(linkLines())
        .hasSize(3)
        .last()
        .asString()
        .contains(" <- ")
        .endsWith(" is up in this direction only");
    cables.clear();
    rounds(8);
    assertThat(linkLines())
        .hasSize(4)
        .last()
        .asString()
        .contains(" - ")
        .endsWith(" is down: its probes come no more");
  }

  @Test
  void shouldNameACableThatLeadsBackToItsSwitch() {
    cable(new Link(1, 1, 1, 2));
    cable(new Link(1, 2, 1, 1));
    join(1, 3);
    rounds(8);
    assertThat(linkLines())
        .containsExactly(
            "link 00:00:00:00:00:00:00:01 port 1 (s1-eth1) - 00:00:00:00:00:00:00:01 port 2"
                + " (s1-eth2) is up, between two ports of one switch");
  }

  @Test
  void shouldBoundTheLinesAboutLinksAndCountTheRest() {
    for (int i = 1; i <= 100; i++) {
      cable(new Link(i, 2, i + 1, 1));
      cable(new Link(i + 1, 1, i, 2));
    }
    for (int i = 1; i <= 101; i++) {
      join(i, 2);
    }
    round();
    assertThat(linkLines()).hasSize(10);
    assertThat(lines()).containsOnlyOnce("and 90 further link changes in the last second");
    rounds(20);
    assertThat(linkLines()).hasSize(10);
  }

  @Test
  void shouldIgnoreAProbeThatIsReplayedAfterItsTime() {
    join(1, 2);
    SwitchInfo two = join(2, 2);
    List<FakeSwitches.SentMessage> recorded = sendProbes();
    rounds(4);
    byte[] frame = ((OFPacketOut) recorded.get(0).message()).getData();
    discovery.onLldp(new ReceivedFrame(two, 2, frame));
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
    assertThat(warnings()).singleElement().asString().contains("an old LLDP probe was ignored");
  }

  @Test
  void shouldKeepAWorkingLinkWhenItsProbesAreRelayedElsewhere() {
    cable(UP);
    join(1, 1);
    join(2, 1);
    join(3, 1);
    rounds(4);
    cable(new Link(1, 1, 3, 1));
    rounds(6);
    assertThat(topology().links()).containsExactly(UP);
    assertThat(warnings().get(0))
        .startsWith("00:00:00:00:00:00:00:03 port 1")
        .contains("contradicts");
  }

  @Test
  void shouldFollowACableWhenItIsPluggedInElsewhere() {
    cable(UP);
    join(1, 1);
    join(2, 1);
    join(3, 1);
    rounds(4);
    cables.clear();
    cable(new Link(1, 1, 3, 1));
    rounds(3);
    assertThat(topology().links()).containsExactly(new Link(1, 1, 3, 1));
  }

  @Test
  void shouldNotCallACableBackToItsOwnSwitchALink() {
    cable(new Link(1, 1, 1, 2));
    cable(new Link(1, 2, 1, 1));
    cable(new Link(1, 3, 1, 3));
    join(1, 4);
    rounds(4);
    assertThat(topology().links()).isEmpty();
    for (int port = 1; port <= 3; port++) {
      assertThat(topology().roleOf(1L, port)).isEqualTo(Role.SWITCH);
    }
    assertThat(topology().roleOf(1L, 4)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldIgnoreLldpOfOtherEquipmentAndAnyBytes() {
    SwitchInfo one = join(1, 2);
    rounds(4);
    Topology before = topology();
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] payload = new byte[random.nextInt(200)];
      random.nextBytes(payload);
      byte[] frame = FakeRequest.ethernet(1, 0x0180_c200_000eL, 0x88cc, payload);
      discovery.onLldp(new ReceivedFrame(one, 1 + random.nextInt(4), frame));
    }
    platform.advance(PAUSE);
    assertThat(topology()).isSameAs(before);
    assertThat(warnings()).isEmpty();
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    for (String setting :
        List.of(
            "lost-rounds = 0",
            "settle-rounds = 1001",
            "publish-pause = 2 m",
            "log-lines-per-second = 1001")) {
      FakePlatform other = FakePlatform.withSettings("discovery", setting);
      assertThatThrownBy(() -> other.start(new Discovery()))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining(setting.substring(0, setting.indexOf(' ')));
    }
  }

  private static FakePlatform withKey(String key) {
    return FakePlatform.withSettings("probing", "spread = 0 s, key = " + key)
        .withApplication("discovery");
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private List<String> linkLines() {
    return lines().stream().filter(line -> line.startsWith("link ")).toList();
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private void cable(Link link) {
    cables.add(link);
  }

  private SwitchInfo join(long datapathId, int portCount) {
    SwitchInfo info = platform.switches().add(datapathId, portCount);
    discovery.onSwitchJoined(info);
    return info;
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      round();
    }
  }

  /** A round of probes goes over the cables, and time goes on. */
  private void round() {
    carry(sendProbes());
    discovery.onTimer();
    platform.advance(Duration.ofSeconds(1));
  }

  private List<FakeSwitches.SentMessage> sendProbes() {
    probing.onTimer();
    return platform.switches().takeSent();
  }

  private void carry(List<FakeSwitches.SentMessage> probes) {
    for (FakeSwitches.SentMessage sent : probes) {
      OFPacketOut message = (OFPacketOut) sent.message();
      int port = ((OFActionOutput) message.getActions().get(0)).getPort().getPortNumber();
      for (Link link : cables) {
        if (link.from() == sent.datapathId() && link.fromPort() == port) {
          platform
              .switches()
              .find(link.to())
              .ifPresent(
                  to -> discovery.onLldp(new ReceivedFrame(to, link.toPort(), message.getData())));
        }
      }
    }
  }

  private ProbeRounds roundsView() {
    return platform.valueOf("probe-rounds", ProbeRounds.class);
  }

  private Topology topology() {
    return platform.valueOf("topology", Topology.class);
  }
}
