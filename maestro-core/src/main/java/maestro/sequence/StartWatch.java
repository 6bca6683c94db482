package maestro.sequence;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log which application has not returned from its start, and where it is. It says so
 * after {@link ApplicationHost#START_SECONDS}, and again each time when that time has doubled. The
 * start is waited for: nothing could end it.
 *
 * <p>Threads: one that starts applications, and the one that checks later.
 */
final class StartWatch {
  private static final Logger LOG = LoggerFactory.getLogger(StartWatch.class);

  private final Later later;

  /** Runs a task after a time, on another thread. */
  @FunctionalInterface
  interface Later {
    void run(Runnable task, long seconds);
  }

  /** Checks in a thread of the common pool. */
  StartWatch() {
    this(
        (task, seconds) ->
            CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(task));
  }

  StartWatch(Later later) {
    this.later = later;
  }

  /** Begins to watch the start of an application, which the calling thread starts now. */
  Start begin(String application) {
    Start start = new Start(later, application, Thread.currentThread());
    later.run(start::check, start.seconds);
    return start;
  }

  /** The start of one application. */
  static final class Start {
    private final Later later;
    private final String application;
    private final Thread thread;
    private long seconds = ApplicationHost.START_SECONDS;
    private boolean ended;
    private boolean told;

    private Start(Later later, String application, Thread thread) {
      this.later = later;
      this.application = application;
      this.thread = thread;
    }

    private synchronized void check() {
      if (ended) {
        return;
      }
      told = true;
      LOG.warn(
          "application {} has been in start for more than {} s; it is waited for, and is at{}",
          application,
          seconds,
          Arrays.stream(thread.getStackTrace())
              .map(at -> "\n    " + at)
              .collect(Collectors.joining()));
      later.run(this::check, seconds);
      seconds *= 2;
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
