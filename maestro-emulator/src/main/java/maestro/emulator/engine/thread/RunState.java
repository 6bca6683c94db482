package maestro.emulator.engine.thread;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the load threads of a run tell each other and those that watch: how far they are, and the
 * first thing that went wrong. Any thread may call anything.
 */
public final class RunState {
  private final AtomicReference<String> failure = new AtomicReference<>();
  private final AtomicInteger readyThreads = new AtomicInteger();
  private volatile boolean learningIncomplete;
  private long setUpEndNs;
  private int setUpThreads;

  /** The first failure is kept; the threads end on it. */
  public void fail(String reason) {
    failure.compareAndSet(null, reason);
  }

  public boolean hasFailed() {
    return failure.get() != null;
  }

  /** One line, or null. */
  public String failure() {
    return failure.get();
  }

  /** The handshakes of a thread's switches ended at this time of {@link System#nanoTime}. */
  synchronized void setUpUntil(long endNs) {
    setUpEndNs = setUpThreads == 0 || endNs - setUpEndNs > 0 ? endNs : setUpEndNs;
    setUpThreads++;
  }

  /** How long after {@code beginNs} all handshakes of so many threads had ended; 0 if not yet. */
  public synchronized long setUpNs(long beginNs, int threads) {
    return setUpThreads == threads ? setUpEndNs - beginNs : 0;
  }

  /** A thread has set up its switches and taught their addresses. */
  void ready() {
    readyThreads.incrementAndGet();
  }

  public int readyThreads() {
    return readyThreads.get();
  }

  /** The time for learning was over before all addresses were sent. */
  void learningWasCut() {
    learningIncomplete = true;
  }

  public boolean isLearningIncomplete() {
    return learningIncomplete;
  }
}
