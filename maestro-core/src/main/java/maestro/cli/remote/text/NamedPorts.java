package maestro.cli.remote.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import maestro.api.openflow.OxmField;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.Printable;
import maestro.openflow.ActionName;
import maestro.openflow.PortNumber;

/** Ports as an operator names them, which is as Open vSwitch prints them. */
public final class NamedPorts {
  /** The fields of matches that are ports. */
  private static final Set<String> FIELDS =
      Set.of(OxmField.IN_PORT.text(), OxmField.IN_PHY_PORT.text());

  private static final String OUTPUT = ActionName.OUTPUT.text() + ":";

  private NamedPorts() {}

  /** A port that is a number in an answer. */
  public static String text(JsonValue port) {
    long number = (long) port.number(-1);
    return number >>> Integer.SIZE == 0 ? PortNumber.text((int) number) : port.text();
  }

  /** A port that has its name in another field, behind its number if operators have named it. */
  public static String text(JsonValue of, String port, String nameField) {
    String number = text(of.at(port));
    JsonValue name = of.at(nameField);
    return name.isNull() || name.text().equals(number) ? number : number + " " + name.text();
  }

  /** A match as a flow entry has it: {@code in_port=LOCAL,eth_type=0x806}. */
  public static String match(JsonValue match) {
    Map<String, JsonValue> fields = match.fields();
    return fields.isEmpty()
        ? "any"
        : fields.entrySet().stream()
            .map(each -> field(each.getKey(), each.getValue().text()))
            .collect(Collectors.joining(","));
  }

  private static String field(String name, String value) {
    return Printable.of(name) + "=" + (FIELDS.contains(name) ? named(value) : value);
  }

  /** The actions of a flow entry: {@code output:CONTROLLER}. */
  public static String actions(JsonValue actions) {
    List<JsonValue> all = actions.items();
    return all.isEmpty()
        ? "drop"
        : all.stream().map(each -> action(each.text())).collect(Collectors.joining(","));
  }

  private static String action(String text) {
    int at = text.indexOf(OUTPUT);
    int value = at + OUTPUT.length();
    return at < 0 ? text : text.substring(0, value) + named(text.substring(value));
  }

  /** The name as Open vSwitch prints it, for one that JSON has in lower case. */
  private static String named(String port) {
    String name = port.toUpperCase(Locale.ROOT);
    return PortNumber.isName(name) ? name : port;
  }
}
