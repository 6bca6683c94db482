package maestro.apps.storm;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.ReceivedFrame;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.FakeSwitches.Asked;
import maestro.apps.testkit.FakeSwitches.SentMessage;
import maestro.apps.testkit.LogOfClass;
import maestro.apps.testkit.SilentOutput;
import org.projectfloodlight.openflow.protocol.OFBarrierRequest;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** Storms in a network without discovery: two switches of OpenFlow 1.3, and one (3) of 1.0. */
final class UnknownNetwork implements AutoCloseable {
  static final long BROADCAST = 0xffff_ffff_ffffL;
  static final Duration MS = Duration.ofMillis(1);

  /** The source of a storm that has many. */
  static final long MANY = -2;

  private final LogOfClass log = new LogOfClass(Storms.class);
  private final Random random = new Random(1);
  private final SilentOutput output = new SilentOutput();
  private final List<OFPacketOut> probes = new ArrayList<>();
  private final List<OFMessage> others = new ArrayList<>();
  final FakePlatform platform;
  final Stages stages;
  private final BatchStage stage;
  private final EventStage events;

  /** Whether switches answer barriers. */
  boolean answersBarriers = true;

  UnknownNetwork(String settings, String... missingTriggers) {
    platform = FakePlatform.withSettings("storm-control", "only-host-ports = false, " + settings);
    platform.without(missingTriggers);
    platform.switches().add(1, 3);
    platform.switches().add(2, 3);
    platform.switches().add(3, 3, 1);
    stages = platform.start(new StormControl(platform::nowNs));
    stage = stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
  }

  @Override
  public void close() {
    log.close();
  }

  /** Broadcasts come as requests, three in each millisecond. */
  void storm(long datapathId, int port, long source, Duration duration) {
    for (long ms = 0; ms < duration.toMillis(); ms++) {
      for (int i = 0; i < 3; i++) {
        long from = source == MANY ? random.nextLong(1L << 40) & ~(1L << 40) : source;
        FakeRequest request = FakeRequest.between(datapathId, port, from, BROADCAST);
        stage.onBatch(FakeBatch.flooded(request.at(platform.nowNs())), output);
      }
      pass(MS);
    }
  }

  /** Time goes on, and switches answer. */
  void pass(Duration duration) {
    for (long ms = 0; ms < duration.toMillis(); ms++) {
      platform.advance(MS);
      for (Asked asked : platform.switches().takeAsked()) {
        if (answersBarriers && asked.message() instanceof OFBarrierRequest) {
          asked.answer().complete(List.of());
        }
      }
      for (SentMessage sent : platform.switches().takeSent()) {
        if (sent.message() instanceof OFPacketOut probe) {
          probes.add(probe);
        } else {
          others.add(sent.message());
        }
      }
    }
  }

  /** The probes since the last call, each kind as one. */
  List<OFPacketOut> takeProbes() {
    List<OFPacketOut> taken = List.copyOf(probes);
    probes.clear();
    return taken;
  }

  static int portOf(OFPacketOut probe) {
    return ((OFActionOutput) probe.getActions().get(0)).getPort().getPortNumber();
  }

  /** Whether a probe left by a port of switch 1; the chassis in it is the datapath id. */
  static boolean isOfSwitch1(OFPacketOut probe) {
    return new String(probe.getData(), StandardCharsets.ISO_8859_1).contains(SwitchInfo.format(1));
  }

  /** A probe comes in at a port. */
  void comesIn(OFPacketOut probe, long datapathId, int port) {
    comesIn(probe.getData(), datapathId, port);
  }

  void comesIn(byte[] frame, long datapathId, int port) {
    events.onLldp(new ReceivedFrame(info(datapathId), port, frame));
  }

  /** The entries since the last call that bound something; entries for probes do not. */
  List<OFFlowAdd> takeBounds() {
    List<OFFlowAdd> bounds =
        others.stream()
            .filter(OFFlowAdd.class::isInstance)
            .map(OFFlowAdd.class::cast)
            .filter(add -> add.getMatch().isFullyWildcarded(MatchField.ETH_TYPE))
            .toList();
    others.removeIf(OFFlowAdd.class::isInstance);
    return bounds;
  }

  /** The removals of entries since the last call. */
  List<OFFlowDeleteStrict> takeDeletes() {
    List<OFFlowDeleteStrict> deletes =
        others.stream()
            .filter(OFFlowDeleteStrict.class::isInstance)
            .map(OFFlowDeleteStrict.class::cast)
            .toList();
    others.removeIf(OFFlowDeleteStrict.class::isInstance);
    return deletes;
  }

  /** A switch has removed a bound of port 1 after so many seconds. */
  void removed(long datapathId, OFFlowAdd bound, long frames, long seconds) {
    events.onFlowRemoved(
        info(datapathId),
        platform
            .switches()
            .factory(datapathId)
            .buildFlowRemoved()
            .setCookie(U64.of(bound.getCookie().getValue()))
            .setMatch(
                platform
                    .switches()
                    .factory(datapathId)
                    .buildMatch()
                    .setExact(MatchField.IN_PORT, OFPort.of(1))
                    .setExact(MatchField.ETH_DST, MacAddress.BROADCAST)
                    .build())
            .setReason(OFFlowRemovedReason.HARD_TIMEOUT)
            .setDurationSec(seconds)
            .setPacketCount(U64.of(frames))
            .build());
  }

  void leaves(long datapathId) {
    platform.switches().remove(datapathId);
    events.onSwitchLeft(info(datapathId));
  }

  private static SwitchInfo info(long datapathId) {
    return new SwitchInfo(datapathId, datapathId == 3 ? 1 : 4, 1, 0);
  }

  /** The lines of the log so far. */
  List<String> said() {
    return log.lines();
  }
}
