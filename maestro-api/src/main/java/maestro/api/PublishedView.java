package maestro.api;

/**
 * The handle by which an application publishes values of its view.
 *
 * @param <T> the value's type
 */
public interface PublishedView<T> extends View<T> {
  /**
   * Publishes a new value. From the event thread or a background task; the last one wins.
   *
   * @param value immutable, or never changed after this call
   */
  void publish(T value);

  /** A change for {@link ApplicationContext#publishTogether}. This call publishes nothing. */
  Change to(T value);

  /** One view and its next value. */
  interface Change {}
}
