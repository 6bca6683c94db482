package maestro.sequence;

import maestro.api.BatchStage;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.RequestBatch;
import maestro.state.StoredView;
import maestro.state.Versions;
import maestro.state.ViewStore;

/**
 * The stages that one worker runs over each batch, in their order.
 *
 * <p>Threads: the worker's own, but for {@link #look}.
 */
public final class WorkerSequence {
  private static final long NS_PER_US = 1_000;

  private final RequestBatch batch;
  private final BatchView view;
  private final WorkerOutput output;
  private final Counters counters;
  private final RunningApplication[] applications;
  private final BatchStage[] stages;
  private final StageClock clock;
  private final boolean inOrder;

  // Set once, before the first batch.
  private ViewStore views;
  private StoredView<?>[] stallOn;
  private long stallLimitNs;

  WorkerSequence(
      RequestBatch batch,
      BatchView view,
      WorkerOutput output,
      Counters counters,
      RunningApplication[] applications,
      BatchStage[] stages,
      StageClock clock,
      boolean inOrder) {
    this.batch = batch;
    this.view = view;
    this.output = output;
    this.counters = counters;
    this.applications = applications;
    this.stages = stages;
    this.clock = clock;
    this.inOrder = inOrder;
  }

  /** Which views the batches see, and which of them they wait for. */
  void stallOn(ViewStore store, StoredView<?>[] awaited, long limitNs) {
    views = store;
    stallOn = awaited;
    stallLimitNs = limitNs;
  }

  /** Whether a switch is claimed until its requests were handled. */
  public boolean isInOrder() {
    return inOrder;
  }

  /** Runs every stage once over the batch. What a stage throws costs the batch, not the worker. */
  public void run(long nowNs) {
    view.reset(nowNs, settled());
    for (int i = 0; i < stages.length; i++) {
      RunningApplication application = applications[i];
      if (!application.isOut()) {
        view.rewind();
        clock.enter(application);
        output.enter(application, i == stages.length - 1);
        try {
          stages[i].onBatch(view, output);
        } catch (Throwable e) { // whatever it is, other languages throw what Java would not
          clock.leave();
          counters.add(Counter.REQUESTS_LOST, batch.count());
          application.failed(batch.count(), e);
          break;
        }
        clock.leave();
      }
    }
    output.takeBackCoarse();
    view.finish();
    output.flush();
  }

  /** What the batch sees. When the stall limit is over, whatever there is. */
  private Versions settled() {
    Versions settled = views.settled(stallOn);
    long leftNs = stallLimitNs;
    while (settled == null && leftNs > 0) {
      leftNs = stall(leftNs);
      settled = views.settled(stallOn);
    }
    return settled == null ? views.latest() : settled;
  }

  /** Waits, at most so long; what is left of that when all was made, else 0. */
  private long stall(long limitNs) {
    long startNs = System.nanoTime();
    boolean made = views.awaitMade(stallOn, limitNs);
    long elapsedNs = System.nanoTime() - startNs;
    counters.add(Counter.STALLED_BATCHES, 1);
    counters.add(Counter.STALLED_US, elapsedNs / NS_PER_US);
    return made ? limitNs - elapsedNs : 0;
  }

  /** Names an application that does not come back. Called by the conductor; whether it is stuck. */
  boolean look() {
    return clock.look();
  }
}
