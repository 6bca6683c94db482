package maestro.api;

/**
 * Sends announcements to the sequences that have them as a trigger. Unlike the values of a view,
 * every announcement arrives, in order.
 *
 * @param <T> the announced value's type
 */
@FunctionalInterface
public interface Announcer<T> {
  /** Announces a value. Any thread; the receivers run later, on the event thread. */
  void announce(T value);
}
