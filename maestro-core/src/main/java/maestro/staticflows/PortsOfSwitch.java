package maestro.staticflows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.api.openflow.OxmField;
import maestro.config.SwitchNames;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * Replaces the names that operators give to the ports of a switch by their numbers, in a match and
 * in actions as they are written. The names of reserved ports mean these.
 */
record PortsOfSwitch(long datapathId, SwitchNames names) {
  private static final String IN_PORT = OxmField.IN_PORT.text();
  private static final Pattern OUTPUT = Pattern.compile("(?i)((?:write[-_])?output:)(.*)");

  /** A match with numbers. */
  Map<String, String> numbered(Map<String, String> match) throws BadFlowException {
    String inPort = match.get(IN_PORT);
    if (inPort == null || OxmField.IN_PORT.parse(inPort).isPresent()) {
      return match;
    }
    Map<String, String> numbered = new LinkedHashMap<>(match);
    numbered.put(IN_PORT, numbered("match: " + IN_PORT, inPort, OxmField.IN_PORT.allowed()));
    return numbered;
  }

  /** Actions with numbers. */
  List<String> numbered(List<String> actions) throws BadFlowException {
    List<String> numbered = new ArrayList<>();
    for (String each : actions) {
      Matcher output = OUTPUT.matcher(each);
      boolean isNamed = output.matches() && PortNames.parse(output.group(2)) == null;
      String where = "actions[" + numbered.size() + "]";
      numbered.add(
          isNamed ? output.group(1) + numbered(where, output.group(2), PortNames.ALLOWED) : each);
    }
    return numbered;
  }

  private String numbered(String where, String text, String allowed) throws BadFlowException {
    OptionalInt port = names.port(datapathId, text);
    if (port.isPresent()) {
      return PortNames.text(OFPort.of(port.getAsInt()));
    }
    if (SwitchNames.isName(text) && names.hasPorts(datapathId)) {
      throw BadFlowException.found(
          where, text, allowed + ", or " + names.allowedPorts(datapathId, text));
    }
    return text; // for the parser to refuse
  }
}
