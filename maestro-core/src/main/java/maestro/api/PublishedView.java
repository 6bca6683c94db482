package maestro.api;

/**
 * A view, in the hands of the application that makes it.
 *
 * @param <T> the value's type
 */
public interface PublishedView<T> extends View<T> {
  /**
   * Makes a value the view's. From the event thread or a background task; the last one wins.
   *
   * @param value immutable, or at least never changed again by anybody
   */
  void publish(T value);

  /** A part of {@link ApplicationContext#publishTogether}. Changes nothing by itself. */
  Change to(T value);

  /** One view and its next value. */
  interface Change {}
}
