package maestro.sequence.batch;

import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.state.SeesViews;
import maestro.state.Versions;

/** A worker's batch as one stage has it: the stage cannot use it after its call. */
final class StageBatch implements FlowBatch, SeesViews {
  private final StageCall call;
  private final BatchView view;
  private final RequestView request;

  StageBatch(StageCall call, BatchView view, RequestView request) {
    this.call = call;
    this.view = view;
    this.request = request;
  }

  /** The request through which the stage sees all requests. */
  RequestView view() {
    return request;
  }

  /** Ends the call of the stage. */
  void end() {
    request.end();
  }

  @Override
  public int count() {
    call.check();
    return view.count();
  }

  @Override
  public boolean next() {
    call.check();
    return view.next();
  }

  @Override
  public boolean nextMultiDestination() {
    call.check();
    return view.nextMultiDestination();
  }

  @Override
  public FlowRequest request() {
    return request.request(); // checks itself
  }

  @Override
  public void rewind() {
    call.check();
    view.rewind();
  }

  @Override
  public Versions versions() {
    call.check();
    return view.versions();
  }
}
