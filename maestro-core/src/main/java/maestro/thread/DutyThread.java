package maestro.thread;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that repeats the cycles of a duty until it is told to end. This is the one loop of all
 * duties.
 *
 * <p>An exception in a cycle is logged, at most {@value #MAX_LOGGED_FAILURES} times, and the next
 * cycle follows, after a pause when exceptions repeat. So one broken connection cannot stop a
 * worker.
 */
public final class DutyThread {
  private static final Logger LOG = LoggerFactory.getLogger(DutyThread.class);
  private static final long NS_PER_MS = 1_000_000;
  private static final long JOIN_NS = 2_000 * NS_PER_MS;
  private static final int MAX_LOGGED_FAILURES = 10;
  private static final int PAUSE_AFTER_FAILURES = 3;
  private static final long PAUSE_NS = 10_000_000;

  private final Duty duty;
  private final long maxWaitNs;
  private final Thread thread;
  private volatile boolean running = true;
  private int failures;
  private int inARow;

  /**
   * Makes the thread; {@link #start} starts it.
   *
   * @param maxWaitNs the longest wait of a cycle without work
   * @param onStart called first on the thread, with its number; for example, binds it to a core
   */
  public DutyThread(String name, int number, Duty duty, long maxWaitNs, LongConsumer onStart) {
    this.duty = duty;
    this.maxWaitNs = maxWaitNs;
    this.thread =
        new Thread(
            () -> {
              begin(onStart, number);
              run();
            },
            name);
  }

  /** Starts the thread. */
  public DutyThread start() {
    thread.start();
    return this;
  }

  /** The thread's id, for the JVM's count of its allocated bytes. */
  @SuppressWarnings("deprecation") // threadId() came with 19
  public long threadId() {
    return thread.getId();
  }

  private void begin(LongConsumer onStart, int number) {
    try {
      onStart.accept(number);
    } catch (Throwable e) {
      LOG.warn("{} runs, but its start action failed: {}", thread.getName(), e.toString());
    }
  }

  private void run() {
    while (running) {
      try {
        int unused = duty.doWork(maxWaitNs);
        inARow = 0;
      } catch (Throwable e) { // also out of memory: an ended thread would keep its claims
        onFailure(e);
      }
    }
    try {
      duty.ended();
    } catch (Throwable e) {
      LOG.warn("{} did not end cleanly", thread.getName(), e);
    }
  }

  private void onFailure(Throwable cause) {
    try {
      if (failures++ < MAX_LOGGED_FAILURES) {
        LOG.error("{} goes on after an error that should not happen", thread.getName(), cause);
      }
      duty.failed(cause);
    } catch (Throwable e) {
      LOG.error("{} could not clean up after an error", thread.getName(), e);
    }
    if (++inARow > PAUSE_AFTER_FAILURES) {
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  /**
   * Tells threads to end after their current cycle, and waits for all of them.
   *
   * @param mostNs the longest wait; a thread that is still busy then is logged
   */
  public static void stopAll(List<DutyThread> threads, long mostNs) throws InterruptedException {
    threads.forEach(DutyThread::tellToEnd);
    long deadlineNs = System.nanoTime() + mostNs;
    for (DutyThread thread : threads) {
      thread.awaitEnd(deadlineNs);
    }
  }

  /** Tells the thread to end and waits for that, at most two seconds. */
  public void stop() throws InterruptedException {
    stopAll(List.of(this), JOIN_NS);
  }

  private void tellToEnd() {
    running = false;
    duty.wakeup();
  }

  private void awaitEnd(long deadlineNs) throws InterruptedException {
    thread.join(Math.max(1, (deadlineNs - System.nanoTime()) / NS_PER_MS));
    if (thread.isAlive()) {
      LOG.warn("{} is still busy and is not waited for", thread.getName());
    }
  }
}
