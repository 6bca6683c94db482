package maestro.sequence;

import maestro.api.BatchStage;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.BufferPool;
import maestro.net.RequestBatch;
import maestro.net.SwitchTable;

/** The stages that one worker runs over each batch, in their order. */
public final class WorkerSequence {
  private final RequestBatch batch;
  private final BatchView view;
  private final WorkerOutput output;
  private final Counters counters;
  private final FaultLog faults;
  private final String[] names;
  private final BatchStage[] stages;

  WorkerSequence(
      int worker,
      RequestBatch batch,
      int capacity,
      BufferPool pool,
      SwitchTable switches,
      Counters counters,
      FaultLog faults,
      String[] names,
      BatchStage[] stages) {
    this.batch = batch;
    this.view = new BatchView(batch, capacity, counters);
    this.output = new WorkerOutput(worker, view, pool, switches, counters);
    this.counters = counters;
    this.faults = faults;
    this.names = names;
    this.stages = stages;
  }

  /** Runs every stage once over the batch. What a stage throws costs the batch, not the worker. */
  public void run(long nowNs) {
    view.reset(nowNs);
    for (int i = 0; i < stages.length; i++) {
      view.rewind();
      try {
        stages[i].onBatch(view, output);
      } catch (Throwable e) { // whatever it is, other languages throw what Java would not let them
        counters.add(Counter.REQUESTS_LOST, batch.count());
        faults.report(names[i], batch.count(), e);
        return;
      }
    }
  }
}
