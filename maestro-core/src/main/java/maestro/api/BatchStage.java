package maestro.api;

/**
 * A stage of a sequence, run on the workers over a batch of flow requests.
 *
 * <p>Threads: each worker has an instance of its own and calls it from its own thread, so plain
 * fields are private scratch. A stage may not block, and may keep no reference to the batch, its
 * requests or the output after it returns.
 *
 * <p>When it throws, the requests of the batch it had not answered stay unanswered and the worker
 * goes on.
 */
@FunctionalInterface
public interface BatchStage {
  /**
   * Handles the requests of a batch, in their order.
   *
   * @param batch the requests that no earlier stage has consumed; positioned before the first
   * @param output where answers go; they are written together after the last stage has run
   */
  void onBatch(FlowBatch batch, SwitchOutput output);
}
