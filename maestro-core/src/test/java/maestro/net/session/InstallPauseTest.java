package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.api.Sent;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.ColdCodec;
import maestro.testkit.EachStrategy;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** A switch that says that its flow table is full, and the pause that follows a refused entry. */
class InstallPauseTest {
  private static final int FLOW_MOD = 14;
  private static final int PACKET_OUT = 13;
  private static final long SECOND_NS = 1_000_000_000;

  private final InstallPause table = new InstallPause();

  @Test
  void shouldInstallUntilAnErrorComesAndAgainAfterASecond() {
    long now = -5 * SECOND_NS; // the clock may begin anywhere
    assertThat(table.mayInstall(now)).isTrue();
    assertThat(table.onError(now)).isEqualTo(SECOND_NS);
    assertThat(table.mayInstall(now)).isFalse();
    assertThat(table.onError(now + SECOND_NS / 2)).as("one that was under way").isZero();
    assertThat(table.mayInstall(now + SECOND_NS - 1)).isFalse();
    assertThat(table.mayInstall(now + SECOND_NS)).isTrue();
  }

  @Test
  void shouldCountAsFullUntilATimeAsLongAsThePauseIsOver() {
    long now = -5 * SECOND_NS;
    assertThat(table.isOngoing(now)).isFalse();
    table.onError(now);
    assertThat(table.isOngoing(now + 2 * SECOND_NS - 1)).isTrue();
    assertThat(table.isOngoing(now + 2 * SECOND_NS)).isFalse();
    table.onError(now + SECOND_NS);
    assertThat(table.isOngoing(now + 4 * SECOND_NS)).as("a pause of 2 s from 1 s on").isTrue();
    assertThat(table.isOngoing(now + 5 * SECOND_NS)).isFalse();
  }

  @Test
  void shouldDoubleTheTimeUpToAMinuteWhileErrorsGoOn() {
    long now = 0;
    for (long expected : new long[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
      long pauseNs = table.onError(now);
      assertThat(pauseNs).isEqualTo(expected * SECOND_NS);
      now += pauseNs + SECOND_NS / 10;
    }
    now += 60 * SECOND_NS;
    assertThat(table.onError(now)).as("after a quiet minute").isEqualTo(SECOND_NS);
  }

  private static Rig rig(StrategyName strategy) {
    FlowOptions options = FlowOptions.timeouts(10, 0);
    return Rig.setup()
        .strategy(strategy)
        .workers(2)
        .stage((RequestStage) (request, output) -> output.installAndForward(request, 2, options))
        .start();
  }

  private static List<Integer> ask(Rig rig, FakeSwitch client, int version, int bufferId) {
    client.take();
    client.send(Messages.packetIn(version, 5, bufferId, 1, Messages.FRAME));
    rig.settle(); // the event thread may be writing to the socket: it asks for the entries at times
    return client.takeTypes();
  }

  private static String tableFull(int version) {
    return version == 1
        ? "01 01 0014 00000005 0003 0000 010e000800000005"
        : "04 01 0014 00000005 0005 0001 040e000800000005";
  }

  @EachVersion
  void shouldSendPacketsOnWithoutInstallingWhenTheTableIsFull(int version) {
    try (Rig rig = rig(StrategyName.FAIR_SHARE)) {
      FakeSwitch full = rig.join(version, 1);
      FakeSwitch other = rig.join(version, 2);
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
      for (int i = 0; i < 100; i++) {
        full.send(tableFull(version));
      }
      rig.pump();
      assertThat(ask(rig, full, version, -1)).containsExactly(PACKET_OUT);
      assertThat(ask(rig, full, version, 77)).as("releases the buffer").containsExactly(PACKET_OUT);
      assertThat(ask(rig, other, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
      assertThat(rig.counted(Counter.TABLES_FULL)).isEqualTo(100);
      assertThat(rig.counted(Counter.ENTRIES_NOT_INSTALLED)).isEqualTo(2);
      rig.pass(1_100);
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
      rig.tell(full, tableFull(version));
      rig.pass(1_500);
      assertThat(ask(rig, full, version, -1)).as("two seconds now").containsExactly(PACKET_OUT);
      rig.pass(600);
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
    }
  }

  /** As route-flow does with {@code release = confirmed}. */
  @EachVersion
  void shouldGiveNoEntryToSendLaterWhenTheTableIsFull(int version) {
    FlowOptions options = FlowOptions.timeouts(10, 0);
    RequestStage stage =
        (request, output) -> {
          long own = request.datapathId();
          output.entry(own, request, 1, 2, options).ifPresent(entry -> output.send(own, entry));
          output.forward(request, 2);
        };
    try (Rig rig = Rig.setup().stage(stage).start()) {
      FakeSwitch full = rig.join(version, 1);
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
      rig.tell(full, tableFull(version));
      assertThat(ask(rig, full, version, -1)).containsExactly(PACKET_OUT);
      assertThat(rig.counted(Counter.ENTRIES_NOT_INSTALLED)).isEqualTo(1);
      rig.pass(1_100);
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
    }
  }

  /** As bandwidth-on-demand does. */
  @EachVersion
  void shouldRefuseOnlyEntriesThatAnApplicationMakesWhenTheTableIsFull(int version) {
    OFFactory factory = ColdCodec.factory(version);
    OFMessage add = factory.buildFlowAdd().setMatch(factory.matchWildcardAll()).build();
    OFMessage modify = factory.buildFlowModify().setMatch(factory.matchWildcardAll()).build();
    List<Sent> results = new ArrayList<>();
    RequestStage stage =
        (request, output) -> {
          results.add(output.send(1, add)); // gathered when the switch asks, else sent at once
          results.add(output.send(1, modify));
          output.forward(request, 2);
        };
    try (Rig rig = Rig.setup().stage(stage).start()) {
      FakeSwitch full = rig.join(version, 1);
      FakeSwitch other = rig.join(version, 2);
      rig.tell(full, tableFull(version));
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, PACKET_OUT);
      ask(rig, other, version, -1);
      assertThat(full.takeTypes()).containsExactly(FLOW_MOD);
      assertThat(results).containsExactly(Sent.TABLE_FULL, Sent.YES, Sent.TABLE_FULL, Sent.YES);
      assertThat(rig.counted(Counter.ENTRIES_NOT_INSTALLED)).isEqualTo(2);
      rig.pass(1_100);
      assertThat(ask(rig, full, version, -1)).containsExactly(FLOW_MOD, FLOW_MOD, PACKET_OUT);
    }
  }

  /** A switch whose table stays full costs few entries that fail, however much it asks. */
  @EachStrategy
  void shouldTryRarelyWhenTheTableStaysFull(StrategyName strategy) {
    try (Rig rig = rig(strategy)) {
      FakeSwitch full = rig.join(4, 1);
      int tried = 0;
      for (int i = 0; i < 600; i++) { // a minute
        List<Integer> answer = ask(rig, full, 4, -1);
        assertThat(answer).endsWith(PACKET_OUT);
        if (answer.contains(FLOW_MOD)) {
          tried++;
          rig.tell(full, tableFull(4));
        }
        rig.pass(100);
      }
      assertThat(tried).isEqualTo(6); // at 0, 1, 3, 7, 15, 31 seconds
      assertThat(full.isClosedByPeer()).isFalse();
    }
  }
}
