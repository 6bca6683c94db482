package maestro.thread;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The one test of this package that starts threads: the loop that all our threads run. */
class DutyThreadTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(DutyThread.class);

  @BeforeEach
  void mute() {
    logger.setLevel(Level.OFF);
  }

  @AfterEach
  void unmute() {
    logger.setLevel(null);
  }

  /** Throws what it is told to, then counts down. */
  private static class Faulty implements Duty {
    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    final CountDownLatch worked = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    final AtomicLong maxWaitNs = new AtomicLong();
    private final Throwable[] thrown;
    private int cycles;

    Faulty(Throwable... thrown) {
      this.thrown = thrown;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
      throw (T) thrown;
    }

    @Override
    public int doWork(long maxWait) {
      maxWaitNs.set(maxWait);
      if (cycles < thrown.length) {
        Faulty.<RuntimeException>sneak(thrown[cycles++]);
      }
      worked.countDown();
      return 0;
    }

    @Override
    public void wakeup() {}

    @Override
    public void failed(Throwable cause) {
      failures.add(cause);
    }

    @Override
    public void ended() {
      ended.countDown();
    }
  }

  private static void runUntilItWorked(Faulty duty) throws InterruptedException {
    DutyThread thread = new DutyThread("under-test", 3, duty, 7, ignored -> {}).start();
    assertThat(duty.worked.await(2, TimeUnit.MINUTES)).isTrue();
    thread.stop();
    assertThat(duty.ended.await(2, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void shouldGoOnAndTellWhenCycleThrowsAnything() throws InterruptedException {
    Throwable[] thrown = {
      new IllegalStateException(),
      new Exception(),
      new NoClassDefFoundError(),
      new StackOverflowError(),
      new AssertionError(),
      new OutOfMemoryError("Cannot reserve bytes of direct buffer memory")
    };
    Faulty duty = new Faulty(thrown);
    runUntilItWorked(duty);
    assertThat(duty.failures).containsExactly(thrown);
    assertThat(duty.maxWaitNs.get()).isEqualTo(7);
  }

  @Test
  void shouldGoOnWhenCleaningUpThrowsToo() throws InterruptedException {
    Faulty duty =
        new Faulty(new IllegalStateException(), new IllegalStateException()) {
          @Override
          public void failed(Throwable cause) {
            super.failed(cause);
            throw new NullPointerException();
          }
        };
    runUntilItWorked(duty);
    assertThat(duty.failures).hasSize(2);
  }

  @Test
  void shouldStartWhenWhatWasAskedForAtStartFails() throws InterruptedException {
    Faulty duty = new Faulty();
    List<Long> numbers = new CopyOnWriteArrayList<>();
    DutyThread thread =
        new DutyThread(
                "under-test",
                3,
                duty,
                7,
                number -> {
                  numbers.add(number);
                  throw new IllegalStateException("cannot bind");
                })
            .start();
    assertThat(duty.worked.await(2, TimeUnit.MINUTES)).isTrue();
    thread.stop();
    assertThat(numbers).containsExactly(3L);
  }

  @Test
  void shouldTellAllThreadsBeforeItWaitsForOneWhenTheyStopTogether() throws InterruptedException {
    Faulty second = new Faulty();
    Faulty first =
        new Faulty() {
          @Override
          public void ended() {
            try {
              if (second.ended.await(1, TimeUnit.MINUTES)) {
                super.ended();
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    List<DutyThread> threads =
        List.of(
            new DutyThread("first", 0, first, 7, ignored -> {}).start(),
            new DutyThread("second", 1, second, 7, ignored -> {}).start());
    DutyThread.stopAll(threads, TimeUnit.MINUTES.toNanos(2));
    assertThat(first.ended.getCount()).isZero();
  }
}
