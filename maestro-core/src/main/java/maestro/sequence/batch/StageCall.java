package maestro.sequence.batch;

import maestro.api.BatchStage;
import maestro.sequence.application.RunningApplication;
import org.jspecify.annotations.Nullable;

/**
 * The stage of one application on one worker, with what its calls get: a batch, a request and an
 * output of its own.
 *
 * <p>They are valid while the worker calls the stage. A stage that has kept one of them, and uses
 * it later or gives it to another thread, gets an exception, which is a fault of its application:
 *
 * <ol>
 *   <li>The batch and the output know the thread that calls the stage, from the begin of a call to
 *       its end. Each of their methods compares that thread with its own.
 *   <li>The request knows it from the first request of a call on, so that the request of an earlier
 *       batch cannot be used before that either.
 *   <li>The field is plain. Only the worker writes it: null or itself. So whatever another thread
 *       sees, it never sees itself.
 * </ol>
 *
 * <p>The worker's own, except for {@link #check}.
 */
public final class StageCall {
  private final RunningApplication application;
  private final BatchStage stage;
  private final StageBatch batch;
  private final WorkerOutput output;

  private boolean isCalled;

  /** The worker during a call, else null. */
  private @Nullable Thread caller; // 3

  /**
   * Makes the stage of an application.
   *
   * @param check watches it; null when stages are not checked
   */
  public StageCall(
      RunningApplication application,
      BatchView view,
      WorkerOutput worker,
      @Nullable StageCheck check) {
    this.application = application;
    BatchStage own = application.newStage();
    this.stage = check == null ? own : check.watched(application.name(), own);
    RequestView request =
        view.newRequest(application, check == null ? null : check.untrackedReads());
    this.batch = new StageBatch(this, view, request);
    this.output = worker.of(this, request);
  }

  /** The view through which the stage sees requests. */
  RequestView request() {
    return batch.view();
  }

  RunningApplication application() {
    return application;
  }

  /** Whether the stage has not been called yet. */
  boolean isFirst() {
    return !isCalled;
  }

  /** Begins a call. */
  void begin() {
    caller = Thread.currentThread();
    isCalled = true;
  }

  /** Calls the stage with the batch, between {@link #begin} and {@link #end}. */
  void run() {
    stage.onBatch(batch, output);
  }

  /** Calls the stage when the answers of the batch are written, in the same way. */
  void afterWrite() {
    stage.afterWrite(output);
  }

  /** Ends a call. With an interrupt that the stage has left, the worker would never sleep again. */
  void end() {
    caller = null;
    batch.end();
    if (Thread.interrupted()) {
      application.failed(
          0, new IllegalStateException("its stage has interrupted its worker: undone"));
    }
  }

  /** Throws, unless the calling thread is the worker, and in a call. Any thread. */
  void check() {
    if (caller != Thread.currentThread()) { // 1
      throw misuse();
    }
  }

  /** What to throw when something that was kept is used. */
  RuntimeException misuse() {
    return application.misused();
  }
}
