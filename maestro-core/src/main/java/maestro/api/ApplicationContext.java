package maestro.api;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.function.Function;

/**
 * What the platform offers an application. It may be kept. What is called a declaration is allowed
 * only during {@link Application#start}, the rest once the controller runs.
 */
public interface ApplicationContext {
  /**
   * The application's settings: its own {@code reference.conf} with the operator's values over it.
   */
  Config config();

  /** The switches that are ready. */
  Switches switches();

  /** The VLANs that the operator declares at the ports of switches. */
  Vlans vlans();

  // ---- state, declared ----

  /**
   * Declares state that every switch has one of.
   *
   * @param initial makes the state of a switch that has just joined; called on the worker that
   *     serves it
   * @param <T> the state's type; plain fields suffice, see {@link SwitchLocal}
   */
  <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial);

  /**
   * Declares a table that all workers share.
   *
   * @param capacity how many entries, at least 1; it takes up to 48 bytes for each at once
   */
  SharedTable sharedTable(int capacity);

  /**
   * Declares a view that this application makes. No two applications make the same one.
   *
   * @param name what operators write in {@code view-changed} and {@code stall-on}: lower case
   *     letters, digits and hyphens
   * @param initial what the view is until something is published
   */
  <T> PublishedView<T> publishes(String name, Class<T> type, T initial);

  /**
   * Declares that this application reads a view. That it is made by an application that runs is
   * checked before the first switch connects.
   */
  <T> View<T> reads(String name, Class<T> type);

  /**
   * Declares something this application announces; sequences run on it with {@code on = announced}
   * and {@code event = NAME}.
   */
  <T> Announcer<T> announces(String name, Class<T> type);

  /**
   * Declares work on a thread of its own, begun when the controller serves and interrupted when it
   * stops. It may send to any switch at any time.
   *
   * @param name for the thread and the log
   */
  void background(String name, BackgroundTask task);

  /**
   * Declares who says what the entries of this application are worth. An application that declares
   * nobody keeps them all.
   *
   * @param keeper called on the event thread
   */
  EntryCheck keepsEntries(EntryKeeper keeper);

  /**
   * Declares who says what the entries of this application are worth, with the state of the switch
   * that has them.
   *
   * @param state declared by {@link #switchLocal} of this application
   * @param keeper called on the worker that serves the switch
   */
  <T> EntryCheck keepsEntries(SwitchLocal<T> state, LocalEntryKeeper<T> keeper);

  /**
   * The cookie that the platform gives to this application's entries when it gives them none, or
   * {@link FlowOptions#USUAL_COOKIE}: a name's, the same in every run. The lower 24 bits are 0 and
   * the application's own to use.
   */
  long cookie();

  // ---- while the controller runs ----

  /** Publishes several views at once: no batch and no event sees one without the others. */
  void publishTogether(PublishedView.Change... changes);

  /** Runs a task on the event thread soon. Any thread. */
  void later(Runnable task);

  /** Runs a task on the event thread after a time. Any thread. */
  Cancellable after(Duration delay, Runnable task);

  /** A task that has not run yet. */
  @FunctionalInterface
  interface Cancellable {
    /** It will not run. Nothing happens when it has. Any thread. */
    void cancel();
  }
}
