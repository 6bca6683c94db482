package maestro.sequence.event;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import maestro.entries.Reconciler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event thread: runs one task after the other, in the order in which they were submitted or
 * became due. The thread starts with the first task.
 *
 * <p>Threads: any. Tasks that are submitted after {@link #close} are dropped.
 */
public final class EventLoop implements Reconciler.Events, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
  private static final long END_MS = 300;

  private final ScheduledExecutorService executor;
  private final boolean hasThread;
  private final CountDownLatch released = new CountDownLatch(1);

  public EventLoop() {
    this(newThread(), true);
  }

  /** Runs its tasks where the caller wants; it ends this, too. */
  public EventLoop(ScheduledExecutorService executor) {
    this(executor, false);
  }

  private EventLoop(ScheduledExecutorService executor, boolean hasThread) {
    this.executor = executor;
    this.hasThread = hasThread;
  }

  /** The type tells it from all other threads. */
  private static final class EventsThread extends Thread {
    EventsThread(Runnable task) {
      super(task, "events");
      setDaemon(true);
    }
  }

  /** Whether the calling thread runs tasks of events. */
  boolean isCurrent() {
    return !hasThread || Thread.currentThread() instanceof EventsThread;
  }

  private static ScheduledExecutorService newThread() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1, EventsThread::new, new ThreadPoolExecutor.DiscardPolicy());
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    return executor;
  }

  /** Lets tasks wait until {@link #release}. For a loop with a thread, before its first task. */
  public void hold() {
    executor.execute(
        () -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
          }
        });
  }

  /** Lets the tasks run that wait. */
  public void release() {
    released.countDown();
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  /** Runs a task after a delay; null when the loop is closed. */
  public @Nullable ScheduledFuture<?> after(Duration delay, Runnable task) {
    try {
      return executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return null;
    }
  }

  @Override
  public void executeAfter(Duration delay, Runnable task) {
    ScheduledFuture<?> unused = after(delay, task);
  }

  /** Runs a task periodically, with this time between the end of a run and the next. */
  public void every(long periodNs, Runnable task) {
    ScheduledFuture<?> unused =
        executor.scheduleWithFixedDelay(task, periodNs, periodNs, TimeUnit.NANOSECONDS);
  }

  /**
   * Interrupts the current task and ends after it. Waits at most 300 ms for the task: the
   * controller must end within two seconds, even when a worker also hangs.
   */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(END_MS, TimeUnit.MILLISECONDS)) {
        LOG.warn("the event thread is still busy and is not waited for");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
