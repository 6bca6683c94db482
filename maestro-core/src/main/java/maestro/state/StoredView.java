package maestro.state;

import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.PublishedView;
import org.jspecify.annotations.Nullable;

/**
 * One view of a {@link ViewStore}.
 *
 * @param <T> the value's type
 */
public final class StoredView<T> implements PublishedView<T> {
  private final ViewStore store;
  private final String name;
  private final int index;
  private final Class<T> type;

  /** How many runs of its event stage are due or under way. Volatile order. */
  private final AtomicInteger making = new AtomicInteger();

  /**
   * The application that publishes it; null until one declares it. Set while applications start.
   */
  private @Nullable String maker;

  StoredView(ViewStore store, String name, int index, Class<T> type) {
    this.store = store;
    this.name = name;
    this.index = index;
    this.type = type;
  }

  /** The name that operators write. */
  public String name() {
    return name;
  }

  /** The application that publishes it, or null. */
  public @Nullable String maker() {
    return maker;
  }

  void maker(String application) {
    maker = application;
  }

  Class<T> type() {
    return type;
  }

  int index() {
    return index;
  }

  AtomicInteger making() {
    return making;
  }

  @Override
  @SuppressWarnings("unchecked") // only values of the type get in
  public T at(FlowBatch batch) {
    return (T) ((SeesViews) batch).versions().value(index);
  }

  @Override
  @SuppressWarnings("unchecked") // only values of the type get in
  public T at(FlowRequest request) {
    return (T) ((SeesViews) request).versions().value(index);
  }

  @Override
  @SuppressWarnings("unchecked") // only values of the type get in
  public T now() {
    return (T) store.latest().value(index);
  }

  @Override
  public void publish(T value) {
    store.commit(to(value));
  }

  @Override
  public Change to(T value) {
    return new To<>(this, type.cast(value));
  }

  /** A change that is not yet published. */
  record To<T>(StoredView<T> view, T value) implements Change {}
}
