package maestro.metrics;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import maestro.metrics.OperatorEvent.Severity;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue of operator events between the threads that report them and the control thread. Adding
 * never waits: when the queue is full, further events are only counted.
 *
 * <p>Threads: any adds, one takes.
 */
public final class OperatorEvents {
  private static final int MOST = 8192;

  private final MpscAtomicArrayQueue<OperatorEvent> queue = new MpscAtomicArrayQueue<>(MOST);

  /** Volatile order. */
  private final AtomicLong lost = new AtomicLong();

  /** Reports an event of now. Any thread; not for events of each flow request. */
  public void add(String type, Severity severity, String text, Map<String, Object> details) {
    if (!queue.offer(new OperatorEvent(System.nanoTime(), type, severity, text, details))) {
      lost.incrementAndGet();
    }
  }

  /** Takes the oldest; null when there is none. One thread. */
  public @Nullable OperatorEvent poll() {
    return queue.poll();
  }

  /** How many were lost since the last call. One thread. */
  public long takeLost() {
    return lost.getAndSet(0);
  }
}
