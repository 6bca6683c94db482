package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;

/** Which port a storm comes from, and whether that port may be bounded. */
class StormPortTest extends KnownNetwork {
  @Test
  void shouldTakeItsEntriesAwayWhenThePortTurnsOutToBeALink() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    OFFlowAdd narrow = added();
    for (int i = 0; i < 9000; i++) {
      request(1, 1, random.nextLong(1L << 40), BROADCAST);
      advance(i);
    }
    OFFlowAdd wide = added();
    Map<Port, Role> roles = Map.of(new Port(1, 1), Role.SWITCH);
    platform.set("topology", Topology.of(Set.of(1L, 2L), List.of(), roles));
    platform.advance(Storms.CHECK_INTERVAL);

    List<OFFlowDeleteStrict> deletes =
        sent().stream().map(each -> (OFFlowDeleteStrict) each.message()).toList();
    assertThat(deletes)
        .extracting(OFFlowDeleteStrict::getMatch)
        .containsExactly(narrow.getMatch(), wide.getMatch());
    assertThat(deletes)
        .extracting(OFFlowDeleteStrict::getPriority)
        .containsExactly(narrow.getPriority(), wide.getPriority());
    assertThat(said()).hasSize(2).last().asString().contains("the storm is not bounded any more");
    events.onFlowRemoved(
        info(1),
        removal(
            1,
            wide.getCookie().getValue(),
            match(1, 1, A, BROADCAST),
            9_000_000,
            1,
            OFFlowRemovedReason.DELETE));
    storm(4000, 1, 1, A, BROADCAST);
    assertThat(sent()).as("a link is never bounded").isEmpty();
    assertThat(said()).hasSize(2);
  }

  @Test
  void shouldNameNobodyWhenThePortLeadsToASwitchOrNobodyKnows() {
    start("");
    storm(5000, 1, 2, A, BROADCAST);
    storm(5000, 1, 7, A, BROADCAST);
    request(1, 2, A, BROADCAST);
    forwarded(1, 2, A, BROADCAST, 6000, 2);

    assertThat(sent()).isEmpty();
    assertThat(said()).isEmpty();
  }

  @Test
  void shouldBoundAPortWhenItTurnsOutToLeadToHosts() {
    start("");
    storm(700, 1, 7, A, BROADCAST);
    assertThat(sent()).isEmpty();
    platform.set("topology", Topology.of(Set.of(1L), List.of(), Map.of(new Port(1, 7), Role.HOST)));
    storm(4000, 1, 7, A, BROADCAST);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldOnlyNameTheFirstPortWhenManySourcesStormAndNothingIsKnown() {
    start("only-host-ports = false", "lldp");
    for (int i = 0; i < 2000; i++) {
      long source = random.nextLong(1L << 40);
      request(2, 1, source, BROADCAST);
      request(1, 2, source, BROADCAST);
      advance(i);
    }
    assertThat(said()).hasSize(2).last().asString().startsWith("00:00:00:00:00:00:00:02 port 1: ");
    assertThat(sent()).as("the port may be a link").isEmpty();
  }

  @Test
  void shouldBoundOneSourceAloneWhenNoTopologyIsKnown() {
    start("only-host-ports = false");
    for (int i = 0; i < 4000; i++) {
      request(2, 1, A, ROUTERS + random.nextInt(1 << 20));
      advance(i);
    }
    Match match = added().getMatch(); // one alone, and never a wider one
    assertThat(match.get(MatchField.IN_PORT)).isEqualTo(OFPort.of(1));
    assertThat(match.get(MatchField.ETH_SRC)).isEqualTo(MacAddress.of(A));
  }

  @Test
  void shouldNameThePortThatHeardTheSourceFirstWhenEntriesTellOfAStormInAnyOrder() {
    start("only-host-ports = false");
    request(2, 1, A, BROADCAST);
    platform.advance(MS);
    request(1, 2, A, BROADCAST);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 2, A, BROADCAST, 6000, 2);
    platform.advance(Duration.ofSeconds(1));
    forwarded(2, 1, A, BROADCAST, 6000, 2);

    assertThat(said()).singleElement().asString().startsWith("00:00:00:00:00:00:00:02 port 1: ");
    assertThat(sent()).singleElement().extracting(SentMessage::datapathId).isEqualTo(2L);
  }

  @Test
  void shouldLeaveTheHostAloneWhenItsOneBroadcastCirclesByEntriesOfOtherPorts() {
    start("only-host-ports = false");
    request(2, 1, A, BROADCAST);
    platform.advance(MS);
    request(1, 2, A, BROADCAST);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 2, A, BROADCAST, 6000, 2);
    assertThat(said()).as("the first port may have an entry, too").isEmpty();
    platform.advance(Duration.ofSeconds(4));

    assertThat(said()).singleElement().asString().startsWith("00:00:00:00:00:00:00:01 port 2: ");
    assertThat(sent()).singleElement().extracting(SentMessage::datapathId).isEqualTo(1L);
  }

  @Test
  void shouldTakeWhatABoundLetsPassForNoOtherStorm() {
    start("only-host-ports = false, hold = 10 m");
    storm(3000, 2, 1, A, BROADCAST);
    assertThat(said()).hasSize(1);
    forwardedByTheOther(1900);
    assertThat(said()).as("up to twice as much").hasSize(1);
    forwardedByTheOther(6000);
    assertThat(said()).as("that is another one").hasSize(2);
  }

  private void forwardedByTheOther(int frames) {
    for (int i = 0; i < 10; i++) {
      request(1, 2, A, BROADCAST);
      platform.advance(Duration.ofSeconds(2));
      forwarded(1, 2, A, BROADCAST, frames, 2);
    }
  }

  @Test
  void shouldBoundThePortAtOnceWhenFramesComeBackToTheSwitchOfTheirHost() {
    start("only-host-ports = false");
    request(1, 1, A, BROADCAST);
    platform.advance(MS);
    request(1, 2, A, BROADCAST);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 2, A, BROADCAST, 6000, 2);

    assertThat(said()).singleElement().asString().startsWith("00:00:00:00:00:00:00:01 port 2: ");
  }

  @Test
  void shouldNameTheSecondPortWhenItsStormGoesOnAfterTheFirstWasNamed() {
    start("only-host-ports = false", "lldp");
    for (int i = 0; i < 8000; i++) {
      request(2, 1, random.nextLong(1L << 40), BROADCAST);
      request(1, 1, random.nextLong(1L << 40), BROADCAST);
      advance(i);
    }
    assertThat(said()).hasSize(3);
    assertThat(said().get(2)).startsWith("00:00:00:00:00:00:00:01 port 1: ");
  }
}
