package maestro.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.CookieRange;
import maestro.api.Stages;
import maestro.sequence.ApplicationHost.Configured;
import maestro.sequence.ApplicationStartException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the application that blocks in its start. The applications start in a thread of their own,
 * which is left behind when one blocks.
 */
final class WatchedStarts {
  private final long limitSeconds;
  private volatile @Nullable Watched starting;

  /**
   * Makes a watch.
   *
   * @param limitSeconds the time that an application may take to start; it is found after twice
   *     this time at most
   */
  WatchedStarts(long limitSeconds) {
    this.limitSeconds = limitSeconds;
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
      while (!isDone(task)) {
        // waits on: each application has the whole time
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // a consumer throws no other
    }
  }

  /** Waits once; throws when one application was starting all the time. */
  private boolean isDone(FutureTask<Boolean> task) throws InterruptedException, ExecutionException {
    Watched before = starting;
    try {
      return task.get(limitSeconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      if (before != null && before == starting) {
        throw new ApplicationStartException(
            before.name(), "it has been in start for more than " + limitSeconds + " s");
      }
      return false;
    }
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
      starting = this;
      try {
        return application.start(context);
      } finally {
        starting = null;
      }
    }
  }
}
