package maestro.apps.storm;

import static maestro.apps.storm.UnknownNetwork.MANY;
import static maestro.apps.storm.UnknownNetwork.portOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.api.EventStage;
import maestro.api.ReceivedFrame;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.ProbeRounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFPort;

/** Storms of many sources where no discovery runs: which ports are links, probes tell. */
class LinkChecksTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long A = 0x0a;

  /** A port may send so much in a moment that this names it for sure. */
  private static final Duration UNTIL_TOLD = Duration.ofMillis(300);

  private static final Duration WHOLE_CHECK = Duration.ofMillis(750);

  @ParameterizedTest
  @ValueSource(longs = {1, 3}) // OpenFlow 1.3 and 1.0
  void shouldBoundThePortWhenNoProbeComesBack(long datapathId) {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(datapathId, 1, MANY, UNTIL_TOLD);
      assertThat(network.said()).as("nothing is known yet").isEmpty();
      assertThat(network.takeBounds()).isEmpty();
      network.storm(datapathId, 1, MANY, WHOLE_CHECK);

      assertThat(network.said())
          .singleElement()
          .asString()
          .startsWith("00:00:00:00:00:00:00:0" + datapathId + " port 1: a storm of 3")
          .endsWith("; they are dropped until it is over");
      OFFlowAdd bound = single(network.takeBounds());
      assertThat(bound.getActions()).isEmpty();
      assertThat(bound.getMatch().get(MatchField.IN_PORT)).isEqualTo(OFPort.of(1));
      assertThat(bound.getMatch().isFullyWildcarded(MatchField.ETH_SRC)).isTrue();
    }
  }

  @Test
  void shouldSendSeveralProbesOfBothKindsAndNoneBeforeAStorm() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, MANY, Duration.ofMillis(100));
      assertThat(network.takeProbes()).isEmpty();
      network.storm(1, 1, MANY, SECOND);

      List<OFPacketOut> probes = network.takeProbes();
      Set<Integer> types = new HashSet<>();
      probes.forEach(probe -> types.add(ethType(probe.getData())));
      assertThat(types).containsExactlyInAnyOrder(LldpCodec.LLDP, LldpCodec.BDDP);
      assertThat(probes).hasSizeBetween(10, 20).allMatch(probe -> portOf(probe) == 1);
      assertThat(probes)
          .as("no discovery takes them for its own")
          .allMatch(probe -> LldpCodec.decode(probe.getData()).isEmpty());
    }
  }

  @Test
  void shouldOnlyNameThePortWhenAProbeComesInAtAnotherSwitch() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, MANY, UNTIL_TOLD);
      network.comesIn(network.takeProbes().get(0), 2, 3);

      assertThat(network.said())
          .singleElement()
          .asString()
          .startsWith("00:00:00:00:00:00:00:01 port 1: a storm of ")
          .endsWith(
              "; nothing is done about it, since the port leads to 00:00:00:00:00:00:00:02 port 3");
      for (int second = 0; second < 10; second++) {
        network.storm(1, 1, MANY, SECOND);
        network.comesIn(last(network.takeProbes()), 2, 3);
      }
      assertThat(network.takeBounds()).isEmpty();
      assertThat(network.said()).hasSize(1);
    }
  }

  @Test
  void shouldEndTheBoundAtOnceWhenALateProbeComesIn() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, MANY, UNTIL_TOLD.plus(WHOLE_CHECK));
      OFFlowAdd bound = single(network.takeBounds());
      network.comesIn(last(network.takeProbes()), 2, 3);
      network.pass(UnknownNetwork.MS);

      OFFlowDeleteStrict delete = single(network.takeDeletes());
      assertThat(delete.getMatch()).isEqualTo(bound.getMatch());
      assertThat(delete.getPriority()).isEqualTo(bound.getPriority());
      assertThat(network.said())
          .hasSize(2)
          .last()
          .asString()
          .isEqualTo(
              "00:00:00:00:00:00:00:01 port 1: the storm is not bounded any more, since the port"
                  + " leads to 00:00:00:00:00:00:00:02 port 3");
      network.storm(1, 1, MANY, SECOND);
      assertThat(network.takeBounds()).as("it stays a link").isEmpty();
    }
  }

  @Test
  void shouldProbeEachSecondWhileThePortIsBounded() {
    try (UnknownNetwork network = new UnknownNetwork("hold = 10 s")) {
      network.storm(1, 1, MANY, UNTIL_TOLD.plus(WHOLE_CHECK));
      network.takeProbes();
      network.pass(Duration.ofSeconds(5));
      assertThat(network.takeProbes()).as("of both kinds").hasSize(2 * 5);
    }
  }

  @Test
  void shouldAskAnewAndBoundWhenNoProbeComesAnyMore() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, MANY, UNTIL_TOLD);
      network.comesIn(network.takeProbes().get(0), 2, 3);
      network.storm(1, 1, MANY, Duration.ofSeconds(3));
      assertThat(network.takeBounds()).isEmpty();
      network.storm(1, 1, MANY, Duration.ofSeconds(3));

      assertThat(network.takeBounds()).isNotEmpty();
      assertThat(network.said())
          .hasSize(2)
          .last()
          .asString()
          .endsWith(
              "the port of the storm does not lead to a switch any more; they are dropped until"
                  + " it is over");
    }
  }

  @Test
  void shouldWaitForTheSwitchWhenItIsSlowToSendTheProbe() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.answersBarriers = false;
      network.storm(1, 1, MANY, Duration.ofSeconds(3));
      assertThat(network.takeBounds()).isEmpty();
      assertThat(network.said()).isEmpty();
      network.storm(1, 1, MANY, Duration.ofSeconds(3));
      assertThat(network.said())
          .singleElement()
          .asString()
          .endsWith(
              "nothing is done about it, since the switch does not say whether it has sent a"
                  + " probe");
      network.answersBarriers = true;
      network.storm(1, 1, MANY, Duration.ofSeconds(6));
      assertThat(network.takeBounds()).isNotEmpty();
    }
  }

  @Test
  void shouldBoundThePortWhenItsHostsReflectForgeOrReplayProbes() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(2, 1, MANY, UNTIL_TOLD);
      OFPacketOut earlier = network.takeProbes().get(0);
      network.leaves(2); // ends the storm
      network.pass(SECOND);
      network.storm(1, 1, MANY, UNTIL_TOLD);
      OFPacketOut probe = network.takeProbes().get(0);
      network.comesIn(probe, 1, 1);
      network.comesIn(earlier, 1, 3);
      byte[] forged = probe.getData().clone();
      forged[forged.length - 5] ^= 1; // of the seal
      network.comesIn(forged, 2, 3);
      network.comesIn(LldpCodec.encode(ProbeRounds.withRandomKey().probe(1, 1, true), 0), 2, 3);
      network.storm(1, 1, MANY, WHOLE_CHECK);
      assertThat(network.takeBounds()).hasSize(1);
    }
  }

  @Test
  void shouldNotTakeALinkForTheOriginWhenAnotherPortStorms() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, MANY, UNTIL_TOLD);
      network.comesIn(network.takeProbes().get(0), 2, 3);
      for (int ms = 0; ms < 4000; ms++) { // the burst at the link began before
        network.storm(1, 1, MANY, UnknownNetwork.MS);
        network.storm(2, 1, MANY, UnknownNetwork.MS);
        network.takeProbes().stream()
            .filter(UnknownNetwork::isOfSwitch1)
            .forEach(each -> network.comesIn(each, 2, 3));
      }
      assertThat(network.said().get(1))
          .startsWith("00:00:00:00:00:00:00:02 port 1: a storm of ")
          .endsWith("they are dropped until it is over");
      assertThat(network.takeBounds()).isNotEmpty();
    }
  }

  @Test
  void shouldWidenTheBoundOfOneSourceWhenThePortIsNoLink() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, A, UNTIL_TOLD);
      assertThat(single(network.takeBounds()).getPriority()).isEqualTo(BoundEntry.PRIORITY);
      assertThat(network.takeProbes()).as("one source needs none").isEmpty();
      network.storm(1, 1, MANY, Duration.ofSeconds(4));

      assertThat(network.takeProbes()).isNotEmpty();
      OFFlowAdd wide = single(network.takeBounds());
      assertThat(wide.getPriority()).isEqualTo(BoundEntry.PRIORITY + 1);
      network.comesIn(last(probesOf(network)), 2, 3);
      network.pass(UnknownNetwork.MS);
      assertThat(network.takeDeletes()).as("narrow and wide").hasSize(2);
    }
  }

  @Test
  void shouldLeaveTheBoundOfOneSourceAloneWhenThePortIsALink() {
    try (UnknownNetwork network = new UnknownNetwork("hold = 60 s")) {
      network.storm(1, 1, A, UNTIL_TOLD);
      assertThat(network.takeBounds()).hasSize(1);
      for (int i = 0; i < 30; i++) {
        network.storm(1, 1, MANY, Duration.ofMillis(200));
        List<OFPacketOut> probes = network.takeProbes();
        if (!probes.isEmpty()) {
          network.comesIn(last(probes), 2, 3);
        }
      }
      assertThat(network.takeBounds()).isEmpty();
      assertThat(network.takeDeletes()).isEmpty();
    }
  }

  @Test
  void shouldOnlyLogAndSayWhatIsMissingWhenNoSequenceBringsProbesBack() {
    try (UnknownNetwork network = new UnknownNetwork("", "lldp")) {
      assertThat(network.said())
          .singleElement()
          .asString()
          .startsWith("storms of many sources are only logged")
          .contains("lldp");
      network.storm(1, 1, MANY, Duration.ofSeconds(3));
      assertThat(network.takeProbes()).isEmpty();
      assertThat(network.takeBounds()).isEmpty();
      assertThat(network.said()).last().asString().endsWith("nothing is done about it");
      network.storm(2, 1, A, Duration.ofSeconds(3));
      assertThat(network.takeBounds()).as("one source alone").hasSize(1);
    }
  }

  @Test
  void shouldHandleNoLldpWhenDiscoveryKnowsThePorts() throws ReflectiveOperationException {
    try (UnknownNetwork network = new UnknownNetwork("only-host-ports = true", "lldp")) {
      assertThat(network.said()).isEmpty();
      EventStage events = network.stages.events().orElseThrow();
      assertThat(events.getClass().getMethod("onLldp", ReceivedFrame.class).getDeclaringClass())
          .isEqualTo(EventStage.class);
    }
  }

  @Test
  void shouldNeitherProbeNorBoundWhenThePortIsSpared() {
    try (UnknownNetwork network =
        new UnknownNetwork("never-bound = [\"00:00:00:00:00:00:00:01/1\"]")) {
      network.storm(1, 1, MANY, Duration.ofSeconds(3));
      assertThat(network.takeProbes()).isEmpty();
      assertThat(network.takeBounds()).isEmpty();
      assertThat(network.said()).hasSize(1);
    }
  }

  @Test
  void shouldSayWhenItIsOverAndForgetItWhenTheSwitchLeavesBeforeAnAnswer() {
    try (UnknownNetwork network = new UnknownNetwork("")) {
      network.storm(1, 1, MANY, UNTIL_TOLD.plus(WHOLE_CHECK));
      OFFlowAdd bound = single(network.takeBounds());
      network.pass(Duration.ofSeconds(5));
      network.removed(1, bound, 15_000, 5);
      network.pass(UnknownNetwork.MS);
      OFFlowAdd next = single(network.takeBounds());
      network.pass(Duration.ofSeconds(5));
      network.removed(1, next, 10, 5);
      assertThat(network.said()).hasSize(2).last().asString().contains("the storm is over after");

      network.storm(2, 1, MANY, UNTIL_TOLD);
      network.leaves(2);
      network.pass(Duration.ofSeconds(10));
      assertThat(network.said()).as("a storm that was never named").hasSize(2);
      assertThat(network.takeBounds()).isEmpty();
    }
  }

  private static List<OFPacketOut> probesOf(UnknownNetwork network) {
    network.pass(SECOND);
    return network.takeProbes();
  }

  private static int ethType(byte[] frame) {
    return ByteBuffer.wrap(frame).getShort(12) & 0xffff;
  }

  private static <T> T last(List<T> all) {
    return all.get(all.size() - 1);
  }

  private static <T> T single(List<T> all) {
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
