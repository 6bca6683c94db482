package maestro.api;

/**
 * Tells the sequences that run on an announcement. Unlike a view, every single one arrives, in
 * order.
 *
 * @param <T> the announced value's type
 */
@FunctionalInterface
public interface Announcer<T> {
  /** Announces. Any thread; the listeners run later, on the event thread. */
  void announce(T value);
}
