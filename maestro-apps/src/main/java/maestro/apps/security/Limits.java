package maestro.apps.security;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import maestro.api.BadSettingException;
import maestro.api.topology.Topology.Port;

/**
 * What a port may do before it is blocked.
 *
 * @param interval how often it is looked at
 * @param maxRequestsPerSecond requests it may send
 * @param maxAddresses source addresses they may come from in an interval
 * @param blockSeconds how long it is blocked
 * @param onlyHostPorts whether only ports are blocked that discovery says lead to hosts
 * @param sparedSwitches those none of whose ports is ever blocked
 * @param sparedPorts ports that are never blocked
 */
record Limits(
    Duration interval,
    long maxRequestsPerSecond,
    int maxAddresses,
    int blockSeconds,
    boolean onlyHostPorts,
    Set<Long> sparedSwitches,
    Set<Port> sparedPorts) {

  static Limits of(Config config) {
    Set<Long> switches = new HashSet<>();
    Set<Port> ports = new HashSet<>();
    for (String text : config.getStringList("never-block")) {
      String[] parts = text.split("/", -1);
      if (!text.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){7}(/[0-9]{1,9})?")) {
        throw new BadSettingException(
            "never-block",
            text,
            "a datapath id such as 00:00:00:00:00:00:00:2a, or one of its ports: "
                + "00:00:00:00:00:00:00:2a/3");
      }
      long datapathId = Long.parseUnsignedLong(parts[0].replace(":", ""), 16);
      if (parts.length == 1) {
        switches.add(datapathId);
      } else {
        ports.add(new Port(datapathId, Integer.parseInt(parts[1])));
      }
    }
    return new Limits(
        duration(config, "interval", Duration.ofMillis(100), Duration.ofMinutes(1)),
        number(config, "max-requests-per-second", 1, Integer.MAX_VALUE),
        (int) number(config, "max-addresses", 1, PortCounters.MAX_ADDRESSES),
        (int)
            duration(config, "block-time", Duration.ofSeconds(1), Duration.ofSeconds(65535))
                .toSeconds(),
        config.getBoolean("only-host-ports"),
        Set.copyOf(switches),
        Set.copyOf(ports));
  }

  private static Duration duration(Config config, String key, Duration least, Duration most) {
    Duration found = config.getDuration(key);
    if (found.compareTo(least) < 0 || found.compareTo(most) > 0) {
      throw new BadSettingException(
          key, found.toMillis() + " ms", least.toMillis() + " ms to " + most.toSeconds() + " s");
    }
    return found;
  }

  private static long number(Config config, String key, long least, long most) {
    long found = config.getLong(key);
    if (found < least || found > most) {
      throw new BadSettingException(key, found, least + " to " + most);
    }
    return found;
  }

  /** Whether a port is never to be blocked. */
  boolean spare(long datapathId, int port) {
    return sparedSwitches.contains(datapathId) || sparedPorts.contains(new Port(datapathId, port));
  }
}
