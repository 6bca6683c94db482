package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;

/** What discovery finds out, forgets and publishes. */
class DiscoveryTest extends CabledNetwork {
  private static final int LOCAL = 0xffff_fffe;

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
  void shouldTakeTheSwitchsOwnPortForAHostsWhenItIsUp() {
    SwitchInfo info = join(1, 1);
    discovery.onPortStatus(info, platform.switches().setPort(1, LOCAL, true), PortChange.ADDED);
    rounds(3);
    assertThat(topology().roleOf(1L, LOCAL)).isEqualTo(Role.HOST);
    discovery.onPortStatus(info, platform.switches().setPort(1, LOCAL, false), PortChange.CHANGED);
    round();
    assertThat(topology().roleOf(1L, LOCAL)).isEqualTo(Role.UNKNOWN);
  }

  @Test
  void shouldMakeNoLinkAndNoHostPortWhenProbesComeInByTheSwitchsOwnPort() {
    cable(new Link(2, 1, 1, LOCAL));
    platform.switches().add(1, 1);
    platform.switches().setPort(1, LOCAL, true);
    discovery.onSwitchJoined(platform.switches().find(1).orElseThrow());
    join(2, 1);
    rounds(6);
    assertThat(topology().links()).isEmpty();
    assertThat(topology().roleOf(1L, LOCAL)).isEqualTo(Role.UNKNOWN);
    assertThat(topology().roleOf(2L, 1)).as("a host as far as links go").isEqualTo(Role.HOST);
    assertThat(warnings())
        .as("the first and the tenth of twelve")
        .hasSize(2)
        .first()
        .asString()
        .startsWith("00:00:00:00:00:00:00:01 port LOCAL (s1-eth")
        .contains("came in by the switch's own port", "from 00:00:00:00:00:00:00:02 port 1 (1 so");
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
    rounds(8);
    assertThat(topology().roleOf(1L, 1)).as("a probe may be under way").isEqualTo(Role.UNKNOWN);
    rounds(1);
    assertThat(topology().roleOf(1L, 1)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldFindLinksAgainAndTakeNoPortForAHostsWhenProbesBecomeLate() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    round();
    Deque<List<FakeSwitches.SentMessage>> underWay = new ArrayDeque<>();
    for (int i = 0; i < 20; i++) {
      underWay.add(sendProbes());
      if (underWay.size() > 8) {
        carry(underWay.remove());
      }
      discovery.onTimer();
      platform.advance(Duration.ofSeconds(1));
      assertThat(topology().roleOf(2L, 1)).isNotEqualTo(Role.HOST);
    }
    assertThat(topology().links()).containsExactly(UP, UP.reversed());
    assertThat(warnings()).isEmpty();
  }

  @Test
  void shouldIgnoreALateProbeFromBeforeAPortWasDown() {
    cable(UP);
    join(1, 1);
    SwitchInfo two = join(2, 1);
    List<FakeSwitches.SentMessage> late = sendProbes();
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, false), PortChange.CHANGED);
    rounds(2);
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, true), PortChange.CHANGED);
    carry(late);
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
  }

  @Test
  void shouldRemoveALinkAsSoonAsThreeProbesInARowAreMissing() {
    Link other = new Link(1, 2, 2, 2);
    cable(UP);
    cable(other);
    cable(other.reversed());
    join(1, 2);
    join(2, 2);
    rounds(2);
    cables.remove(UP);
    rounds(2);
    carry(sendProbes());
    platform.advance(Duration.ofMillis(199));
    discovery.onTimer();
    platform.advance(PAUSE);
    assertThat(topology().links()).as("the third has time to come in").contains(UP);
    discovery.onTimer();
    platform.advance(PAUSE);
    assertThat(topology().links()).containsExactlyInAnyOrder(other, other.reversed());
  }

  @Test
  void shouldGiveAllLinksARoundMoreWhenMostAreSilentAtOnce() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(2);
    cables.clear();
    rounds(3);
    platform.advance(PAUSE);
    discovery.onTimer();
    platform.advance(PAUSE);
    assertThat(topology().links()).as("three are missing").hasSize(2);
    rounds(1);
    discovery.onTimer();
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
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
    rounds(AbsentSwitches.MOST_ROUNDS);
    assertThat(topology().links()).as("it goes on forwarding").hasSize(2);
    rounds(1);
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

  /** The speed is no part of a topology, but what is computed from it depends on speeds. */
  @Test
  void shouldPublishItAgainWhenAPortOfALinkChangesItsSpeed() {
    cable(UP);
    SwitchInfo one = join(1, 2);
    join(2, 1);
    rounds(4);
    Topology before = topology();
    setSpeed(one, 2, 1_000_000);
    assertThat(topology()).as("no link at port 2").isSameAs(before);
    setSpeed(one, 1, 1_000_000);
    Topology slower = topology();
    assertThat(slower).isEqualTo(before).isNotSameAs(before);
    setSpeed(one, 1, 100_000);
    assertThat(topology()).as("in the pause").isSameAs(slower);
    platform.advance(PAUSE);
    Topology slowest = topology();
    assertThat(slowest).isEqualTo(before).isNotSameAs(slower);
    setSpeed(one, 1, 100_000);
    platform.advance(PAUSE);
    assertThat(topology()).as("the same speed").isSameAs(slowest);
  }

  private void setSpeed(SwitchInfo info, int port, long kbps) {
    PortInfo changed = new PortInfo(port, 0x101, "s1-eth" + port, true, kbps);
    platform.switches().setPort(info.datapathId(), changed);
    discovery.onPortStatus(info, changed, PortChange.CHANGED);
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
    rounds(4);
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
    assertThat(topology().roleOf(1L, 1)).as("hosts may be between").isEqualTo(Role.HOST);
    assertThat(topology().roleOf(1L, 2)).as("closed").isEqualTo(Role.SHARED);
    assertThat(topology().roleOf(1L, 3)).as("closed").isEqualTo(Role.SHARED);
    assertThat(topology().roleOf(1L, 4)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    for (String setting :
        List.of(
            "lost-rounds = 0",
            "settle-rounds = 1001",
            "publish-pause = 2 m",
            "host-ports = [2a]",
            "log-lines-per-second = 1001")) {
      FakePlatform other = FakePlatform.withSettings("discovery", setting);
      assertThatThrownBy(() -> other.start(new Discovery()))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining(setting.substring(0, setting.indexOf(' ')));
    }
  }
}
