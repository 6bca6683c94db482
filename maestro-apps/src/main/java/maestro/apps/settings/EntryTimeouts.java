package maestro.apps.settings;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.BadSettingException;

/** Reads the timeouts of flow entries from the settings of an application. Stateless. */
public final class EntryTimeouts {
  /** A timeout has 16 bits in a FLOW_MOD. */
  private static final Duration MOST = Duration.ofSeconds(65_535);

  private EntryTimeouts() {}

  /**
   * Reads a timeout that may be 0, which is never.
   *
   * @return 0 to 65535 seconds
   * @throws BadSettingException when it is longer, or has a fraction of a second
   */
  public static int seconds(Config config, String key) {
    return seconds(config, key, 0);
  }

  /**
   * Reads a timeout.
   *
   * @return {@code least} to 65535 seconds
   * @throws BadSettingException when it is shorter or longer, or has a fraction of a second
   */
  public static int seconds(Config config, String key, int least) {
    return Durations.wholeSeconds(config, key, Duration.ofSeconds(least), MOST);
  }
}
