package maestro.api;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The services of the platform for one application. An application may keep it.
 *
 * <p>Methods that declare something are allowed only during {@link Application#start}. {@link
 * #later}, {@link #after}, announcements and entry checks are allowed only when the controller
 * runs. Otherwise they throw {@link IllegalStateException}.
 */
public interface ApplicationContext {
  /**
   * The application's settings: its own {@code reference.conf} with the operator's values over it.
   */
  Config config();

  /**
   * The controller's clock, in nanoseconds: {@link System#nanoTime}, or the virtual time of an
   * emulated network. {@link FlowRequest#nowNs} is a time of this clock.
   */
  default LongSupplier clock() {
    return System::nanoTime;
  }

  /**
   * Whether a sequence of the operator runs this application on a trigger. So an application that
   * needs a trigger for a part of its work can say at its start that this part is missing.
   *
   * @param trigger as in the configuration, such as {@code lldp}
   * @throws IllegalArgumentException when there is no such trigger
   */
  default boolean runsOn(String trigger) {
    return true;
  }

  /** The switches that are ready; none during {@link Application#start}. */
  Switches switches();

  /** The VLANs that the operator declares at the ports of switches. */
  Vlans vlans();

  /**
   * Whether the requests of a switch are handled in their order, by one worker at a time. With
   * {@code ordering = none} they are not: several workers may use the state of a switch at once.
   */
  default boolean inOrder() {
    return true;
  }

  // ---- state, declared ----

  /**
   * Declares state of which each switch has its own instance.
   *
   * @param initial makes the state of a switch that has just joined; called on the worker that
   *     serves the switch. When it throws, this application gets no request and no event of that
   *     switch, and others do; see {@link Application#failsClosed}
   * @param <T> the state's type; plain fields suffice, see {@link SwitchLocal}
   */
  <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial);

  /**
   * Declares state of which each switch has its own instance, and which several threads may use at
   * once. An application that declares all its state in this way, and none by {@link
   * #switchLocal(Function)}, may run with {@code ordering = none}.
   *
   * @param initial makes the state of a switch that has just joined; called on the worker that
   *     serves the switch. When it throws, this application gets no request and no event of that
   *     switch, and others do; see {@link Application#failsClosed}
   * @param <T> the state's type; safe for several threads when not {@link #inOrder}
   */
  default <T> SwitchLocal<T> switchShared(Function<SwitchInfo, T> initial) {
    return switchLocal(initial);
  }

  /**
   * Declares a table that all workers share.
   *
   * @param capacity how many entries, 1 to 268435456; the table allocates up to 48 bytes for each
   *     at once
   * @throws IllegalArgumentException when the capacity is not allowed
   */
  SharedTable sharedTable(int capacity);

  /**
   * Declares a view that this application publishes. Only one application may publish a view.
   *
   * @param name the name that operators write in {@code view-changed} and {@code stall-on}: lower
   *     case letters, digits and hyphens
   * @param initial the value until the first one is published
   */
  <T> PublishedView<T> publishes(String name, Class<T> type, T initial);

  /**
   * Declares that this application reads a view. The controller does not start when no running
   * application publishes it.
   */
  <T> View<T> reads(String name, Class<T> type);

  /**
   * Declares an announcement of this application. A sequence with {@code on = announced} and {@code
   * event = NAME} runs on it.
   */
  <T> Announcer<T> announces(String name, Class<T> type);

  /**
   * Declares work on a thread of its own. The thread starts when the controller serves. It is
   * interrupted when the controller stops or the configuration is reloaded, and then waited for, 2
   * s at most; see {@link Application#end} for what an interrupt does not end. The task may send to
   * any switch at any time. An exception ends it and counts as a fault of the application.
   *
   * @param name for the thread and the log
   */
  void background(String name, BackgroundTask task);

  /**
   * Declares work that is done again and again, on a thread of its own. The first call comes an
   * interval after the controller serves, each other one an interval after the end of the last one.
   * They end when the controller stops or the configuration is reloaded. An exception ends that
   * call and counts as a fault of the application; calls go on until the application is taken out.
   * In virtual time the task runs on the controller's one thread, and {@link #background} is
   * refused.
   *
   * @param name for the thread and the log
   * @param interval from the end of a call to the next one; above 0
   */
  default void backgroundEvery(String name, Duration interval, Runnable task) {
    background(
        name,
        () -> {
          while (true) {
            TimeUnit.NANOSECONDS.sleep(interval.toNanos());
            task.run();
          }
        });
  }

  /**
   * Declares a path below {@code /v1/apps/NAME/} of the control listener that this application
   * answers, until the configuration is reloaded or the platform takes the application out. GET
   * needs the right to read, the other methods the right to change.
   *
   * @param method GET, POST, PUT or DELETE
   * @param path such as {@code reservations} or {@code reservations/{id}}, without a slash at its
   *     begin and end: parts of a-z 0-9 . _ - or names in braces
   * @param handler called on the event thread
   * @throws IllegalArgumentException when the method or the path is not allowed, or declared
   *     already
   */
  void answers(String method, String path, RestHandler handler);

  /**
   * Declares what is called when a switch has refused a message of this application: an entry that
   * a stage has installed, or what it has sent by {@link Switches#send}, {@link Switches#packetOut}
   * or {@link SwitchOutput#send}. Answers to requests by {@link SwitchOutput#forward} and such are
   * not told, nor is what {@link Switches#request} and {@link Switches#installed} complete with.
   * What a switch refuses faster than the event thread can take is dropped and counted. Since API
   * level 4.
   *
   * @param handler called on the event thread
   */
  default void onRefused(Consumer<Refusal> handler) {}

  /**
   * Declares the entry keeper of this application. All flow entries of an application without an
   * entry keeper are kept.
   *
   * @param keeper called on the event thread
   */
  EntryCheck keepsEntries(EntryKeeper keeper);

  /**
   * Declares an entry keeper that also gets the switch-local state of the switch with the flow
   * entry.
   *
   * @param state declared by {@link #switchLocal} of this application
   * @param keeper called on the worker that serves the switch
   */
  <T> EntryCheck keepsEntries(SwitchLocal<T> state, LocalEntryKeeper<T> keeper);

  /**
   * The cookie that the platform puts on a flow entry of this application that has cookie 0 or
   * {@link FlowOptions#USUAL_COOKIE}. It follows from the application's name and is the same in
   * every run. The lower 24 bits are 0 and free for the application's use.
   */
  long cookie();

  // ---- over a reload, or from one member of a cluster to another, declared ----

  /**
   * The bytes that the application of this name has left to this one at the reload that is under
   * way. They may be those of another version of the application, and a little older than the
   * reload: switches, ports and links may have changed since.
   *
   * @return empty when the controller starts, when the application did not run before, had failed
   *     too often or left nothing; the caller owns the bytes
   */
  Optional<byte[]> inherited();

  /**
   * Declares what this application leaves to the application of its name at a reload; and on
   * another member of the cluster, when that one {@link #adopts} it. Only bytes pass, so that
   * nothing refers to the class loader that is closed.
   *
   * @param legacy makes the bytes. Called on the thread that reloads, or once a second on the
   *     active member of a cluster, while all stages of this application run; what it reads must be
   *     immutable or published. The reload may still fail, so this application may go on. Bytes
   *     that are the same, but for few places, cost little to send
   */
  void leaves(Supplier<byte[]> legacy);

  /**
   * Declares how this application goes on with what the application of its name has left on another
   * member of the cluster, a second ago or less: 4 MiB at most. Needs {@link #leaves}.
   *
   * <p>The bytes may be of another version of the application, and switches, ports and links may
   * have changed since. The application may know something from a time when this member was active;
   * the bytes are newer. Never called without a cluster.
   *
   * @param adopter called on the event thread when this member begins to serve switches, before the
   *     first of them joins. Throws an {@link IllegalArgumentException}, which is logged with its
   *     message, when the bytes have another format: the application goes on without them
   */
  void adopts(Consumer<byte[]> adopter);

  // ---- while the controller runs ----

  /** Publishes several views at once: no batch and no event sees one change without the others. */
  void publishTogether(PublishedView.Change... changes);

  /** Runs a task on the event thread soon. Any thread. */
  void later(Runnable task);

  /** Runs a task on the event thread after a time. Any thread. */
  Cancellable after(Duration delay, Runnable task);

  /** A task that has not run yet. */
  @FunctionalInterface
  interface Cancellable {
    /** Prevents the task from running. Does nothing when the task has run already. Any thread. */
    void cancel();
  }
}
