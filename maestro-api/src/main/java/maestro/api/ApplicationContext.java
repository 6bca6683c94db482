package maestro.api;

import com.typesafe.config.Config;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

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

  /** The application's {@link Application#name}. Since API level 4. */
  default String name() {
    return "";
  }

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

  /**
   * Declares that this application reads the file that one of its settings names. When the file
   * changes, the configuration is read anew within a second or two, as when a file of its own
   * changes: a new instance of the application reads the file at its start. When that one throws,
   * it is refused, and this instance goes on with what it has read. Since API level 4.
   *
   * @param setting its path; its value is a text
   * @return the file, which need not exist. A relative path starts at the folder of the file that
   *     names it. Empty when the value is empty
   * @throws BadSettingException when the value is no path
   */
  default Optional<Path> file(String setting) {
    String name = config().getString(setting);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String from = config().getValue(setting).origin().filename();
    try {
      return Optional.of(from == null ? Path.of(name) : Path.of(from).resolveSibling(name));
    } catch (InvalidPathException e) {
      throw new BadSettingException(setting, name, "a file");
    }
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
   * The same for a table whose addresses expire. An address goes when no {@link SharedTable#put} or
   * {@link SharedTable#replace} has set it for {@code idle}, also to the same value; within an
   * eighth of that time more. A get does not count. Since API level 4.
   *
   * @param idle 1 ms to 365 days, by {@link #clock}
   * @throws IllegalArgumentException when the capacity or the time is not allowed
   */
  default SharedTable sharedTable(int capacity, Duration idle) {
    throw new UnsupportedOperationException("no address of a table expires on this platform");
  }

  /**
   * Declares that this application keeps state over reloads and restarts, and returns it, with the
   * values of the last run. Since API level 4.
   *
   * <p>{@code maestro check} and virtual time have an empty one, which is not kept.
   */
  default Store store() {
    throw new UnsupportedOperationException("this platform keeps no state");
  }

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
   * or {@link SwitchOutput#send}. Not called for packets that stages have forwarded, nor for
   * messages of {@link Switches#request} and {@link Switches#installed}, whose futures fail.
   * Refusals are dropped and counted when a switch sends more than the event thread can take. Since
   * API level 4.
   *
   * @param handler called on the event thread
   */
  default void onRefused(Consumer<RefusedMessage> handler) {}

  /**
   * Declares a metric {@code maestro_app_NAME_total} of this application in {@code /metrics}, with
   * the label {@code application}. It counts from 0 after each reload. Since API level 4.
   *
   * @param name a-z, 0-9 and _, as {@code leases_given}
   * @param help what it counts, in a line
   * @throws IllegalArgumentException when name or help is not allowed, the application has the
   *     metric already, or another application has a gauge of this name
   */
  default ApplicationCounter counter(String name, String help) {
    return count -> {};
  }

  /**
   * Declares a metric {@code maestro_app_NAME} of this application in {@code /metrics}, with the
   * label {@code application}. Since API level 4.
   *
   * @throws IllegalArgumentException like {@link #counter}
   */
  default ApplicationGauge gauge(String name, String help) {
    return value -> {};
  }

  /**
   * Declares the Ethernet types of the frames that {@link EventStage#onFrame} gets, such as 0x888e
   * for EAPOL, behind VLAN tags, too. While a sequence on {@code frame} runs this application, no
   * batch stage sees these frames. Since API level 4.
   *
   * @param ethTypes 0x600 to 0xffff, without IPv4, IPv6 and ARP, which are flow requests (see
   *     {@link SwitchOutput#hold}), VLAN tags, and LLDP and BDDP, which have {@link
   *     EventStage#onLldp}
   * @throws IllegalArgumentException when a type is not allowed
   */
  default void frames(int... ethTypes) {
    throw new UnsupportedOperationException("no frames on this platform");
  }

  /**
   * Declares what decides about the flow entries of this application on switches. All flow entries
   * of an application without a reconciler stay. Since API level 4.
   *
   * @param reconciler called on the event thread
   */
  EntryCheck reconcilesEntries(EntryReconciler reconciler);

  /**
   * Declares a reconciler that also gets the switch-local state of the switch with the flow entry.
   * Since API level 4.
   *
   * @param state declared by {@link #switchLocal} of this application
   * @param reconciler called on the worker that serves the switch
   */
  <T> EntryCheck reconcilesEntries(SwitchLocal<T> state, LocalEntryReconciler<T> reconciler);

  /**
   * The name of {@link #reconcilesEntries(EntryReconciler)} before API level 4.
   *
   * @deprecated use {@link #reconcilesEntries(EntryReconciler)}; the next release has this method
   *     no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  @SuppressWarnings("removal")
  default EntryCheck keepsEntries(EntryKeeper keeper) {
    Objects.requireNonNull(keeper, "keeper");
    return reconcilesEntries(
        new EntryReconciler() {
          @Override
          public void begin(SwitchInfo info) {
            keeper.begin(info);
          }

          @Override
          public EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
            return keeper.worthOf(info, entry).verdict();
          }

          @Override
          public List<OFFlowMod> missing(SwitchInfo info) {
            return keeper.missing(info);
          }
        });
  }

  /**
   * The name of {@link #reconcilesEntries(SwitchLocal, LocalEntryReconciler)} before API level 4.
   *
   * @deprecated use {@link #reconcilesEntries(SwitchLocal, LocalEntryReconciler)}; the next release
   *     has this method no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  @SuppressWarnings("removal")
  default <T> EntryCheck keepsEntries(SwitchLocal<T> state, LocalEntryKeeper<T> keeper) {
    Objects.requireNonNull(keeper, "keeper");
    return reconcilesEntries(
        state, (info, own, entry) -> keeper.worthOf(info, own, entry).verdict());
  }

  /**
   * The cookie that the platform puts on a flow entry of this application that has cookie 0 or
   * {@link FlowOptions#DEFAULT_COOKIE}. It follows from the application's name and is the same in
   * every run. The lower 24 bits are 0 and free for the application's use.
   */
  long cookie();

  // ---- over a reload, or from one member of a cluster to another, declared ----

  /**
   * The state that the previous instance of this application has saved at the reload that is under
   * way ({@link #savesState}). It may be that of another version of the application, and a little
   * older than the reload: switches, ports and links may have changed since. Since API level 4.
   *
   * @return empty when the controller starts, when the application did not run before, had failed
   *     too often or saved nothing; the caller owns the bytes
   */
  Optional<byte[]> savedState();

  /**
   * Declares how this application saves its state: for the next instance at a reload, which gets it
   * by {@link #savedState}, and for another member of the cluster ({@link #restoresState}). State
   * passes as bytes, so that nothing refers to the class loader that is closed. Since API level 4.
   *
   * @param state makes the bytes. Called on the thread that reloads, or once a second on the active
   *     member of a cluster, while all stages of this application run; what it reads must be
   *     immutable or published. The reload may still fail, so this application may go on. In a
   *     cluster only the parts that differ are sent
   */
  void savesState(Supplier<byte[]> state);

  /**
   * Declares how this application restores the state that its instance on another member of the
   * cluster has saved, some seconds ago at most. Needs {@link #savesState}. Since API level 4.
   *
   * <p>The bytes may be of another version of the application, and switches, ports and links may
   * have changed since. The application may have older state, from a time when this member was
   * active. Never called without a cluster.
   *
   * @param restorer gets 4 MiB at most; called on the event thread when this member begins to serve
   *     switches, before the first of them joins. Throws an {@link IllegalArgumentException}, which
   *     is logged with its message, when the bytes have another format: the application goes on
   *     without them
   */
  void restoresState(Consumer<byte[]> restorer);

  /**
   * The name of {@link #savedState} before API level 4.
   *
   * @deprecated use {@link #savedState}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  default Optional<byte[]> inherited() {
    return savedState();
  }

  /**
   * The name of {@link #savesState} before API level 4.
   *
   * @deprecated use {@link #savesState}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  default void leaves(Supplier<byte[]> state) {
    savesState(state);
  }

  // ---- while the controller runs ----

  /** Publishes several views at once: no batch and no event sees one change without the others. */
  void publishTogether(PublishedView.Change... changes);

  /**
   * Reports an event to operators: in {@code /v1/events} and on the page, with the type {@code
   * APPLICATION.TYPE}. At most 60 at once, and then one a second, are reported; those beyond are
   * left out, and the next one has their number as {@code leftOut}. Any thread. Since API level 4.
   *
   * @param type its name for programs: a-z, 0-9 and -, as {@code lease-given}
   * @param text its text for people; up to 500 characters
   * @param details up to 16 texts and whole numbers by name, for programs
   * @throws IllegalArgumentException when the type is not allowed, or there are more details
   */
  default void reportEvent(String type, String text, Map<String, ?> details) {}

  /** The same with severity {@code warning}: an operator should act. Since API level 4. */
  default void reportWarning(String type, String text, Map<String, ?> details) {}

  /** Runs a task on the event thread soon. Any thread. */
  void later(Runnable task);

  /** Runs a task on the event thread after a time. Any thread. */
  Cancellable after(Duration delay, Runnable task);

  /**
   * Runs a task of this application on the event thread when the platform takes another application
   * out, or soon when it is out already. So an application that serves others can free what they
   * hold. A reload replaces both, and runs nothing. Any thread. Since API level 4.
   *
   * @param other the context of the other application, which it has passed to this one
   */
  default void whenTakenOut(ApplicationContext other, Runnable task) {}

  /** A task that has not run yet. */
  @FunctionalInterface
  interface Cancellable {
    /** Prevents the task from running. Does nothing when the task has run already. Any thread. */
    void cancel();
  }
}
