package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.metrics.Metrics;
import maestro.net.TestApplication;
import maestro.net.session.SwitchTable;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.event.DrivenEvents;
import maestro.store.Stores;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Background tasks that are called again and again, with threads and without. */
class PeriodicTaskTest {
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicReference<Thread> caller = new AtomicReference<>();
  private int budget = 1000;
  private long nowNs = Long.MAX_VALUE - SECOND_NS; // the clock wraps within a run
  private final DrivenEvents driven = new DrivenEvents(() -> nowNs);

  private ApplicationHost host(Consumer<ApplicationContext> declares, @Nullable DrivenEvents events)
      throws Exception {
    TestApplication application =
        new TestApplication(
            "a",
            context -> {
              declares.accept(context);
              return Stages.events(new Recorder("a", Recorder.list()));
            });
    var setting =
        CommandLineSetting.parse("--set", "sequences.s={ on = switch-joined, run = [a] }");
    var most = CommandLineSetting.parse("--set", "maestro.applications.fault-budget=" + budget);
    var config = ConfigLoader.parse(Optional.empty(), List.of(setting, most));
    return new ApplicationHost(
        List.of(new ApplicationHost.Configured(application, ConfigFactory.empty())),
        List.of(),
        List.of(),
        config.validate(List.of(new ApplicationDefaults("a", ConfigFactory.empty()))).maestro(),
        new SwitchTable(),
        new Metrics(),
        events == null ? System::nanoTime : () -> nowNs,
        Stores.inMemory(1 << 20),
        events,
        null);
  }

  private void call() {
    caller.set(Thread.currentThread());
    if (calls.incrementAndGet() == 3) {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void shouldCallTheTaskOnItsThreadAlsoAfterItHasThrown() throws Exception {
    ApplicationHost host =
        host(context -> context.backgroundEvery("work", Duration.ofMillis(1), this::call), null);
    host.begin();
    try {
      Awaitility.await().until(() -> calls.get() > 4);
      assertThat(caller.get().getName()).isEqualTo("a-work");
      assertThat(host.faults()).containsEntry("a", 1);
    } finally {
      host.end();
    }
  }

  @Test
  void shouldEndTheThreadWhenTheApplicationIsTakenOut() throws Exception {
    budget = 2;
    ApplicationHost host =
        host(
            context ->
                context.backgroundEvery(
                    "work",
                    Duration.ofMillis(1),
                    () -> {
                      caller.set(Thread.currentThread());
                      throw new IllegalStateException("each time");
                    }),
            null);
    host.begin();
    try {
      Awaitility.await().until(() -> caller.get() != null && !caller.get().isAlive());
      assertThat(host.faults()).containsEntry("a", 2);
    } finally {
      host.end();
    }
  }

  @Test
  void shouldEndTheThreadWhenTheHostEnds() throws Exception {
    ApplicationHost host =
        host(
            context ->
                context.backgroundEvery(
                    "work", Duration.ofMillis(1), () -> caller.set(Thread.currentThread())),
            null);
    host.begin();
    Awaitility.await().until(() -> caller.get() != null);
    host.end();
    Awaitility.await().until(() -> !caller.get().isAlive());
  }

  /** How often the task was called after each of so many half seconds. */
  private List<Integer> callsAfterHalfSeconds(int count) {
    List<Integer> after = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nowNs += SECOND_NS / 2;
      while (driven.runOne()) {}
      after.add(calls.get());
    }
    return after;
  }

  @Test
  void shouldCallTheTaskOnTheClockWhenThereAreNoThreads() throws Exception {
    ApplicationHost host =
        host(context -> context.backgroundEvery("work", Duration.ofSeconds(1), this::call), driven);
    host.begin();
    assertThat(callsAfterHalfSeconds(10))
        .as("the third call has thrown")
        .containsExactly(0, 1, 1, 2, 2, 3, 3, 4, 4, 5);
    assertThat(caller.get()).isSameAs(Thread.currentThread());
    host.end();
  }

  @Test
  void shouldNotCallTheTaskWhenTheHostHasEndedWithoutThreads() throws Exception {
    ApplicationHost host =
        host(context -> context.backgroundEvery("work", Duration.ofSeconds(1), this::call), driven);
    host.begin();
    assertThat(callsAfterHalfSeconds(2)).containsExactly(0, 1);
    host.end();
    assertThat(callsAfterHalfSeconds(4)).containsOnly(1);
  }

  @Test
  void shouldRefuseATaskThatNeedsAThreadWhenThereAreNone() {
    assertThatThrownBy(() -> host(context -> context.background("loop", () -> {}), driven))
        .isInstanceOf(ApplicationStartException.class)
        .hasMessageContaining("the application 'a' could not start")
        .hasMessageContaining("its background task 'loop' needs a thread");
  }

  @Test
  void shouldRefuseAnIntervalThatIsNotAboveZero() {
    assertThatThrownBy(
            () -> host(context -> context.backgroundEvery("w", Duration.ZERO, () -> {}), driven))
        .isInstanceOf(ApplicationStartException.class)
        .hasMessageContaining("interval: found PT0S; allowed: above 0");
  }
}
