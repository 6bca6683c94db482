package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import maestro.api.BadSettingException;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.FlowRequest;
import maestro.api.Stages;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.Asked;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import maestro.apps.testkit.SilentOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterMod;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;
import org.slf4j.LoggerFactory;

class StormControlTest {
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final long ROUTERS = 0x0100_5e00_0002L;
  private static final long A = 0x0a;
  private static final long STRANGER = 0x0200_0000_9999L;
  private static final Duration MS = Duration.ofMillis(1);

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Random random = new Random(1);
  private final SilentOutput output = new SilentOutput();
  private FakePlatform platform;
  private BatchStage stage;
  private EventStage events;
  private Stages stages;

  @BeforeEach
  void listen() {
    lines.start();
    ((Logger) LoggerFactory.getLogger(Storms.class)).addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(Storms.class)).detachAppender(lines);
  }

  /** Two switches of OpenFlow 1.3 and one of 1.0; port 1 of each leads to hosts, 2 to a switch. */
  private void start(String settings, String... missingTriggers) {
    platform = FakePlatform.withSettings("storm-control", settings).without(missingTriggers);
    platform.switches().add(1, 2);
    platform.switches().add(2, 2);
    platform.switches().add(3, 2, 1);
    Map<Port, Role> roles =
        Map.of(
            new Port(1, 1), Role.HOST,
            new Port(1, 2), Role.SWITCH,
            new Port(2, 1), Role.HOST,
            new Port(2, 2), Role.SWITCH,
            new Port(3, 1), Role.HOST);
    platform.set("topology", Topology.of(Set.of(1L, 2L, 3L), List.of(), roles));
    LongSupplier clock = () -> platform.nowNs();
    stages = platform.start(new StormControl(clock));
    stage = stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
  }

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
  void shouldNameThePortWhenAnEntryHasForwardedTheStorm() {
    start("");
    request(1, 1, A, BROADCAST);
    platform.advance(Duration.ofSeconds(2));
    forwarded(1, 1, A, BROADCAST, 6000, 2);

    assertThat(said()).singleElement().asString().contains("a storm of 3000 frames/s to groups");
    assertThat(added().getMatch().get(MatchField.ETH_SRC)).isEqualTo(MacAddress.of(A));
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

  @Test
  void shouldOnlyNameWhenNothingIsToBeDoneAndSayWhenItIsOver() {
    for (String settings :
        List.of("action = log", "never-bound = [\"00:00:00:00:00:00:00:01/1\"]")) {
      start(settings);
      lines.list.clear();
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

  // ---- what happens ----

  /** Frames at 3,000 a second. */
  private void storm(int frames, long datapathId, int port, long source, long destination) {
    for (int i = 0; i < frames; i++) {
      request(datapathId, port, source, destination);
      advance(i);
    }
    platform.advance(Storms.LISTEN);
  }

  private void advance(int i) {
    if (i % 3 == 0) {
      platform.advance(MS);
    }
  }

  private void request(long datapathId, int port, long source, long destination) {
    FakeRequest request = FakeRequest.between(datapathId, port, source, destination);
    stage.onBatch(FakeBatch.flooded(request.at(platform.nowNs())), output);
  }

  private maestro.api.SwitchInfo info(long datapathId) {
    return new maestro.api.SwitchInfo(datapathId, 4, 1, 0);
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

  /** An entry of another application is gone. */
  private void forwarded(
      long datapathId, int port, long source, long destination, long frames, long seconds) {
    events.onFlowRemoved(
        info(datapathId),
        removal(
            datapathId,
            0x6d61,
            match(datapathId, port, source, destination),
            frames,
            seconds,
            OFFlowRemovedReason.HARD_TIMEOUT));
  }

  private Match match(long datapathId, int port, long source, long destination) {
    return platform
        .switches()
        .factory(datapathId)
        .buildMatch()
        .setExact(MatchField.IN_PORT, OFPort.of(port))
        .setExact(MatchField.ETH_SRC, MacAddress.of(source))
        .setExact(MatchField.ETH_DST, MacAddress.of(destination))
        .build();
  }

  private OFFlowRemoved removal(
      long datapathId,
      long cookie,
      Match match,
      long frames,
      long seconds,
      OFFlowRemovedReason reason) {
    return platform
        .switches()
        .factory(datapathId)
        .buildFlowRemoved()
        .setCookie(U64.of(cookie))
        .setMatch(match)
        .setReason(reason)
        .setDurationSec(seconds)
        .setPacketCount(U64.of(frames))
        .build();
  }

  private List<SentMessage> sent() {
    return sentWithThoseOfProbes().stream().filter(each -> !isForProbes(each.message())).toList();
  }

  private List<SentMessage> sentWithThoseOfProbes() {
    platform.advance(Storms.LISTEN);
    return platform.switches().takeSent();
  }

  private static boolean isForProbes(OFMessage message) {
    if (message instanceof OFFlowAdd add) {
      return !add.getMatch().isFullyWildcarded(MatchField.ETH_TYPE);
    }
    return message instanceof OFPacketOut;
  }

  private OFFlowAdd added() {
    List<SentMessage> sent = sent();
    assertThat(sent).hasSize(1);
    return (OFFlowAdd) sent.get(0).message();
  }

  private List<String> said() {
    platform.advance(Storms.LISTEN);
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
