package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StartWatchTest {
  private record Check(Runnable task, long dueSeconds) {}

  @AutoClose private final LogOf log = new LogOf(StartWatch.class);
  private final Queue<Check> checks = new ArrayDeque<>();
  private final StartWatch watch =
      new StartWatch((task, seconds) -> checks.add(new Check(task, nowSeconds() + seconds)));
  private long nowSeconds;

  private long nowSeconds() {
    return nowSeconds;
  }

  private void passUntil(long seconds) {
    while (!checks.isEmpty() && checks.peek().dueSeconds() <= seconds) {
      Check next = checks.remove();
      nowSeconds = next.dueSeconds();
      next.task().run();
    }
    nowSeconds = seconds;
  }

  @Test
  void shouldSayWhichApplicationIsInStartAndWhenThatHasEnded() {
    StartWatch.Start start = watch.begin("slow");
    passUntil(9);
    assertThat(log.lines()).isEmpty();
    passUntil(10);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith(
            "application slow has been in start for more than 10 s; it is waited for, and is at\n")
        .as("the thread that starts it")
        .contains("StartWatchTest.shouldSayWhichApplicationIsInStartAndWhenThatHasEnded");
    start.end();
    assertThat(log.lines()).element(1).isEqualTo("the start of application slow has ended");
  }

  @Test
  void shouldSayItAgainLessAndLessOftenWhileItBlocks() {
    StartWatch.Start start = watch.begin("stuck");
    passUntil(3600);
    assertThat(log.lines())
        .extracting(line -> line.replaceAll("(?s).*more than (\\d+) s.*", "$1"))
        .containsExactly("10", "20", "40", "80", "160", "320", "640", "1280", "2560");
    start.end();
    passUntil(100_000);
    assertThat(log.lines()).as("and its end").hasSize(10);
  }

  @Test
  void shouldSayNothingWhenApplicationHasReturnedInTime() {
    watch.begin("quick").end();
    passUntil(100);
    assertThat(log.lines()).isEmpty();
  }
}
