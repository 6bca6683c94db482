package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.probing.Probing;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What discovery knows across a reload: two switches with a cable, each with a host at port 2. */
class RestoredTopologyTest extends CabledNetwork {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @BeforeEach
  void discover() {
    cables.addAll(List.of(UP, UP.reversed()));
    start(newPlatform());
    tell(1);
    tell(2);
    rounds(5);
    assertThat(topology().isTwoWay(UP)).isTrue();
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.HOST);
    log.clear();
  }

  @Test
  void shouldKnowTheNetworkFromTheFirstMomentAndSayNothingWhenItWasReloaded() {
    Topology before = topology();
    reload();
    assertThat(topology()).isEqualTo(before);
    Topology restored = topology();
    tell(1);
    assertThat(topology()).as("switch 2 would be missing").isSameAs(restored);
    tell(2);
    assertThat(topology()).as("published anew, so that readers are told").isNotSameAs(restored);
    for (int i = 0; i < 6; i++) {
      assertThat(topology()).isEqualTo(before);
      round();
    }
    assertThat(linkLines()).isEmpty();
  }

  @Test
  void shouldKnowTheNetworkWhenItIsReloadedAgainAtOnce() {
    Topology before = topology();
    reload();
    reload();
    tell(1);
    tell(2);
    assertThat(topology()).isEqualTo(before);
  }

  @Test
  void shouldForgetASwitchThatIsGoneWhenTheOthersHaveBeenTold() {
    reload();
    platform.switches().remove(2);
    tell(1);
    assertThat(topology().indexOf(2)).isNegative();
    assertThat(topology().links()).isEmpty();
    assertThat(topology().roleOf(1L, 1)).as("its link is gone").isEqualTo(Role.UNKNOWN);
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldWaitForNoSwitchForEverWhenItIsNeverTold() {
    reload();
    tell(1);
    discovery.onTimer();
    discovery.onTimer();
    assertThat(topology().indexOf(2)).isNegative();
  }

  @Test
  void shouldStillWaitWhenAPortOfALinkChangesItsSpeed() {
    platform.switches().add(3, 1);
    tell(3);
    platform.advance(SECOND);
    reload();
    platform.switches().add(3, 1);
    Topology restored = topology();
    tell(1);
    tell(2);
    round(); // the link is found again
    SwitchInfo one = platform.switches().find(1).orElseThrow();
    PortInfo slower = new PortInfo(1, 0x101, "s1-eth1", true, 1_000);
    discovery.onPortStatus(one, slower, PortChange.CHANGED);
    assertThat(topology()).as("switch 3 would be missing").isSameAs(restored);
  }

  @Test
  void shouldPublishAnEmptyNetworkWhenNoSwitchIsThere() {
    reload();
    platform.switches().remove(1);
    platform.switches().remove(2);
    discovery.onTimer();
    assertThat(topology()).isEqualTo(Topology.EMPTY);
  }

  @Test
  void shouldNotKnowThePortThatWentDownMeanwhile() {
    reload();
    platform.switches().setPort(1, 1, false);
    platform.switches().setPort(2, 2, false);
    tell(1);
    tell(2);
    assertThat(topology().links()).isEmpty();
    assertThat(topology().roleOf(2L, 2)).isEqualTo(Role.UNKNOWN);
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldForgetALinkThatNoProbeConfirms() {
    reload();
    cables.clear();
    tell(1);
    tell(2);
    round();
    assertThat(topology().isTwoWay(UP)).as("probes may be late").isTrue();
    rounds(4);
    assertThat(topology().links()).isEmpty();
    assertThat(linkLines()).singleElement().asString().endsWith("its probes come no more");
  }

  @Test
  void shouldFollowACableThatWasPluggedInElsewhereMeanwhile() {
    reload();
    cables.clear();
    Link moved = new Link(1, 1, 2, 2);
    cables.addAll(List.of(moved, moved.reversed()));
    tell(1);
    tell(2);
    rounds(2);
    assertThat(topology().links()).containsExactly(moved, moved.reversed());
  }

  @Test
  void shouldBeginAnewWhenTheBytesAreOfAnotherVersion() {
    start(newPlatform().withSavedState(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
    assertThat(topology()).isEqualTo(Topology.EMPTY);
    tell(1);
    assertThat(topology().indexOf(1)).isNotNegative();
  }

  // ---- from another member of a cluster ----

  @Test
  void shouldKnowTheNetworkOfTheMemberBeforeFromTheFirstMoment() {
    Topology before = topology();
    standBy();
    byte[] left = left();
    assertThat(topology()).isEqualTo(Topology.EMPTY);
    platform.restoreState(left);
    assertThat(topology()).isEqualTo(before);
    Topology adopted = topology();
    join(1);
    assertThat(topology()).as("switch 2 has not confirmed yet").isSameAs(adopted);
    discovery.onTimer();
    assertThat(topology()).isSameAs(adopted);
    join(2);
    assertThat(topology()).as("published anew").isNotSameAs(adopted).isEqualTo(before);
    for (int i = 0; i < 6; i++) {
      round();
      assertThat(topology()).isEqualTo(before);
    }
    assertThat(linkLines()).isEmpty();
  }

  @Test
  void shouldForgetASwitchOfTheMemberBeforeThatDoesNotJoin() {
    standBy();
    platform.restoreState(left());
    rounds(2);
    join(1);
    rounds(2);
    assertThat(topology().indexOf(2)).as("it may still join").isNotNegative();
    round();
    assertThat(topology().indexOf(2)).isNegative();
    assertThat(topology().roleOf(1L, 2)).isEqualTo(Role.HOST);
    join(2);
    platform.advance(SECOND);
    assertThat(topology().indexOf(2)).isNotNegative();
  }

  @Test
  void shouldKnowWhatTheMemberBeforeKnewAndNotWhatItKnewItselfLongAgo() {
    Topology before = topology();
    byte[] left = left();
    cables.clear();
    Link old = new Link(1, 1, 2, 2);
    cables.addAll(List.of(old, old.reversed()));
    start(newPlatform());
    tell(1);
    tell(2);
    rounds(5);
    assertThat(topology().links()).contains(old);
    for (long id : new long[] {1, 2}) { // the other member takes the switches
      discovery.onSwitchLeft(platform.switches().find(id).orElseThrow());
      platform.switches().remove(id);
    }
    cables.clear();
    cables.addAll(List.of(UP, UP.reversed()));
    round();
    platform.restoreState(left);
    join(1);
    join(2);
    assertThat(topology()).isEqualTo(before);
  }

  @Test
  void shouldSuspectNobodyForTheProbesOfTheMemberBefore() {
    List<FakeSwitches.SentMessage> late = sendProbes();
    standBy();
    platform.restoreState(left());
    join(1);
    join(2);
    log.clear();
    carry(late);
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void shouldRefuseTheBytesOfAnotherVersion() {
    Topology before = topology();
    assertThatThrownBy(() -> platform.restoreState(new byte[8]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("links of another version, or cut");
    assertThat(topology()).isSameAs(before);
  }

  private byte[] leftBefore;

  /** Another member begins, long before it becomes active. */
  private void standBy() {
    leftBefore = platform.saveState();
    start(FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery"));
    rounds(9);
  }

  private byte[] left() {
    return leftBefore == null ? platform.saveState() : leftBefore;
  }

  private void join(long datapathId) {
    platform.switches().add(datapathId, 2);
    tell(datapathId);
  }

  // ----

  private static FakePlatform newPlatform() {
    FakePlatform made =
        FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery");
    made.switches().add(1, 2);
    made.switches().add(2, 2);
    return made;
  }

  private void start(FakePlatform next) {
    platform = next;
    probing = platform.start(new Probing()).events().orElseThrow();
    discovery = platform.start(new Discovery()).events().orElseThrow();
  }

  private void reload() {
    start(newPlatform().withSavedState(platform.saveState()));
  }

  private void tell(long datapathId) {
    SwitchInfo info = platform.switches().find(datapathId).orElseThrow();
    discovery.onSwitchJoined(info);
  }

  private List<String> linkLines() {
    return lines().stream().filter(line -> line.startsWith("link ")).toList();
  }
}
