package maestro.api;

import java.util.List;

/**
 * An application. {@link java.util.ServiceLoader} finds it in a jar and calls its no-argument
 * constructor.
 *
 * <p>Its defaults are in a {@code reference.conf} at the root of its jar, under {@code
 * applications.NAME}. A setting with a key that is not there, or with a value of another type, is
 * an error in the configuration.
 *
 * <p>Threads: the thread that starts or reloads the controller calls {@link #start}, once for each
 * instance. A reload makes new instances.
 */
public interface Application {
  /**
   * The API level of this platform. A release in which something was added has a higher one than
   * the release before. What is deprecated stays for one release. Maestro 0.1.0 has level 2, 0.2.0
   * level 3, and 0.3.0 level 4. Level 3 added {@link ApplicationContext#answers}, {@code leaves}
   * and {@code inherited} (now {@link ApplicationContext#savesState} and {@link
   * ApplicationContext#savedState}), {@link ApplicationContext#clock}, {@link
   * ApplicationContext#backgroundEvery}, {@link ApplicationContext#runsOn}, {@link
   * maestro.api.topology.HostLocations#some} and {@link maestro.api.topology.Routes}. Level 4 adds
   * {@link maestro.api.topology.Topology.Role#RETURNED}, {@link
   * maestro.api.topology.Topology.Role#SHARED}, {@link
   * maestro.api.topology.HostLocations#recoverLocation}, {@link PortInfo#floods}, {@link
   * ApplicationContext#inOrder}, {@link ApplicationContext#switchShared}, {@link
   * BatchStage#afterWrite}, {@link #failsClosed}, {@link #end}, {@link Switches#packetOut}, {@link
   * SwitchOutput#before}, {@link FlowActions#then}, {@link FlowActions#gotoTable}, {@link
   * FlowOptions#matchingExactly}, {@link FlowField#prefix}, {@link Switches#installed}, {@link
   * Switches#portStatistics}, {@link Switches#flowStatistics}, {@link
   * ApplicationContext#onRefused}, {@link ApplicationContext#restoresState}, {@link
   * ApplicationContext#store}, {@link SwitchOutput#hold}, {@link EventStage#onFrame}, {@link
   * maestro.api.openflow.OxmField}, {@link ApplicationContext#whenTakenOut}, {@link
   * maestro.api.topology.Bandwidth}, and the names that replace deprecated ones.
   */
  int API_LEVEL = 4;

  /** The name that operators write in a sequence: lower case letters, digits and hyphens. */
  String name();

  /** The application's own version, for people to read. */
  String version();

  /**
   * The lowest {@link #API_LEVEL} on which this application runs. The platform refuses at start an
   * application that needs a higher level than the platform has.
   */
  default int requiredApiLevel() {
    return 1;
  }

  /**
   * The cookies that this application puts on flow entries, besides {@link
   * ApplicationContext#cookie}. Flow entries with these cookies belong to this application: the
   * platform asks its {@link EntryReconciler} about them, and removes them when the application
   * does not run. Must not depend on {@link #start}.
   */
  default List<CookieRange> cookies() {
    return List.of();
  }

  /** Whether its flow entries stay on the switches after it has stopped running. */
  default boolean entriesStay() {
    return false;
  }

  /**
   * Whether requests must not go past this application when it was taken out of its sequences,
   * since it has thrown too often, or has made no state for the switch. They are lost then: later
   * applications do not see them. The flow entries of an application that was taken out stay as
   * they are. Otherwise later applications see the requests, and the entries are removed. A
   * firewall fails closed; an application that only learns does not. Must not depend on {@link
   * #start}.
   */
  default boolean failsClosed() {
    return false;
  }

  /**
   * Reads the configuration, declares state and returns the stages. Must not assume that a switch
   * is connected: {@code maestro check} calls this method too, and starts nothing.
   *
   * @param context the platform's services; may be kept
   * @throws BadSettingException when a setting has the right type but a value that is not allowed;
   *     the operator gets an error with file and line
   */
  Stages start(ApplicationContext context);

  /**
   * Ends the application: closes what the platform does not know, such as sockets, files and
   * threads. Called once for each instance whose {@link #start} has returned, after its last event,
   * when the controller stops or when a reload has put another instance in its place. Its
   * background tasks are interrupted before this call and waited for after it, so a server socket
   * on which one of them waits is closed here. Event stages and background tasks of the next
   * instance begin after that; its batch stages may run already. A call that has not returned after
   * 2 s is not waited for any longer.
   *
   * <p>Threads: one of its own.
   */
  default void end() {}
}
