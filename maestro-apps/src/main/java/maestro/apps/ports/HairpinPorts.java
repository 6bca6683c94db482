package maestro.apps.ports;

import com.typesafe.config.Config;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.api.topology.Topology.Port;

/**
 * The ports that send packets back, for hosts behind one port that reach each other only through
 * the switch: stations of an access point that keeps them apart, or a machine that leaves switching
 * to its switch (VEPA). Immutable; allocates only when it is made.
 */
public final class HairpinPorts {
  private static final String KEY = "hairpin-ports";

  private final long[] datapathIds;
  private final int[] numbers;

  private HairpinPorts(List<Port> ports) {
    datapathIds = ports.stream().mapToLong(Port::datapathId).toArray();
    numbers = ports.stream().mapToInt(Port::number).toArray();
  }

  /**
   * Reads the setting {@code hairpin-ports}.
   *
   * @throws BadSettingException when an element is no port. A whole switch is none: ports that lead
   *     to switches would send packets around
   */
  public static HairpinPorts of(Config config) {
    PortList list = PortList.of(config, KEY);
    if (!list.switches().isEmpty()) {
      throw new BadSettingException(
          KEY, config.getStringList(KEY), "single ports, such as 00:00:00:00:00:00:00:2a/3");
    }
    return new HairpinPorts(List.copyOf(list.ports()));
  }

  /** Whether packets that came in by a port may leave by it. */
  public boolean has(long datapathId, int port) {
    for (int i = 0; i < numbers.length; i++) {
      if (datapathIds[i] == datapathId && numbers[i] == port) {
        return true;
      }
    }
    return false;
  }
}
