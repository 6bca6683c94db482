package maestro.apps.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import maestro.apps.testkit.LogOfClass;
import maestro.apps.testkit.SilentOutput;
import org.junit.jupiter.api.AutoClose;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** Storms in a network whose links discovery has found. */
abstract class KnownNetwork {
  static final long BROADCAST = 0xffff_ffff_ffffL;
  static final long ROUTERS = 0x0100_5e00_0002L;
  static final long A = 0x0a;
  static final Duration MS = Duration.ofMillis(1);

  @AutoClose final LogOfClass log = new LogOfClass(Storms.class);
  final Random random = new Random(1);
  final SilentOutput output = new SilentOutput();
  FakePlatform platform;
  BatchStage stage;
  EventStage events;
  Stages stages;

  /** Two switches of OpenFlow 1.3 and one of 1.0; port 1 of each leads to hosts, 2 to a switch. */
  void start(String settings, String... missingTriggers) {
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

  /** Frames at 3,000 a second. */
  void storm(int frames, long datapathId, int port, long source, long destination) {
    for (int i = 0; i < frames; i++) {
      request(datapathId, port, source, destination);
      advance(i);
    }
    platform.advance(Storms.LISTEN);
  }

  void advance(int i) {
    if (i % 3 == 0) {
      platform.advance(MS);
    }
  }

  void request(long datapathId, int port, long source, long destination) {
    FakeRequest request = FakeRequest.between(datapathId, port, source, destination);
    stage.onBatch(FakeBatch.flooded(request.at(platform.nowNs())), output);
  }

  maestro.api.SwitchInfo info(long datapathId) {
    return new maestro.api.SwitchInfo(datapathId, 4, 1, 0);
  }

  /** An entry of another application is gone. */
  void forwarded(
      long datapathId, int port, long source, long destination, long frames, long seconds) {
    forwarded(0x6d61, datapathId, port, source, destination, frames, seconds);
  }

  /** The same with a cookie. */
  void forwarded(
      long cookie,
      long datapathId,
      int port,
      long source,
      long destination,
      long frames,
      long seconds) {
    events.onFlowRemoved(
        info(datapathId),
        removal(
            datapathId,
            cookie,
            match(datapathId, port, source, destination),
            frames,
            seconds,
            OFFlowRemovedReason.HARD_TIMEOUT));
  }

  Match match(long datapathId, int port, long source, long destination) {
    return platform
        .switches()
        .factory(datapathId)
        .buildMatch()
        .setExact(MatchField.IN_PORT, OFPort.of(port))
        .setExact(MatchField.ETH_SRC, MacAddress.of(source))
        .setExact(MatchField.ETH_DST, MacAddress.of(destination))
        .build();
  }

  OFFlowRemoved removal(
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

  List<SentMessage> sent() {
    return sentWithThoseOfProbes().stream().filter(each -> !isForProbes(each.message())).toList();
  }

  List<SentMessage> sentWithThoseOfProbes() {
    platform.advance(Storms.LISTEN);
    return platform.switches().takeSent();
  }

  static boolean isForProbes(OFMessage message) {
    if (message instanceof OFFlowAdd add) {
      return !add.getMatch().isFullyWildcarded(MatchField.ETH_TYPE);
    }
    return message instanceof OFPacketOut;
  }

  OFFlowAdd added() {
    List<SentMessage> sent = sent();
    assertThat(sent).hasSize(1);
    return (OFFlowAdd) sent.get(0).message();
  }

  List<String> said() {
    platform.advance(Storms.LISTEN);
    return log.lines();
  }
}
