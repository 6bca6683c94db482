package maestro.sequence.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import maestro.api.Stages;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.TestApplication;
import maestro.sequence.EventMessages;
import maestro.sequence.Recorder;
import org.junit.jupiter.api.Test;

/** A switch that makes events faster than applications handle them. */
class EventFloodTest {
  private static final int MAX_WAITING = 1024;

  private final List<String> told = Recorder.list();

  /** Holds the event thread in its first event until it is told to go on. */
  private static final class Gate extends Recorder {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    Gate(List<String> told) {
      super("a", told);
    }

    @Override
    public void write(String event) {
      entered.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      super.write(event);
    }
  }

  @Test
  void shouldDropAndCountWhatOneSwitchFloodsAndHearTheOthers() throws Exception {
    Gate gate = new Gate(told);
    try (Rig rig =
        Rig.setup()
            .application(new TestApplication("a", context -> Stages.events(gate)))
            .sequence("{ on = [lldp, flow-removed], run = [a] }")
            .start()) {
      FakeSwitch flooding = rig.join(1, 1);
      FakeSwitch quiet = rig.join(1, 2);
      rig.tell(flooding, EventMessages.packetIn(1, EventMessages.LLDP));
      gate.entered.await();
      rig.holdEventThread();
      for (int i = 0; i < MAX_WAITING + 100; i++) {
        flooding.send(EventMessages.packetIn(i, EventMessages.LLDP));
        rig.cycle();
      }
      flooding.send(EventMessages.flowRemoved(1, 1));
      quiet.send(EventMessages.packetIn(1, EventMessages.LLDP));
      rig.until(() -> rig.counted(Counter.EVENTS_DROPPED) == 101);
      rig.pump();
      assertThat(flooding.isClosedByPeer()).isFalse();
      gate.open.countDown();
      rig.until(() -> told.size() == 1 + MAX_WAITING + 1);
      assertThat(told.get(told.size() - 1)).startsWith("a: lldp 2.3");
      told.clear();
      flooding.send(EventMessages.packetIn(1, EventMessages.LLDP)); // there is room again
      rig.until(() -> told.size() == 1);
    }
  }

  @Test
  void shouldHoldFewFramesWhenTheyAreLong() throws Exception {
    Gate gate = new Gate(told);
    try (Rig rig =
        Rig.setup()
            .application(new TestApplication("a", context -> Stages.events(gate)))
            .sequence("{ on = lldp, run = [a] }")
            .start()) {
      FakeSwitch flooding = rig.join(1, 1);
      byte[] frame = Arrays.copyOf(EventMessages.LLDP, 60_000);
      rig.tell(flooding, EventMessages.packetIn(1, EventMessages.LLDP));
      gate.entered.await();
      rig.holdEventThread();
      for (int i = 0; i < 100; i++) {
        rig.tell(flooding, EventMessages.packetIn(i, frame));
      }
      int most = MAX_WAITING / EventBudget.cost(frame.length);
      assertThat(rig.counted(Counter.EVENTS_DROPPED)).isEqualTo(100 - most);
      gate.open.countDown();
      rig.until(() -> told.size() == 1 + most);
    }
  }

  /** 60 switches flood; what waits in all is bounded, and one that does not flood is heard. */
  @Test
  void shouldBoundWhatWaitsInAllAndHearAQuietSwitchWhenManyFlood() throws Exception {
    Gate gate = new Gate(told);
    try (Rig rig =
        Rig.setup()
            .patient()
            .application(new TestApplication("a", context -> Stages.events(gate)))
            .sequence("{ on = [lldp, switch-joined], run = [a] }")
            .start()) {
      rig.holdEventThread(); // from the first join on
      FakeSwitch quiet = rig.join(1, 1_000);
      gate.entered.await();
      byte[] burst = new byte[0];
      for (int i = 0; i < 100; i++) {
        burst = Messages.join(burst, EventMessages.packetIn(i, EventMessages.LLDP));
      }
      for (int i = 1; i <= 60; i++) {
        FakeSwitch flooding = rig.join(1, i);
        for (int j = 0; j < 15; j++) {
          rig.tell(flooding, burst);
        }
      }
      rig.tell(quiet, EventMessages.packetIn(1, EventMessages.LLDP));
      long dropped = rig.counted(Counter.EVENTS_DROPPED);
      long waiting = 60 * 1_500 + 1 - dropped;
      assertThat(waiting).isBetween(40_000L, (long) EventBudget.DROPPABLE);
      rig.join(1, 2_000);
      gate.open.countDown();
      rig.until(() -> told.contains("a: joined 2000"));
      assertThat(told).hasSize((int) waiting + 62);
      assertThat(told.stream().filter(each -> each.startsWith("a: lldp 1000."))).hasSize(1);
    }
  }

  @Test
  void shouldCloseASwitchWhosePortsChangeFasterThanCanBeTold() throws Exception {
    Gate gate = new Gate(told);
    try (Rig rig =
        Rig.setup()
            .application(new TestApplication("a", context -> Stages.events(gate)))
            .sequence("{ on = [switch-left, port-status], run = [a] }")
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      rig.tell(client, Messages.portStatus(1, 0, 1, 0));
      gate.entered.await();
      rig.holdEventThread();
      for (int i = 0; i < MAX_WAITING + 1; i++) {
        client.trySend(ByteBuffer.wrap(FakeSwitch.hex(Messages.portStatus(1, 2, 1, i & 1))));
        rig.cycle();
      }
      rig.until(client::isClosedByPeer);
      gate.open.countDown();
      rig.until(() -> told.contains("a: left 1"));
      assertThat(told).hasSize(1 + MAX_WAITING + 1).last().isEqualTo("a: left 1");
    }
  }
}
