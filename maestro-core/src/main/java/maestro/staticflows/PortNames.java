package maestro.staticflows;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import maestro.api.openflow.Numbers;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.types.OFPort;

/** Ports as operators write them: a number or the name of a reserved port. Stateless. */
final class PortNames {
  private static final long MOST = 0xffff_ff00L;
  private static final Map<String, OFPort> RESERVED = reserved();

  /** The allowed forms of a port to send to, for a message. */
  static final String ALLOWED = "a port number from 1, " + String.join(", ", RESERVED.keySet());

  private PortNames() {}

  private static Map<String, OFPort> reserved() {
    Map<String, OFPort> names = new LinkedHashMap<>();
    names.put("controller", OFPort.CONTROLLER);
    names.put("in_port", OFPort.IN_PORT);
    names.put("flood", OFPort.FLOOD);
    names.put("all", OFPort.ALL);
    names.put("local", OFPort.LOCAL);
    names.put("normal", OFPort.NORMAL);
    names.put("table", OFPort.TABLE);
    return names;
  }

  /** The port to send to, or null when the text names none. */
  static @Nullable OFPort parse(String text) {
    OFPort reserved = RESERVED.get(text.toLowerCase(Locale.ROOT).replace('-', '_'));
    return reserved != null ? reserved : number(text);
  }

  private static @Nullable OFPort number(String text) {
    OptionalLong number = Numbers.parse(text, 32);
    return number.isPresent() && number.getAsLong() >= 1 && number.getAsLong() < MOST
        ? OFPort.of((int) number.getAsLong())
        : null;
  }

  /** The name or number of a port, as {@link #parse} reads it. */
  static String text(OFPort port) {
    for (Map.Entry<String, OFPort> each : RESERVED.entrySet()) {
      if (each.getValue().equals(port)) {
        return each.getKey();
      }
    }
    return Integer.toUnsignedString(port.getPortNumber());
  }
}
