package maestro.apps.learning;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.BadSettingException;
import maestro.apps.settings.Durations;

/**
 * The settings {@code table-size} and {@code address-timeout}.
 *
 * @param tableSize the addresses of one switch
 */
record HostTableSettings(int tableSize, Duration addressTimeout) {
  static final int MOST_ADDRESSES = 1 << 20;

  /**
   * Reads them.
   *
   * @throws BadSettingException when one is out of its bounds
   */
  static HostTableSettings of(Config config) {
    int tableSize = config.getInt("table-size");
    if (tableSize < 16 || tableSize > MOST_ADDRESSES) {
      throw new BadSettingException("table-size", tableSize, "16 to 1048576");
    }
    return new HostTableSettings(
        tableSize,
        Durations.between(config, "address-timeout", Duration.ofSeconds(1), Duration.ofHours(24)));
  }

  /** An empty table for one switch, for one worker at a time or for several. */
  LearnedHosts newTable(boolean inOrder) {
    long timeoutNs = addressTimeout.toNanos();
    return inOrder
        ? new HostTable(tableSize, timeoutNs)
        : new SharedHostTable(tableSize, timeoutNs);
  }
}
