package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.TimeUnit;
import maestro.distribution.Readiness;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits end when somebody says so; a wait that does not end fails by its time limit. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NioReadinessTest {
  private static final long FOREVER_NS = TimeUnit.HOURS.toNanos(1);
  private static final Readiness.Sink NOBODY = member -> {};
  private static final int MOST_WAITS = 100_000;

  /** Where two threads share one busy processor, each wait may take a slice of its time. */
  private static final long ENOUGH_NS = TimeUnit.SECONDS.toNanos(5);

  @AutoClose private final NioReadiness readiness = new NioReadiness(0);

  @Test
  void shouldNotWaitWhenItWasWokenBefore() {
    readiness.wakeup();
    assertThatCode(() -> readiness.await(NOBODY, FOREVER_NS)).doesNotThrowAnyException();
  }

  @Test
  void shouldNotWaitWhenALookCameBetween() {
    readiness.wakeup();
    readiness.poll(NOBODY); // uses up the selector's own sign
    assertThatCode(() -> readiness.await(NOBODY, FOREVER_NS)).doesNotThrowAnyException();
  }

  @Test
  void shouldEndEachWaitWhenWokenAgainAndAgain() throws Exception {
    Thread waker =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                readiness.wakeup();
              }
            });
    waker.start();
    try {
      long startNs = System.nanoTime();
      for (int i = 0; i < MOST_WAITS && System.nanoTime() - startNs < ENOUGH_NS; i++) {
        readiness.await(NOBODY, FOREVER_NS);
      }
    } finally {
      waker.interrupt();
      waker.join();
    }
  }
}
