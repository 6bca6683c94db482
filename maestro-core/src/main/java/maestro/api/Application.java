package maestro.api;

import java.util.List;

/**
 * An application, found in a jar by {@link java.util.ServiceLoader} through its no-argument
 * constructor.
 *
 * <p>Its defaults stand in a {@code reference.conf} at the root of its jar, under {@code
 * applications.NAME}. A key that is not there is a mistake of the operator, and so is a value of
 * another type.
 *
 * <p>Threads: {@link #start} is called once, on the thread that starts the controller or reads its
 * configuration anew. An instance is started once; a reload makes new ones.
 */
public interface Application {
  /** The API level of this platform. It grows when something is added; nothing is taken away. */
  int API_LEVEL = 2;

  /** The name operators write in a sequence: lower case letters, digits and hyphens. */
  String name();

  /** The application's own version, for people to read. */
  String version();

  /**
   * The lowest {@link #API_LEVEL} this application runs on. A newer one than the platform's is
   * refused at start.
   */
  default int requiredApiLevel() {
    return 1;
  }

  /**
   * The cookies of its own that this application puts on flow entries, besides {@link
   * ApplicationContext#cookie}. The platform takes entries with them for this application's: asks
   * its {@link EntryKeeper} about them, and removes them when the application does not run. Must
   * not depend on {@link #start}.
   */
  default List<CookieRange> cookies() {
    return List.of();
  }

  /** Whether its flow entries stay on the switches when it does not run any more. */
  default boolean entriesStay() {
    return false;
  }

  /**
   * Reads the configuration, declares state, and says what the application does with flow requests
   * and with events. Nothing runs yet and no switch is connected: {@code maestro check} calls this
   * too, and goes no further.
   *
   * @param context what the platform offers; may be kept
   * @throws BadSettingException when a setting has the right type but a value that makes no sense;
   *     the operator is told file and line
   */
  Stages start(ApplicationContext context);
}
