package maestro.api;

/**
 * A value that one application publishes and any application may read, such as the topology or the
 * routes. Values are immutable; a new value replaces the old one.
 *
 * <p>A batch sees one version of all views from its first stage to its last, whatever is published
 * meanwhile.
 *
 * <p>Threads: {@link #at} is for batch stages, on their worker; {@link #now} is for any thread.
 *
 * @param <T> the value's type, from the API or from a jar that both applications share
 */
public interface View<T> {
  /** The value as of the start of the batch. Two array reads. */
  T at(FlowBatch batch);

  /** The value as of the start of the batch that this request is in. */
  T at(FlowRequest request);

  /** The latest value. */
  T now();
}
