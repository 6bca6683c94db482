package maestro.entries;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** The event thread on the test's, by a clock that stands still until it is moved. */
final class FakeEvents implements Reconciler.Events {
  private record Timer(long dueNs, long order, Runnable task) {}

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::dueNs).thenComparingLong(Timer::order));
  private long order;
  private long nowNs = 5_000_000_000L;

  long nowNs() {
    return nowNs;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void executeAfter(Duration delay, Runnable task) {
    timers.add(new Timer(nowNs + delay.toNanos(), order++, task));
  }

  /** Runs what is due now. */
  void run() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  /** Time passes, timer by timer. */
  void advance(Duration duration) {
    long endNs = nowNs + duration.toNanos();
    run();
    while (!timers.isEmpty() && timers.peek().dueNs() <= endNs) {
      nowNs = timers.peek().dueNs();
      timers.remove().task().run();
      run();
    }
    nowNs = endNs;
  }
}
