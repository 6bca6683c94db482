package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import maestro.api.BatchStage;
import maestro.api.FlowOptions;
import maestro.config.StrategyName;
import maestro.metrics.DelayCounts;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long requests have waited, and what was counted of their flow tables, by a test's clock. */
class RequestWaitsTest {
  private static final long MS = 1_000_000;

  @AutoClose private Rig rig;

  /** Takes a millisecond, by the only clock there is. */
  private final BatchStage stage =
      (batch, output) -> {
        rig.moveClock(MS);
        while (batch.next()) {
          output.installAndForward(batch.request(), 2, FlowOptions.timeouts(10, 0));
        }
      };

  private void start(RigSetup setup) {
    rig = setup.stage(stage).start();
  }

  private static byte[] requests(int count) {
    return Messages.join(
        IntStream.range(0, count).mapToObj(i -> Messages.packetIn(1, i)).toArray(byte[][]::new));
  }

  private DelayCounts waits(long datapathId) {
    return rig.switches.get(datapathId).waiting().counts();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyName.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "SHARED_QUEUE") // there, another thread polls
  void shouldCountEachRequestFromThePollToTheWrite(StrategyName strategy) {
    start(Rig.setup().strategy(strategy));
    FakeSwitch client = rig.join(1, 1);
    assertThat(waits(1).count()).isZero();

    client.send(requests(3));
    rig.until(() -> waits(1).count() == 3);

    assertThat(waits(1).sumNs()).isEqualTo(3 * MS);
    rig.moveClock(50 * MS); // while it asks for nothing
    client.send(requests(1));
    rig.until(() -> waits(1).count() == 4);
    assertThat(waits(1).sumNs()).isEqualTo(4 * MS);
  }

  @Test
  void shouldCountWhatAVisitLeftOverFromTheBeginOfThatVisit() {
    start(Rig.setup().quantum(4));
    FakeSwitch client = rig.join(1, 1);

    client.send(requests(10));
    rig.until(() -> waits(1).count() == 10);

    assertThat(waits(1).sumNs()).isEqualTo((4 * 1 + 4 * 2 + 2 * 2) * MS);
  }

  @Test
  void shouldCountTheVisitToAnotherSwitchBeforeIt() {
    start(Rig.setup());
    FakeSwitch one = rig.join(1, 1);
    FakeSwitch two = rig.join(1, 2);

    one.send(requests(1));
    two.send(requests(1));
    rig.until(() -> waits(1).count() + waits(2).count() == 2);

    assertThat(waits(1).plus(waits(2)).sumNs()).isEqualTo(3 * MS); // one and two milliseconds
  }

  @Test
  void shouldCountWithSeveralWorkersAtOneSwitch() {
    start(Rig.setup().workers(2).sequence("{ on = flow-request, run = [app0], ordering = none }"));
    FakeSwitch client = rig.join(1, 1);

    client.send(requests(5));
    rig.until(() -> waits(1).count() == 5);

    assertThat(waits(1).sumNs()).isEqualTo(5 * MS);
  }

  @Test
  void shouldCountNothingWhenASwitchAsksForNothing() {
    start(Rig.setup());
    FakeSwitch client = rig.join(1, 1);

    client.send("01 02 0008 00000007"); // an echo request
    assertThat(rig.await(client, 1)).hasSize(1);

    assertThat(waits(1).count()).isZero();
    assertThat(rig.switches.get(1).flowTable().flowMods()).isZero();
  }

  @Test
  void shouldCountTheFlowModsOfEachSwitchOfABatch() {
    start(Rig.setup().strategy(StrategyName.ROUND_ROBIN));
    FakeSwitch one = rig.join(1, 1);
    FakeSwitch two = rig.join(4, 2);

    one.send(requests(3));
    two.send(Messages.packetIn(4, 0));
    two.send(Messages.packetIn(4, 1));
    rig.until(() -> waits(1).count() + waits(2).count() == 5);

    assertThat(rig.switches.get(1).flowTable().flowMods()).isEqualTo(3);
    assertThat(rig.switches.get(2).flowTable().flowMods())
        .as("with the table-miss entry")
        .isEqualTo(1 + 2);
  }

  @Test
  void shouldCountTheFlowModsAmongMessagesThatWereSentOtherwise() {
    start(Rig.setup());
    rig.join(1, 1);
    byte[] flowMod = FakeSwitch.hex("01 0e 0010 00000001 0000000000000000");
    byte[] barrier = FakeSwitch.hex("01 12 0008 00000002");

    assertThat(rig.switches.get(1).send(Messages.join(flowMod, flowMod, barrier, flowMod)))
        .isTrue();

    assertThat(rig.switches.get(1).flowTable().flowMods()).isEqualTo(3);
  }
}
