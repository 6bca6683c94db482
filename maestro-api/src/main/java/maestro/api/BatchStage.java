package maestro.api;

/**
 * A stage of a sequence, run on the workers over a batch of flow requests.
 *
 * <p>Threads: each worker has its own instance and calls it from its own thread, so plain fields
 * need no lock. A stage must not block. The batch, its requests and the output are valid until it
 * returns, and on that thread only: at any other time, and on any other thread, each of their
 * methods throws {@link IllegalStateException}, which is a fault of the application.
 *
 * <p>When it throws, the request that {@link FlowBatch#next} has moved to last is lost: it gets no
 * answer any more, and later stages do not see it. The stage is called again with the rest of the
 * batch, which begins behind that request, also after {@link FlowBatch#rewind}. So a stage keeps
 * nothing between two requests that the next call would need. A stage that throws before its first
 * {@code next} loses all of the rest.
 */
@FunctionalInterface
public interface BatchStage {
  /**
   * Handles the requests of a batch, in their order.
   *
   * @param batch the requests that no earlier stage has consumed or lost; positioned before the
   *     first one
   * @param output where answers go; they are written together after the last stage has run
   */
  void onBatch(FlowBatch batch, SwitchOutput output);

  /**
   * Called with {@code ordering = none} after the answers of a batch were written to their
   * switches. Another worker may have changed what this stage has read, and have removed flow
   * entries before this batch has sent them. The stage reads again here and removes what has become
   * wrong. What another worker changes from now on, it also removes after this batch has sent its
   * entries.
   *
   * @param output for {@link SwitchOutput#send} only, since the batch is over
   */
  default void afterWrite(SwitchOutput output) {}
}
