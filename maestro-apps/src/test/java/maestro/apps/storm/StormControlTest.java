package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.api.FlowRequest;
import maestro.apps.flood.FloodEntries;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.Asked;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterMod;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;

class StormControlTest extends KnownNetwork {
  private static final long B = 0x0b;
  private static final long STRANGER = 0x0200_0000_9999L;

  @Test
  void shouldSayNothingWhenPortsSendWhatTheyMay() {
    start("");
    for (int i = 0; i < 5000; i++) {
      request(1, 1, A, i % 2 == 0 ? BROADCAST : STRANGER);
      platform.advance(MS);
    }
    assertThat(sent()).isEmpty();
    assertThat(said()).isEmpty();
  }

  @Test
  void shouldNameThePortAndDropWhatItsSourceSendsToOneGroupWhenThatIsTheStorm() {
    start("");
    storm(700, 1, 1, A, BROADCAST);

    assertThat(said())
        .singleElement()
        .asString()
        .startsWith("00:00:00:00:00:00:00:01 port 1: a storm of 3")
        .contains("frames/s to groups, most to ff:ff:ff:ff:ff:ff, most from 00:00:00:00:00:0a")
        .endsWith("allowed are 500; they are dropped until it is over");
    OFFlowAdd add = added();
    assertThat(add.getPriority()).isEqualTo(BoundEntry.PRIORITY);
    assertThat(add.getHardTimeout()).isEqualTo(5);
    assertThat(add.getFlags()).containsExactly(OFFlowModFlags.SEND_FLOW_REM);
    assertThat(add.getCookie().getValue()).isEqualTo(FakePlatform.OWN_COOKIE | 1);
    assertThat(add.getActions()).isEmpty();
    assertThat(add.getMatch().get(MatchField.IN_PORT)).isEqualTo(OFPort.of(1));
    assertThat(add.getMatch().get(MatchField.ETH_SRC)).isEqualTo(MacAddress.of(A));
    assertThat(add.getMatch().get(MatchField.ETH_DST)).isEqualTo(MacAddress.BROADCAST);
  }

  @Test
  void shouldDropEveryGroupOfThePortWhenSourcesAndGroupsAreMany() {
    start("");
    for (int i = 0; i < 700; i++) {
      request(1, 1, random.nextLong(1L << 40) & ~(1L << 40), ROUTERS + random.nextInt(1 << 20));
      advance(i);
    }
    Match match = added().getMatch();
    assertThat(match.isFullyWildcarded(MatchField.ETH_SRC)).isTrue();
    assertThat(match.getMasked(MatchField.ETH_DST).getMask())
        .isEqualTo(MacAddress.of("01:00:00:00:00:00"));
    assertThat(match.getMasked(MatchField.ETH_DST).getValue())
        .isEqualTo(MacAddress.of("01:00:00:00:00:00"));
  }

  @Test
  void shouldDropOnlyWhatNoOtherEntryIsForWhenDestinationsAreUnknown() {
    start("");
    for (int i = 0; i < 700; i++) {
      request(1, 1, A, 0x0200_0000_0000L | random.nextInt(1 << 30));
      advance(i);
    }
    assertThat(said()).singleElement().asString().contains("to unknown destinations, most from");
    OFFlowAdd add = added();
    assertThat(add.getPriority()).isEqualTo(BoundEntry.LOWEST_PRIORITY);
    assertThat(add.getMatch().get(MatchField.ETH_SRC)).isEqualTo(MacAddress.of(A));
    assertThat(add.getMatch().isFullyWildcarded(MatchField.ETH_DST)).isTrue();
  }

  @Test
  void shouldDropWhatNoEntryIsForWhenOpenFlow10CannotSayAllGroups() {
    start("");
    for (int i = 0; i < 700; i++) {
      request(3, 1, random.nextLong(1L << 40), ROUTERS + random.nextInt(1 << 20));
      advance(i);
    }
    OFFlowAdd add = added();
    assertThat(add.getVersion()).isEqualTo(OFVersion.OF_10);
    assertThat(add.getPriority()).isEqualTo(BoundEntry.LOWEST_PRIORITY);
    assertThat(add.getMatch().get(MatchField.IN_PORT)).isEqualTo(OFPort.of(1));
    assertThat(add.getMatch().isFullyWildcarded(MatchField.ETH_DST)).isTrue();
  }

  @Test
  void shouldLetTheBroadcastsOfAPortPassWhenOpenFlow10CanSayThem() {
    start("");
    for (int i = 0; i < 700; i++) {
      request(3, 1, random.nextLong(1L << 40), BROADCAST);
      advance(i);
    }
    OFFlowAdd add = added();
    assertThat(add.getPriority()).isEqualTo(BoundEntry.PRIORITY);
    assertThat(add.getMatch().get(MatchField.ETH_DST)).isEqualTo(MacAddress.BROADCAST);
  }

  @Test
  void shouldDropAnewWhileItGoesOnAndSaySoOnceWhenItIsOver() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    long cookie = added().getCookie().getValue();
    for (int round = 0; round < 3; round++) {
      platform.advance(Duration.ofSeconds(5));
      removed(1, cookie, 15_000, 5);
      cookie = added().getCookie().getValue();
    }
    assertThat(said()).as("named once").hasSize(1);
    platform.advance(Duration.ofSeconds(5));
    removed(1, cookie, 10, 5);

    assertThat(sent()).isEmpty();
    assertThat(said())
        .hasSize(2)
        .last()
        .asString()
        .matches(".*:01 port 1: the storm is over after 20 s; 45[67]\\d\\d frames");
    storm(700, 1, 1, A, BROADCAST);
    assertThat(said()).as("the next one is told").hasSize(3);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldDropAllOfThePortWhenRequestsGoOnBesideTheEntry() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    added();
    for (int i = 0; i < 9000; i++) {
      request(1, 1, random.nextLong(1L << 40), BROADCAST);
      advance(i);
    }
    OFFlowAdd add = added();
    assertThat(add.getPriority()).isEqualTo(BoundEntry.PRIORITY + 1);
    assertThat(add.getMatch().isFullyWildcarded(MatchField.ETH_SRC)).isTrue();
    removed(1, FakePlatform.OWN_COOKIE | 1, 10, 5);
    assertThat(said()).as("the first entry's end is not the storm's").hasSize(1);
    removed(1, add.getCookie().getValue(), 10, 5);
    assertThat(said()).hasSize(2);
  }

  @Test
  void shouldBoundEachSourceOfAPortAndSayThatItIsOverWhenAllAre() {
    start("");
    request(1, 1, A, BROADCAST);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 1, A, BROADCAST, 6000, 2);
    long first = added().getCookie().getValue();
    forwarded(1, 1, B, BROADCAST, 8000, 2);
    OFFlowAdd second = added();
    assertThat(second.getMatch().get(MatchField.ETH_SRC)).isEqualTo(MacAddress.of(B));
    assertThat(said()).as("named once").hasSize(1);

    platform.advance(Duration.ofSeconds(5));
    removed(1, first, 10, 5);
    first = added().getCookie().getValue();
    removed(1, second.getCookie().getValue(), 40_000, 5);
    long last = added().getCookie().getValue();
    assertThat(said()).as("the other one goes on").hasSize(1);
    platform.advance(Duration.ofSeconds(5));
    removed(1, first, 10, 5);
    added();
    removed(1, last, 10, 5);
    assertThat(sent())
        .as("the entry that is left")
        .singleElement()
        .extracting(SentMessage::message)
        .isInstanceOf(OFFlowDeleteStrict.class);
    assertThat(said()).hasSize(2).last().asString().contains("is over after 10 s; 54030 frames");
  }

  @Test
  void shouldNameThePortWhenAnEntryHasForwardedTheStorm() {
    start("");
    request(1, 1, A, BROADCAST);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 1, A, BROADCAST, 6000, 2);

    assertThat(said()).singleElement().asString().contains("a storm of 3000 frames/s to groups");
    assertThat(added().getMatch().get(MatchField.ETH_SRC)).isEqualTo(MacAddress.of(A));
  }

  @Test
  void shouldLetAStreamGoOnWhenAnEntryForwardsItFromOnePort() {
    start("");
    for (int i = 0; i < 10; i++) {
      request(1, 1, A, ROUTERS);
      request(1, 1, A, STRANGER);
      platform.advance(Duration.ofSeconds(2));
      forwarded(1, 1, A, ROUTERS, 18_000, 2);
      forwarded(FloodEntries.OF_ROUTE_FLOW, 1, 1, A, STRANGER, 18_000, 2);
    }
    assertThat(said()).isEmpty();
    assertThat(sent()).isEmpty();
  }

  @Test
  void shouldWaitForTheNextEntryWhenThatOfAStreamHasGone() {
    start("");
    request(1, 1, A, ROUTERS);
    platform.advance(Duration.ofSeconds(1));
    forwarded(1, 1, A, ROUTERS, 3000, 1);
    storm(3000, 1, 1, A, ROUTERS);
    assertThat(said()).as("a second without an entry").isEmpty();
    storm(9000, 1, 1, A, ROUTERS);
    assertThat(said()).as("there is none any more").hasSize(1);
  }

  @Test
  void shouldNameThePortWhenAnotherFlowThanTheStreamStorms() {
    start("");
    request(1, 1, A, ROUTERS);
    platform.advance(Duration.ofSeconds(1));
    forwarded(1, 1, A, ROUTERS, 3000, 1);
    storm(700, 1, 1, A, ROUTERS + 1);
    assertThat(said()).hasSize(1);
  }

  @Test
  void shouldNameThePortWhenAStreamHasMoreThanStreamsMay() {
    start("max-stream-frames-per-second = 2000");
    request(1, 1, A, STRANGER);
    platform.advance(Duration.ofSeconds(2));
    forwarded(FloodEntries.OF_LEARNING_SWITCH, 1, 1, A, STRANGER, 18_000, 2);
    assertThat(said()).singleElement().asString().contains("allowed are 2000");
    long cookie = added().getCookie().getValue();
    removed(1, cookie, 5000, 5);
    assertThat(said())
        .as("1,000 a second are allowed")
        .hasSize(2)
        .last()
        .asString()
        .contains("over");
  }

  @Test
  void shouldNameThePortWhenFramesOfOneSourceComeBackByAnotherPort() {
    start("");
    request(1, 2, A, ROUTERS);
    request(1, 1, A, ROUTERS);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 1, A, ROUTERS, 6000, 2);
    assertThat(said()).singleElement().asString().contains("allowed are 500");
  }

  @Test
  void shouldCountNoEntryToAHostWhenItDoesNotFlood() {
    start("");
    request(1, 1, A, STRANGER);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 1, A, STRANGER, 1_000_000, 2);
    assertThat(said()).isEmpty();
  }

  @Test
  void shouldLetProbesPassWhenTheEntryTakesWhatAnySourceSends() {
    for (int datapathId : List.of(1, 3)) { // OpenFlow 1.3 and 1.0
      start("");
      for (int i = 0; i < 700; i++) {
        request(datapathId, 1, random.nextLong(1L << 40), ROUTERS + random.nextInt(1 << 20));
        advance(i);
      }
      List<OFFlowAdd> adds =
          sentWithThoseOfProbes().stream().map(each -> (OFFlowAdd) each.message()).toList();
      assertThat(adds).hasSize(3);
      OFFlowAdd drop = adds.get(2);
      assertThat(drop.getActions()).as("the last one, so that no probe is lost before").isEmpty();
      assertThat(adds.subList(0, 2))
          .allMatch(add -> add.getPriority() > drop.getPriority())
          .allMatch(add -> add.getHardTimeout() > drop.getHardTimeout())
          .allMatch(add -> add.getMatch().get(MatchField.IN_PORT).equals(OFPort.of(1)))
          .allMatch(add -> add.getActions().toString().contains("controller"))
          .allMatch(add -> add.getCookie().getValue() == FakePlatform.OWN_COOKIE)
          .extracting(add -> add.getMatch().get(MatchField.ETH_TYPE).getValue())
          .containsExactly(0x88cc, 0x8942);
    }
  }

  @Test
  void shouldSendNothingForProbesWhenTheyDoNotMatchTheEntry() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    assertThat(sentWithThoseOfProbes()).hasSize(1);
  }

  @Test
  void shouldOnlyNameWhenNothingIsToBeDoneAndSayWhenItIsOver() {
    for (String settings :
        List.of("action = log", "never-bound = [\"00:00:00:00:00:00:00:01/1\"]")) {
      start(settings);
      log.clear();
      storm(9000, 1, 1, A, BROADCAST);
      assertThat(said()).singleElement().asString().endsWith("nothing is done about it");
      platform.advance(Duration.ofSeconds(1));
      for (int i = 0; i <= Storms.QUIET.toSeconds(); i++) {
        platform.advance(Duration.ofSeconds(1));
      }
      assertThat(said())
          .hasSize(2)
          .last()
          .asString()
          .contains("the storm is over after")
          .contains("9000 frames");
      assertThat(sent()).isEmpty();
    }
  }

  @Test
  void shouldLookAgainWhenTheSwitchNeverTellsOfTheEntrysEnd() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    added();
    for (int i = 0; i < 11; i++) {
      platform.advance(Duration.ofSeconds(1));
    }
    storm(4000, 1, 1, A, BROADCAST);
    assertThat(sent()).as("it goes on").hasSize(1);
    assertThat(said()).hasSize(1);
  }

  @Test
  void shouldBoundAgainWhenSomebodyHasDeletedTheEntryAndItGoesOn() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    long cookie = added().getCookie().getValue();
    events.onFlowRemoved(
        info(1), removal(1, cookie, match(1, 1, A, BROADCAST), 10, 1, OFFlowRemovedReason.DELETE));
    assertThat(said()).hasSize(1);
    storm(4000, 1, 1, A, BROADCAST);
    assertThat(sent()).hasSize(1);
    assertThat(said()).hasSize(1);
  }

  @Test
  void shouldSayThatItIsOverWhenTheSwitchHasLeft() {
    start("");
    storm(700, 1, 1, A, BROADCAST);
    platform.switches().remove(1);
    events.onSwitchLeft(info(1));
    assertThat(said()).hasSize(2);
    removed(1, FakePlatform.OWN_COOKIE | 1, 15_000, 5);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void shouldFollowNoMoreThanSoManyStormsWhenASwitchMakesPortsUp() {
    start("hold = 10 m, only-host-ports = false");
    for (int port = 1; port <= Storms.MOST + 50; port++) {
      for (int i = 0; i <= 501; i++) {
        request(1, port, A + port, BROADCAST);
      }
      platform.advance(Duration.ofSeconds(1));
    }
    assertThat(said().stream().filter(line -> line.contains("a storm of"))).hasSize(Storms.MOST);
    assertThat(said().stream().filter(line -> line.startsWith("more than"))).hasSize(1);
  }

  @Test
  void shouldUseAMeterWhenTheSwitchHasSome() {
    start("action = meter");
    storm(700, 1, 1, A, BROADCAST);
    Asked asked = platform.switches().takeAsked().get(0);
    OFFactory factory = platform.switches().factory(1);
    asked
        .answer()
        .complete(
            List.of(
                factory
                    .buildMeterFeaturesStatsReply()
                    .setFeatures(factory.buildMeterFeatures().setMaxMeter(1000).build())
                    .build()));
    platform.advance(MS);

    List<OFMessage> messages = sent().stream().map(SentMessage::message).toList();
    assertThat(messages).hasSize(3);
    assertThat(((OFMeterMod) messages.get(0)).getCommand()).isEqualTo(OFMeterModCommand.DELETE);
    OFMeterMod meter = (OFMeterMod) messages.get(1);
    assertThat(meter.getCommand()).isEqualTo(OFMeterModCommand.ADD);
    assertThat(meter.getMeterId()).isEqualTo(1000);
    assertThat(meter.getMeters().toString()).contains("rate=500");
    OFFlowAdd add = (OFFlowAdd) messages.get(2);
    assertThat(add.getInstructions()).hasSize(2);
    assertThat(add.getInstructions().get(0).toString()).contains("meterId=1000");
    assertThat(add.getInstructions().get(1).toString()).contains("controller");

    removed(1, add.getCookie().getValue(), 10, 5);
    OFMeterMod gone = (OFMeterMod) sent().get(0).message();
    assertThat(gone.getCommand()).isEqualTo(OFMeterModCommand.DELETE);
    assertThat(gone.getMeterId()).isEqualTo(1000);
  }

  @Test
  void shouldDropWhenTheSwitchHasNoMeters() {
    start("action = meter");
    storm(700, 3, 1, A, BROADCAST);
    assertThat(added().getActions()).as("OpenFlow 1.0").isEmpty();

    storm(700, 1, 1, A, BROADCAST);
    platform
        .switches()
        .takeAsked()
        .get(0)
        .answer()
        .completeExceptionally(new IllegalStateException());
    platform.advance(MS);
    assertThat(added().getActions()).isEmpty();
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    assertThatThrownBy(() -> start("max-frames-per-second = 0"))
        .isInstanceOfSatisfying(
            BadSettingException.class, e -> assertThat(e.allowed()).isEqualTo("1 to 1000000"));
    assertThatThrownBy(() -> start("max-stream-frames-per-second = 0"))
        .hasMessageContaining("max-stream-frames-per-second");
    assertThatThrownBy(() -> start("hold = 10 ms")).hasMessageContaining("hold");
    assertThatThrownBy(() -> start("action = shout")).hasMessageContaining("action");
    assertThatThrownBy(() -> start("never-bound = [x]")).hasMessageContaining("never-bound");
  }

  @Test
  void shouldAllocateNothingWhenItCounts() {
    start("max-frames-per-second = 1000000");
    FlowRequest[] requests = {
      FakeRequest.between(1, 1, A, BROADCAST), FakeRequest.between(1, 2, A, STRANGER)
    };
    FakeBatch batch = FakeBatch.flooded(requests);
    double bytes =
        Allocation.bytesPerRequest(
            (request, out) -> {
              batch.rewind();
              stage.onBatch(batch, out);
            },
            requests);
    assertThat(bytes).isLessThan(0.1);
  }

  private void removed(long datapathId, long cookie, long frames, long seconds) {
    events.onFlowRemoved(
        info(datapathId),
        removal(
            datapathId,
            cookie,
            match(datapathId, 1, A, BROADCAST),
            frames,
            seconds,
            OFFlowRemovedReason.HARD_TIMEOUT));
  }
}
