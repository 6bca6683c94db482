package maestro.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.CookieRange;
import maestro.api.Stages;
import maestro.sequence.ApplicationHost.Configured;
import maestro.sequence.application.ApplicationStartException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the application that blocks in its start. The applications start in a thread of their own,
 * which is left behind when one blocks.
 */
final class WatchedStarts {
  /** Waits for a task. */
  @FunctionalInterface
  interface Wait {
    /**
     * Returns when a task has ended, or after a time.
     *
     * @return whether it has ended
     * @throws ExecutionException when it has failed
     */
    boolean hasEnded(Future<Boolean> task, long ns) throws InterruptedException, ExecutionException;
  }

  private record Start(String name, long sinceNs) {}

  private final long limitSeconds;
  private final long limitNs;
  private final LongSupplier clock;
  private final Wait wait;
  private volatile @Nullable Start starting;

  /**
   * Makes a watch.
   *
   * @param limitSeconds the time that an application may take to start
   */
  WatchedStarts(long limitSeconds) {
    this(limitSeconds, System::nanoTime, WatchedStarts::hasEnded);
  }

  /**
   * Makes a watch with a clock of its own.
   *
   * @param clock the time in ns
   * @param wait waits by that clock
   */
  WatchedStarts(long limitSeconds, LongSupplier clock, Wait wait) {
    this.limitSeconds = limitSeconds;
    this.limitNs = TimeUnit.SECONDS.toNanos(limitSeconds);
    this.clock = clock;
    this.wait = wait;
  }

  private static boolean hasEnded(Future<Boolean> task, long ns)
      throws InterruptedException, ExecutionException {
    try {
      return task.get(ns, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    }
  }

  /**
   * Starts applications, and returns when they have started.
   *
   * @param starter starts those that it is given
   * @throws ApplicationStartException when one blocks; otherwise what the starter throws
   */
  void start(List<Configured> applications, Consumer<List<Configured>> starter)
      throws InterruptedException {
    List<Configured> watched =
        applications.stream()
            .map(each -> new Configured(new Watched(each.application()), each.config()))
            .toList();
    FutureTask<Boolean> task = new FutureTask<>(() -> starter.accept(watched), true);
    Thread thread = new Thread(task, "start");
    thread.setDaemon(true);
    thread.start();
    try {
      while (!wait.hasEnded(task, leftNs() + 1)) {
        // waits on: each application has the whole time
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // a consumer throws no other
    }
  }

  /**
   * The time that the application that starts now has left. One that starts later has more, so no
   * limit passes in a wait of this time.
   */
  private long leftNs() {
    long nowNs = clock.getAsLong(); // first: one that ends meanwhile is not found late
    Start start = starting;
    if (start == null) {
      return limitNs;
    }
    long leftNs = limitNs - (nowNs - start.sinceNs());
    if (leftNs < 0) {
      throw new ApplicationStartException(
          start.name(), "it has been in start for more than " + limitSeconds + " s");
    }
    return leftNs;
  }

  /** An application that tells when it starts. */
  private final class Watched implements Application {
    private final Application application;

    Watched(Application application) {
      this.application = application;
    }

    @Override
    public String name() {
      return application.name();
    }

    @Override
    public String version() {
      return application.version();
    }

    @Override
    public int requiredApiLevel() {
      return application.requiredApiLevel();
    }

    @Override
    public List<CookieRange> cookies() {
      return application.cookies();
    }

    @Override
    public boolean entriesStay() {
      return application.entriesStay();
    }

    @Override
    public Stages start(ApplicationContext context) {
      starting = new Start(name(), clock.getAsLong());
      try {
        return application.start(context);
      } finally {
        starting = null;
      }
    }
  }
}
