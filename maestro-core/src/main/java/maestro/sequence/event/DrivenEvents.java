package maestro.sequence.event;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The tasks of an event thread without a thread: the owner of the clock calls {@link #runOne}.
 * Tasks of the same time run in the order in which they were added. Confined to one thread.
 */
public final class DrivenEvents extends AbstractExecutorService
    implements ScheduledExecutorService {
  /** What {@link #nextNs} says when there is no task. */
  public static final long NEVER = Long.MIN_VALUE;

  private final LongSupplier clock;
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long order;
  private boolean ended;

  /** A task and its time. */
  private final class Task extends FutureTask<Void> implements RunnableScheduledFuture<Void> {
    private final long periodNs;
    private long timeNs;
    private long number;

    Task(Runnable what, long timeNs, long periodNs) {
      super(what, null);
      this.timeNs = timeNs;
      this.periodNs = periodNs;
    }

    @Override
    public boolean isPeriodic() {
      return periodNs > 0;
    }

    @Override
    public void run() {
      if (!isPeriodic()) {
        super.run();
      } else if (runAndReset() && !ended) {
        timeNs = clock.getAsLong() + periodNs;
        enqueue(this);
      }
    }

    @Override
    protected void done() {
      tasks.remove(this);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(timeNs - clock.getAsLong(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Task task = (Task) other;
      long difference = timeNs - task.timeNs;
      return difference != 0 ? Long.signum(difference) : Long.compare(number, task.number);
    }
  }

  /**
   * @param clock nanoseconds
   */
  public DrivenEvents(LongSupplier clock) {
    this.clock = clock;
  }

  /** The clock, in nanoseconds. */
  public LongSupplier clock() {
    return clock;
  }

  private Task add(Task task) {
    enqueue(task);
    return task;
  }

  private void enqueue(Task task) {
    if (!ended) {
      task.number = order++;
      tasks.add(task);
    }
  }

  /** Runs the first task that is due. Returns whether there was one. */
  public boolean runOne() {
    Task first = tasks.peek();
    if (first == null || first.timeNs - clock.getAsLong() > 0) {
      return false;
    }
    tasks.remove();
    first.run();
    return true;
  }

  /** When the first task is due, or {@link #NEVER}. */
  public long nextNs() {
    Task first = tasks.peek();
    return first == null ? NEVER : first.timeNs;
  }

  @Override
  public void execute(Runnable what) {
    enqueue(new Task(what, clock.getAsLong(), 0));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable what, long delay, TimeUnit unit) {
    return add(new Task(what, clock.getAsLong() + unit.toNanos(delay), 0));
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> what, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable what, long initialDelay, long period, TimeUnit unit) {
    return scheduleWithFixedDelay(what, initialDelay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable what, long initialDelay, long delay, TimeUnit unit) {
    long firstNs = clock.getAsLong() + unit.toNanos(initialDelay);
    return add(new Task(what, firstNs, unit.toNanos(delay)));
  }

  @Override
  public void shutdown() {
    ended = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    ended = true;
    List<Runnable> left = new ArrayList<>(tasks);
    tasks.clear();
    return left;
  }

  @Override
  public boolean isShutdown() {
    return ended;
  }

  @Override
  public boolean isTerminated() {
    return ended && tasks.isEmpty();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
