package maestro.sequence;

import java.util.Arrays;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.RequestBatch;

/**
 * A worker's batch as its stages see it: what is consumed, or is no Ethernet frame, is passed over.
 */
final class BatchView implements FlowBatch {
  private final RequestBatch batch;
  private final RequestView request = new RequestView();
  private final Counters counters;
  private final boolean[] hidden;
  private int position;
  private int run;
  private int runEnd;

  BatchView(RequestBatch batch, int capacity, Counters counters) {
    this.batch = batch;
    this.counters = counters;
    this.hidden = new boolean[capacity];
  }

  /** A new batch has been gathered. */
  void reset(long nowNs) {
    Arrays.fill(hidden, 0, batch.count(), false);
    request.nowNs(nowNs);
    rewind();
  }

  void hide(int index) {
    hidden[index] = true;
  }

  @Override
  public int count() {
    return batch.count();
  }

  @Override
  public boolean next() {
    while (position < batch.count()) {
      if (position == runEnd) {
        nextRun();
      } else {
        int index = position++;
        if (!hidden[index] && wrap(index)) {
          return true;
        }
      }
    }
    return false;
  }

  private void nextRun() {
    run++;
    runEnd = batch.end(run);
    request.beginRun(batch.connection(run), batch.buffer(run));
  }

  private boolean wrap(int index) {
    if (request.wrap(index, batch.offset(index), batch.length(index))) {
      return true;
    }
    hidden[index] = true;
    counters.add(Counter.REQUESTS_IGNORED, 1);
    return false;
  }

  @Override
  public FlowRequest request() {
    return request;
  }

  @Override
  public void rewind() {
    position = 0;
    run = -1;
    runEnd = 0;
  }
}
