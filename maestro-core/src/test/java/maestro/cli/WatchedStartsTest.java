package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.ConfigLoader;
import maestro.metrics.Metrics;
import maestro.net.TestApplication;
import maestro.net.session.SwitchTable;
import maestro.sequence.ApplicationHost;
import maestro.sequence.ApplicationHost.Configured;
import maestro.sequence.application.ApplicationStartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchedStartsTest {
  private static final long LIMIT_SECONDS = 10;
  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);

  private final List<String> started = new CopyOnWriteArrayList<>();
  private final AtomicLong nowNs = new AtomicLong(-LIMIT_NS);
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);
  private final Semaphore looks = new Semaphore(0);
  private volatile Optional<Thread> starter = Optional.empty();

  private final MaestroConfig config;

  WatchedStartsTest() throws BadConfigurationException {
    config = ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0");
  }

  @AfterEach
  void endTheThread() throws InterruptedException {
    never.countDown();
    if (starter.isPresent()) {
      starter.get().join();
    }
  }

  /** An application that does something in its start. */
  private Configured application(String name, Callable<?> doing) {
    return new Configured(
        new TestApplication(name, context -> start(context, name, doing)), ConfigFactory.empty());
  }

  private Stages start(ApplicationContext context, String name, Callable<?> doing) {
    assertThat(context).isNotNull();
    assertThatCode(doing::call).doesNotThrowAnyException();
    started.add(name);
    return Stages.batch(() -> (request, output) -> {});
  }

  private void start(List<Configured> applications) {
    starter = Optional.of(Thread.currentThread());
    new ApplicationHost(applications, config, new SwitchTable(), new Metrics()).end();
  }

  private boolean block() throws InterruptedException {
    stuck.countDown();
    never.await();
    return true;
  }

  /** Lets time pass once an application blocks. */
  private boolean passes(long ns) throws InterruptedException {
    stuck.await();
    nowNs.addAndGet(ns);
    return false;
  }

  /** Takes the whole time, and ends when that has been looked at. */
  private boolean takeTheWholeTime() throws InterruptedException {
    nowNs.addAndGet(LIMIT_NS);
    looks.drainPermits();
    looks.acquire(2); // between two waits the time was looked at
    return true;
  }

  private boolean looks(Future<Boolean> task) throws InterruptedException, ExecutionException {
    looks.release();
    return task.isDone() && task.get();
  }

  @Test
  void shouldNameTheApplicationThatBlocksInStartWhenTheLimitHasPassed() {
    List<Configured> both =
        List.of(application("quick", () -> true), application("stuck", this::block));
    WatchedStarts starts = new WatchedStarts(LIMIT_SECONDS, nowNs::get, (task, ns) -> passes(ns));

    assertThatThrownBy(() -> starts.start(both, this::start))
        .isInstanceOf(ApplicationStartException.class)
        .hasMessage(
            "the application 'stuck' could not start: it has been in start for more than 10 s");
    assertThat(started).containsExactly("quick");
    assertThat(nowNs).hasValue(1);
  }

  @Test
  void shouldLetEachApplicationTakeTheWholeTime() throws InterruptedException {
    List<Configured> both =
        List.of(application("a", this::takeTheWholeTime), application("b", this::takeTheWholeTime));

    new WatchedStarts(LIMIT_SECONDS, nowNs::get, (task, ns) -> looks(task))
        .start(both, this::start);

    assertThat(started).containsExactly("a", "b");
    assertThat(nowNs).hasValue(LIMIT_NS);
  }

  @Test
  void shouldReturnWhenAllHaveStarted() throws InterruptedException {
    new WatchedStarts(LIMIT_SECONDS)
        .start(List.of(application("a", () -> true), application("b", () -> true)), this::start);
    assertThat(started).containsExactly("a", "b");
  }

  @Test
  void shouldThrowWhatStartingThrows() {
    assertThatThrownBy(
            () ->
                new WatchedStarts(LIMIT_SECONDS)
                    .start(
                        List.of(),
                        unused -> {
                          throw new IllegalArgumentException("broken");
                        }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("broken");
  }
}
