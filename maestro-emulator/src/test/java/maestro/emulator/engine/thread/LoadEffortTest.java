package maestro.emulator.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What counts as time in which a load thread could have worked. */
class LoadEffortTest {
  private final LoadEffort effort = new LoadEffort();

  @Test
  void shouldBeBusyForTheRestWhenSomeCyclesWereIdle() {
    effort.begin(0);
    effort.cycle(30, true);
    effort.cycle(70, false);
    effort.end(100);
    assertThat(effort.busyShare()).isEqualTo(0.7);
  }

  @Test
  void shouldNotCountTheTimeWhenItStoodStill() {
    effort.begin(0);
    effort.cycle(30, true);
    effort.stoodStill(900);
    effort.cycle(70, false);
    effort.end(1000);
    assertThat(effort.busyShare()).isEqualTo(0.7);
  }

  @Test
  void shouldCountNothingWhenItStoodStillBeforeOrAfterMeasuredTime() {
    effort.stoodStill(900);
    effort.begin(0);
    effort.cycle(50, true);
    effort.end(100);
    effort.stoodStill(900);
    assertThat(effort.busyShare()).isEqualTo(0.5);
  }
}
