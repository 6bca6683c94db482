package maestro.state;

import maestro.api.FlowBatch;
import maestro.api.FlowRequest;

/** A batch without requests. */
record StressBatch(Versions versions) implements FlowBatch, SeesViews {
  @Override
  public int count() {
    return 0;
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public FlowRequest request() {
    throw new IllegalStateException("there is none");
  }

  @Override
  public void rewind() {}
}
