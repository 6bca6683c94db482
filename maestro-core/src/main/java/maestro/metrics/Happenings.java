package maestro.metrics;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import maestro.metrics.Happening.Severity;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What has happened and was not taken yet. Adding never waits: when nobody takes, what comes after
 * the first some thousand is only counted.
 *
 * <p>Threads: any adds, one takes.
 */
public final class Happenings {
  private static final int MOST = 8192;

  private final MpscAtomicArrayQueue<Happening> queue = new MpscAtomicArrayQueue<>(MOST);

  /** Volatile order. */
  private final AtomicLong lost = new AtomicLong();

  /** Notes what happened just now. Any thread; not for what happens with each flow request. */
  public void add(String type, Severity severity, String text, Map<String, Object> details) {
    if (!queue.offer(new Happening(System.nanoTime(), type, severity, text, details))) {
      lost.incrementAndGet();
    }
  }

  /** Takes the oldest; null when there is none. One thread. */
  public @Nullable Happening poll() {
    return queue.poll();
  }

  /** How many were lost since the last call. One thread. */
  public long takeLost() {
    return lost.getAndSet(0);
  }
}
