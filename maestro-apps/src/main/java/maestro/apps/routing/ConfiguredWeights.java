package maestro.apps.routing;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.api.BadSettingException;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.api.topology.Link;
import maestro.api.topology.Topology.Port;

/**
 * The weights of links by the operator's settings.
 *
 * <ol>
 *   <li>A link has the weight that {@code weights} gives the port at which it begins.
 *   <li>With {@code weigh-by = hops} all other links weigh 1.
 *   <li>With {@code weigh-by = speed} they weigh the reference speed divided by the speed of the
 *       slower of their ports, rounded down, at least 1. Routers compute OSPF weights like that;
 *       the standard leaves them to the operator (RFC 2328, C.3). A port that does not report its
 *       speed does not count.
 *   <li>A link of a switch that is not connected is a last resort, whatever it weighs.
 * </ol>
 */
final class ConfiguredWeights {
  private static final Pattern PORT =
      Pattern.compile("([0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){7})/([0-9]{1,10})");
  private static final long MAX_PORT = 0xffff_ffffL;
  private static final long KBPS_PER_MBPS = 1000;

  private final Map<Port, Integer> weights = new HashMap<>();
  private final long referenceKbps;

  /** Reads the settings. */
  ConfiguredWeights(Config config) {
    int referenceMbps = config.getInt("reference-speed-mbps");
    if (referenceMbps < 1 || referenceMbps > 100_000_000) {
      throw new BadSettingException("reference-speed-mbps", referenceMbps, "1 to 100000000");
    }
    String by = config.getString("weigh-by");
    this.referenceKbps =
        switch (by) {
          case "hops" -> 0;
          case "speed" -> referenceMbps * KBPS_PER_MBPS;
          default -> throw new BadSettingException("weigh-by", by, "hops, speed");
        };
    config.getObject("weights").forEach(this::readWeight);
  }

  private void readWeight(String key, ConfigValue value) {
    String path = "weights." + ConfigUtil.joinPath(key);
    Matcher place = PORT.matcher(key);
    if (!place.matches() || Long.parseLong(place.group(2)) > MAX_PORT) {
      throw new BadSettingException(
          path, key, "a switch and its port, such as \"00:00:00:00:00:00:00:2a/1\"");
    }
    if (!(value.unwrapped() instanceof Integer weight)
        || weight < 1
        || weight > LinkWeights.MAX_WEIGHT) {
      throw new BadSettingException(path, value.unwrapped(), "1 to " + LinkWeights.MAX_WEIGHT);
    }
    long datapathId = Long.parseUnsignedLong(place.group(1).replace(":", ""), 16);
    weights.put(new Port(datapathId, Integer.parseUnsignedInt(place.group(2))), weight);
  }

  /** The weights with the present speeds of the ports. */
  LinkWeights with(Switches switches) {
    Map<Port, Long> speedsKbps = new HashMap<>();
    Set<Long> connected = new HashSet<>();
    for (SwitchInfo info : switches.all()) {
      connected.add(info.datapathId());
      if (referenceKbps > 0) {
        addSpeeds(info, switches, speedsKbps);
      }
    }
    return new LinkWeights() {
      @Override
      public int of(Link link) {
        return weight(link, speedsKbps);
      }

      @Override
      public boolean isLastResort(Link link) { // 4
        return !connected.contains(link.from()) || !connected.contains(link.to());
      }
    };
  }

  private static void addSpeeds(SwitchInfo info, Switches switches, Map<Port, Long> speedsKbps) {
    for (PortInfo port : switches.ports(info.datapathId())) {
      if (port.speedKbps() > 0) {
        speedsKbps.put(new Port(info.datapathId(), port.number()), port.speedKbps());
      }
    }
  }

  private int weight(Link link, Map<Port, Long> speedsKbps) {
    Integer weight = weights.get(new Port(link.from(), link.fromPort()));
    if (weight != null) { // 1
      return weight;
    }
    long speedKbps =
        Math.min(
            speedsKbps.getOrDefault(new Port(link.from(), link.fromPort()), Long.MAX_VALUE),
            speedsKbps.getOrDefault(new Port(link.to(), link.toPort()), Long.MAX_VALUE));
    return (int) Math.max(1, Math.min(LinkWeights.MAX_WEIGHT, referenceKbps / speedKbps)); // 2, 3
  }
}
