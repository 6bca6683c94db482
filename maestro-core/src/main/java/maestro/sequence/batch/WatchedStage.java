package maestro.sequence.batch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import maestro.api.BatchStage;
import maestro.api.FlowBatch;
import maestro.api.SwitchOutput;

/**
 * A stage whose answers {@link StageCheck} gets to know, and whether its thread waits in it. The
 * first call is not asked for waits: it loads classes.
 *
 * <p>The worker's own.
 */
final class WatchedStage implements BatchStage {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * A shorter call is not reported: it was delayed by a lock of the platform, such as the log's.
   */
  private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final BatchStage stage;
  private final String who;
  private final StageCheck check;
  private boolean isCalled;

  WatchedStage(BatchStage stage, String who, StageCheck check) {
    this.stage = stage;
    this.who = who;
    this.check = check;
  }

  @Override
  public void onBatch(FlowBatch batch, SwitchOutput output) {
    SwitchOutput checked = new CheckedOutput((WorkerOutput) output, who, check);
    long waited = waitedTimes();
    long startNs = System.nanoTime();
    try {
      stage.onBatch(batch, checked);
    } finally {
      long elapsedNs = System.nanoTime() - startNs;
      long times = waitedTimes() - waited;
      if (isCalled && times > 0 && elapsedNs >= LEAST_NS) {
        check.waited(who, times, elapsedNs);
      }
      isCalled = true;
    }
  }

  @Override
  public void afterWrite(SwitchOutput output) {
    stage.afterWrite(new CheckedOutput((WorkerOutput) output, who, check));
  }

  /** How often this thread has slept, or waited for another one. */
  @SuppressWarnings("deprecation") // threadId() came with 19
  private static long waitedTimes() {
    ThreadInfo info = THREADS.getThreadInfo(Thread.currentThread().getId());
    return info.getWaitedCount();
  }
}
