package maestro.sequence.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DrivenEventsTest {
  private final List<String> ran = new ArrayList<>();
  private long nowNs = Long.MAX_VALUE - 5; // the clock wraps
  private final DrivenEvents events = new DrivenEvents(() -> nowNs);

  @Test
  void shouldRunTasksInTheOrderOfTheirTimesAndThenOfTheirComing() {
    List<ScheduledFuture<?>> unused =
        List.of(after(20, "late"), after(10, "first"), after(10, "second"));
    events.execute(() -> ran.add("now"));
    runAll();
    assertThat(ran).containsExactly("now");
    assertThat(events.nextNs()).isEqualTo(nowNs + 10);
    nowNs += 30;
    runAll();
    assertThat(ran).containsExactly("now", "first", "second", "late");
    assertThat(events.nextNs()).isEqualTo(DrivenEvents.NEVER);
  }

  @Test
  void shouldNotRunWhatIsCancelled() {
    ScheduledFuture<?> unused = after(10, "kept");
    assertThat(after(10, "cancelled").cancel(false)).isTrue();
    nowNs += 10;
    runAll();
    assertThat(ran).containsExactly("kept");
  }

  @Test
  void shouldRepeatFromTheEndOfARunUntilItIsShutDown() {
    ScheduledFuture<?> unused =
        events.scheduleWithFixedDelay(() -> ran.add("tick"), 10, 10, TimeUnit.NANOSECONDS);
    for (int i = 0; i < 35; i++) {
      nowNs++;
      runAll();
    }
    assertThat(ran).hasSize(3);
    events.shutdownNow();
    nowNs += 100;
    runAll();
    events.execute(() -> ran.add("too late"));
    runAll();
    assertThat(ran).hasSize(3);
    assertThat(events.isTerminated()).isTrue();
  }

  private ScheduledFuture<?> after(long ns, String name) {
    Runnable task = () -> ran.add(name);
    return events.schedule(task, ns, TimeUnit.NANOSECONDS);
  }

  private void runAll() {
    while (events.runOne()) {
      assertThat(ran.size()).isLessThan(100);
    }
  }
}
