package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StartWatchTest {
  @AutoClose private final LogOf log = new LogOf(StartWatch.class);
  private final List<Runnable> later = new ArrayList<>();
  private final StartWatch watch = new StartWatch(later::add);

  @Test
  void shouldSayWhichApplicationIsInStartAndWhenThatHasEnded() {
    StartWatch.Start start = watch.begin("slow");
    assertThat(log.lines()).isEmpty();
    later.forEach(Runnable::run);
    assertThat(log.lines())
        .containsExactly("application slow has been in start for more than 10 s; it is waited for");
    start.end();
    assertThat(log.lines()).element(1).isEqualTo("the start of application slow has ended");
  }

  @Test
  void shouldSayNothingWhenApplicationHasReturnedInTime() {
    watch.begin("quick").end();
    later.forEach(Runnable::run);
    assertThat(log.lines()).isEmpty();
  }
}
