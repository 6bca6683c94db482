package maestro.emulator.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class LoadGateTest {
  private final LoadGate gate = new LoadGate();

  @Test
  void shouldLetThreadWaitUntilReleasedWhenHeld() throws Exception {
    gate.hold();
    Thread thread = new Thread(gate::awaitRelease, "held");
    thread.start();
    await().until(() -> thread.getState() == Thread.State.WAITING);
    assertThat(gate.isHeld()).isTrue();

    gate.release();

    thread.join();
    assertThat(gate.isHeld()).isFalse();
  }

  @Test
  void shouldNotWaitWhenReleased() {
    gate.hold();
    gate.release();
    gate.awaitRelease();
    assertThat(gate.isHeld()).isFalse();
  }
}
