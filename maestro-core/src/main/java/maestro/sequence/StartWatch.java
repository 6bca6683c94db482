package maestro.sequence;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log which application has not returned from its start. The start is waited for:
 * nothing could end it.
 *
 * <p>Threads: one that starts applications, and the one that checks later.
 */
final class StartWatch {
  private static final Logger LOG = LoggerFactory.getLogger(StartWatch.class);

  private final Executor later;

  /** Checks after {@link ApplicationHost#START_SECONDS}, in a thread of the common pool. */
  StartWatch() {
    this(CompletableFuture.delayedExecutor(ApplicationHost.START_SECONDS, TimeUnit.SECONDS));
  }

  /**
   * Checks at another time.
   *
   * @param later runs a task when an application has had its time
   */
  StartWatch(Executor later) {
    this.later = later;
  }

  /** Begins to watch the start of an application. */
  Start begin(String application) {
    Start start = new Start(application);
    later.execute(start::check);
    return start;
  }

  /** The start of one application. */
  static final class Start {
    private final String application;
    private boolean ended;
    private boolean told;

    private Start(String application) {
      this.application = application;
    }

    private synchronized void check() {
      if (!ended) {
        told = true;
        LOG.warn(
            "application {} has been in start for more than {} s; it is waited for",
            application,
            ApplicationHost.START_SECONDS);
      }
    }

    /** Ends the watch: the application has returned or thrown. */
    synchronized void end() {
      ended = true;
      if (told) {
        LOG.info("the start of application {} has ended", application);
      }
    }
  }
}
