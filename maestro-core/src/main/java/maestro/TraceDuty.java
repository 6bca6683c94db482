package maestro;

import java.util.concurrent.locks.LockSupport;
import maestro.metrics.BatchingTrace;
import maestro.worker.DutyThread;
import org.jspecify.annotations.Nullable;

/** Writes a sample of a {@link BatchingTrace} each interval until it is told to end. */
final class TraceDuty implements DutyThread.Duty {
  private final BatchingTrace trace;
  private long nextNs = System.nanoTime();

  /**
   * Volatile: set by the thread itself, read by the thread that ends it. Null before the first
   * cycle.
   */
  private volatile @Nullable Thread thread;

  TraceDuty(BatchingTrace trace) {
    this.trace = trace;
  }

  @Override
  public int doWork() {
    if (thread == null) {
      thread = Thread.currentThread();
    }
    long nowNs = System.nanoTime();
    if (nowNs - nextNs < 0) {
      return 0;
    }
    trace.write(nowNs);
    nextNs = Math.max(nextNs + BatchingTrace.INTERVAL_NS, nowNs); // missed samples are lost
    return 1;
  }

  @Override
  public void idle() {
    LockSupport.parkNanos(nextNs - System.nanoTime());
  }

  @Override
  public void wakeup() {
    LockSupport.unpark(thread);
  }

  @Override
  public void ended() {
    trace.close();
  }
}
