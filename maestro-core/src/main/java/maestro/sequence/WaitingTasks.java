package maestro.sequence;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the tasks and timers of one application that wait for the event thread. So an application
 * that makes them faster than they run costs itself an exception, and nobody the memory.
 *
 * <p>Threads: any.
 */
final class WaitingTasks {
  /** Some 200 MB. */
  static final int MOST = 1_000_000;

  private final int most;

  /** Volatile order. */
  private final AtomicInteger count = new AtomicInteger();

  /** No tasks yet, and at most so many later. */
  WaitingTasks(int most) {
    this.most = most;
  }

  /**
   * Takes room for a task.
   *
   * @return the task, which gives the room back when it runs
   * @throws IllegalStateException when there is no room
   */
  Waiting take(Runnable task) {
    if (count.incrementAndGet() > most) {
      count.decrementAndGet();
      throw new IllegalStateException(
          "found %d tasks and timers of this application that wait for the event thread; allowed: so many"
              .formatted(most));
    }
    return new Waiting(task);
  }

  /** A task that has room. */
  final class Waiting implements Runnable {
    private final Runnable task;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private Waiting(Runnable task) {
      this.task = task;
    }

    /** Gives the room back, when it was not: the task runs, or will not. */
    void giveBack() {
      if (isOver.compareAndSet(false, true)) {
        count.decrementAndGet();
      }
    }

    @Override
    public void run() {
      giveBack();
      task.run();
    }
  }
}
