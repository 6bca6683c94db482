package maestro.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  /** An application that reads the view. */
  private record Reader(String application, Class<?> type) {}

  private final ViewStore store;
  private final String name;
  private final int index;

  /** The types as which applications read it, in the order in which they started. */
  private final List<Reader> readers = new ArrayList<>();

  /** How many runs of its event stage are due or under way. Volatile order. */
  private final AtomicInteger making = new AtomicInteger();

  /**
   * The application that publishes it; null until one declares it. Set while applications start.
   */
  private @Nullable String maker;

  /** The type as which it is published; null until an application declares it. */
  private @Nullable Class<T> type;

  StoredView(ViewStore store, String name, int index) {
    this.store = store;
    this.name = name;
    this.index = index;
  }

  /** The name that operators write. */
  public String name() {
    return name;
  }

  /** The application that publishes it, or null. */
  public @Nullable String maker() {
    return maker;
  }

  /**
   * Declares who publishes it.
   *
   * @throws IllegalStateException when an application reads it as something else
   */
  void maker(String application, Class<T> ofValues) {
    maker = application;
    type = ofValues;
    readers.forEach(this::check);
  }

  /**
   * Declares who reads it.
   *
   * @throws IllegalStateException when it is published as something else
   */
  void reader(String application, Class<?> as) {
    Reader reader = new Reader(application, as);
    readers.add(reader);
    check(reader);
  }

  private void check(Reader reader) {
    if (type != null && !reader.type().isAssignableFrom(type)) {
      throw new IllegalStateException(
          "the view '%s' is read as %s by '%s' and is published as %s by '%s'; allowed: the same type or a supertype, from the API, the jar of both, or a package that one jar exports to the other"
              .formatted(name, text(reader.type()), reader.application(), text(type), maker));
    }
  }

  private static String text(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null) {
      return type.getName();
    }
    boolean isJar = loader.getName() != null && loader != StoredView.class.getClassLoader();
    return type.getName() + " of " + (isJar ? loader.getName() : "Maestro");
  }

  int index() {
    return index;
  }

  AtomicInteger making() {
    return making;
  }

  @Override
  @SuppressWarnings("unchecked") // only values of the published type get in
  public T at(FlowBatch batch) {
    return (T) ((SeesViews) batch).versions().value(index);
  }

  @Override
  @SuppressWarnings("unchecked") // only values of the published type get in
  public T at(FlowRequest request) {
    return (T) ((SeesViews) request).versions().value(index);
  }

  @Override
  @SuppressWarnings("unchecked") // only values of the published type get in
  public T now() {
    return (T) store.latest().value(index);
  }

  @Override
  public void publish(T value) {
    store.commit(to(value));
  }

  @Override
  public Change to(T value) {
    return new To<>(this, Objects.requireNonNull(type, "published").cast(value));
  }

  /** A change that is not yet published. */
  record To<T>(StoredView<T> view, T value) implements Change {}
}
