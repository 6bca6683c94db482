package maestro.apps.testkit;

import java.util.List;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;

/** A batch of given requests, none of which is consumed. */
public final class FakeBatch implements FlowBatch {
  private final List<? extends FlowRequest> requests;
  private int next;
  private boolean isFlooded;

  public FakeBatch(FlowRequest... requests) {
    this.requests = List.of(requests);
  }

  /** A batch whose requests a stage has flooded, all of them. */
  public static FakeBatch flooded(FlowRequest... requests) {
    FakeBatch batch = new FakeBatch(requests);
    batch.isFlooded = true;
    return batch;
  }

  @Override
  public int count() {
    return requests.size();
  }

  @Override
  public boolean next() {
    next++;
    return next <= requests.size();
  }

  @Override
  public boolean nextMultiDestination() {
    boolean isAny = next();
    while (isAny && !isFlooded && !request().isMulticast()) {
      isAny = next();
    }
    return isAny;
  }

  @Override
  public FlowRequest request() {
    return requests.get(next - 1);
  }

  @Override
  public void rewind() {
    next = 0;
  }
}
