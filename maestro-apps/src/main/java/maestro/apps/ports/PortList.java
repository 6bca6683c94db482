package maestro.apps.ports;

import com.typesafe.config.Config;
import java.util.HashSet;
import java.util.Set;
import maestro.api.BadSettingException;
import maestro.api.topology.Topology.Port;

/**
 * Switches and single ports, as an operator lists them. Immutable.
 *
 * @param switches the switches with all their ports
 * @param ports the single ports
 */
public record PortList(Set<Long> switches, Set<Port> ports) {
  /**
   * Reads the list of a key.
   *
   * @throws BadSettingException when an element is neither a datapath id nor a port
   */
  public static PortList of(Config config, String key) {
    Set<Long> switches = new HashSet<>();
    Set<Port> ports = new HashSet<>();
    for (String text : config.getStringList(key)) {
      String[] parts = text.split("/", -1);
      if (!text.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){7}(/[0-9]{1,9})?")) {
        throw new BadSettingException(
            key,
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
    return new PortList(Set.copyOf(switches), Set.copyOf(ports));
  }

  /** Whether a port, or its switch, is in the list. */
  public boolean has(long datapathId, int port) {
    return switches.contains(datapathId) || ports.contains(new Port(datapathId, port));
  }
}
