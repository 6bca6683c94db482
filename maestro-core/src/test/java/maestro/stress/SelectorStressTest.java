package maestro.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.RequestStage;
import maestro.distribution.Tossing;
import maestro.metrics.Counter;
import maestro.net.Rig;
import maestro.net.RigSetup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Connections that are handed from selector to selector as often as can be, by threads that read,
 * write, stop reading since the output is full, and close: no wake-up is lost, neither for input
 * nor for output that waits. Long runs and seeds as in {@link StressTest}.
 */
class SelectorStressTest {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("maestro.stress.seconds", "1.5"));
  private static final long SEED = Long.getLong("maestro.stress.seed", System.nanoTime());
  private static final int WORKERS = 3;
  private static final int DRIVERS = 2;

  /**
   * Nobody is turned away, also while a JVM that has just started is behind with those that left.
   */
  private static final int MOST_CONNECTIONS = 10_000;

  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  /** Whoever waits that long for what has been there all the time has lost a wake-up. */
  private static final long LOST_NS = TimeUnit.SECONDS.toNanos(100);

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  private interface Cycle {
    void run() throws Exception;
  }

  private Thread start(String name, Cycle cycle) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!stopped) {
                  cycle.run();
                }
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            },
            name);
    thread.start();
    return thread;
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void shouldLoseNoWakeUpWhenConnectionsGoFromSelectorToSelector() throws Exception {
    Random random = new Random(SEED);
    RigSetup setup =
        Rig.setup()
            .workers(WORKERS)
            .readBytes(2048)
            .tight()
            .maxSwitches(MOST_CONNECTIONS)
            .maxPerAddress(MOST_CONNECTIONS)
            .patient()
            .batchPerVisit(false)
            .strategy((settings, readiness) -> new Tossing(settings, readiness, SEED))
            .stage(FLOOD);
    try (Rig rig = setup.start()) {
      List<Thread> controller = new ArrayList<>();
      controller.add(start("conductor", () -> rig.conduct()));
      for (int i = 0; i < WORKERS; i++) {
        var worker = rig.workers.get(i);
        controller.add(
            start(
                "worker-" + i,
                () -> {
                  if (worker.doWork() == 0) {
                    worker.await(LOST_NS);
                  }
                }));
      }
      AtomicInteger numbers = new AtomicInteger();
      List<StressDriver> drivers = new ArrayList<>();
      List<Thread> switches = new ArrayList<>();
      long endNs = System.nanoTime() + (long) (SECONDS * 1e9);
      for (int i = 0; i < DRIVERS; i++) {
        StressDriver driver =
            new StressDriver(rig.address(), numbers, true, false, random.nextLong(), endNs);
        drivers.add(driver);
        Thread thread = new Thread(driver, "stress-" + i);
        thread.start();
        switches.add(thread);
      }
      for (Thread thread : switches) {
        thread.join();
      }
      stopped = true;
      rig.workers.forEach(worker -> worker.wakeup());
      for (Thread thread : controller) {
        thread.join();
      }
      String described = "seed " + SEED;
      assertThat(failure.get()).as(described).isNull();
      for (StressDriver driver : drivers) {
        assertThat(driver.failure()).as(described).isNull();
        assertThat(driver.answered()).as(described).isPositive();
      }
      assertThat(rig.counted(Counter.REQUESTS_LOST)).as(described).isZero();
    }
  }
}
