package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import maestro.api.EventStage;
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
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketOut;

/** Probes that are forged, replayed, relayed, late, or another's. */
class StrangeProbesTest extends CabledNetwork {
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
    log.clear();
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
  void shouldIgnoreAProbeThatIsReplayedAfterItsTime() {
    join(1, 2);
    SwitchInfo two = join(2, 2);
    List<FakeSwitches.SentMessage> recorded = sendProbes();
    rounds(11);
    byte[] frame = ((OFPacketOut) recorded.get(0).message()).getData();
    discovery.onLldp(new ReceivedFrame(two, 2, frame));
    platform.advance(PAUSE);
    assertThat(topology().links()).isEmpty();
    assertThat(topology().roleOf(2L, 2)).as("no hosts there, perhaps").isEqualTo(Role.UNKNOWN);
    assertThat(warnings()).singleElement().asString().contains("an old LLDP probe was ignored");
  }

  @Test
  void shouldKeepAWorkingLinkWhenItsProbesAreRelayedElsewhere() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    join(3, 1);
    rounds(4);
    cable(new Link(1, 1, 3, 1));
    rounds(6);
    assertThat(topology().isTwoWay(UP)).isTrue();
    assertThat(topology().roleOf(1L, 1)).as("a cable still").isEqualTo(Role.SWITCH);
    assertThat(topology().isTwoWay(new Link(1, 1, 3, 1))).isFalse();
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

  private static FakePlatform withKey(String key) {
    return FakePlatform.withSettings("probing", "spread = 0 s, key = " + key)
        .withApplication("discovery");
  }

  private ProbeRounds roundsView() {
    return platform.valueOf("probe-rounds", ProbeRounds.class);
  }
}
