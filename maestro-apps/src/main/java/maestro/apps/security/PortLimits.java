package maestro.apps.security;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.BadSettingException;
import maestro.apps.ports.PortList;
import maestro.apps.settings.Durations;
import maestro.apps.settings.EntryTimeouts;

/**
 * The limits above which a port is blocked.
 *
 * @param interval the period of the checks
 * @param maxRequestsPerSecond the most requests
 * @param maxAddresses the most source addresses of requests in an interval
 * @param blockSeconds the time for which a port is blocked
 * @param onlyHostPorts whether to block only ports that lead to hosts, according to discovery
 * @param spared ports that are never blocked
 */
record PortLimits(
    Duration interval,
    long maxRequestsPerSecond,
    int maxAddresses,
    int blockSeconds,
    boolean onlyHostPorts,
    PortList spared) {

  static PortLimits of(Config config) {
    return new PortLimits(
        Durations.between(config, "interval", Duration.ofMillis(100), Duration.ofMinutes(1)),
        number(config, "max-requests-per-second", 1, Integer.MAX_VALUE),
        (int) number(config, "max-addresses", 1, PortCounters.MAX_ADDRESSES),
        EntryTimeouts.seconds(config, "block-time", 1),
        config.getBoolean("only-host-ports"),
        PortList.of(config, "never-block"));
  }

  private static long number(Config config, String key, long least, long most) {
    long found = config.getLong(key);
    if (found < least || found > most) {
      throw new BadSettingException(key, found, least + " to " + most);
    }
    return found;
  }
}
