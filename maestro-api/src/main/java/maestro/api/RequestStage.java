package maestro.api;

/** The simplest stage: one request at a time. The rules of {@link BatchStage} apply. */
public interface RequestStage extends BatchStage {
  /**
   * Handles one request. When this method throws, that request is lost and no other.
   *
   * @param request valid until this method returns
   * @param output where answers go
   */
  void onRequest(FlowRequest request, SwitchOutput output);

  @Override
  default void onBatch(FlowBatch batch, SwitchOutput output) {
    while (batch.next()) {
      onRequest(batch.request(), output);
    }
  }
}
