package maestro.simulate.measure;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

/** Costs between cores: moving a cache line, and waking a thread. */
public class CoreBenchmark {
  /** A cache line that two cores hand to each other and back: one operation moves it twice. */
  @State(Scope.Group)
  public static class Line {
    private static final int MIDDLE = 32;

    /** Alone on its line, and on the one that is fetched along. */
    private final AtomicLongArray memory = new AtomicLongArray(2 * MIDDLE);

    private long take(int parity, Control control) {
      long turn = memory.getAcquire(MIDDLE);
      while ((turn & 1) != parity) {
        if (control.stopMeasurement) {
          return turn;
        }
        turn = memory.getAcquire(MIDDLE);
      }
      memory.setRelease(MIDDLE, turn + 1);
      return turn;
    }
  }

  /** A thread that sleeps until another thread wakes it. */
  @State(Scope.Thread)
  public static class Sleeper {
    private static final long LONG_NS = 1_000_000_000;

    /** Until the other core has nothing to do any more. */
    private static final long ASLEEP_NS = 50_000;

    private final Thread thread = new Thread(this::sleep, "sleeper");

    /** Volatile: how often it was woken. */
    private volatile long woken;

    private volatile boolean closed;
    private long asked;

    private void sleep() {
      for (long times = 1; !closed; times++) {
        LockSupport.parkNanos(LONG_NS);
        woken = times;
      }
    }

    /** Starts it. */
    @Setup
    public void start() {
      thread.setDaemon(true);
      thread.start();
    }

    /** Waits until it sleeps. */
    @Setup(Level.Invocation)
    public void awaitSleep() {
      while (woken < asked || thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      long fromNs = System.nanoTime();
      while (System.nanoTime() - fromNs < ASLEEP_NS) {
        Thread.onSpinWait();
      }
    }

    /** Ends it. */
    @TearDown
    public void end() {
      closed = true;
      LockSupport.unpark(thread);
    }
  }

  /** One of the two. */
  @Benchmark
  @Group("handOver")
  @GroupThreads
  public long even(Line line, Control control) {
    return line.take(0, control);
  }

  /** The other one. */
  @Benchmark
  @Group("handOver")
  @GroupThreads
  public long odd(Line line, Control control) {
    return line.take(1, control);
  }

  /** Wakes a thread. */
  @Benchmark
  public void wake(Sleeper sleeper) {
    sleeper.asked = sleeper.woken + 1;
    LockSupport.unpark(sleeper.thread);
  }

  /** Wakes a thread, and waits until it runs. */
  @Benchmark
  public long wakeAndSee(Sleeper sleeper) {
    long before = sleeper.woken;
    sleeper.asked = before + 1;
    LockSupport.unpark(sleeper.thread);
    while (sleeper.woken == before) {
      Thread.onSpinWait();
    }
    return before;
  }
}
