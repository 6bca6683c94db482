package maestro.cli.remote.top;

import java.util.Comparator;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.text.Window;

/** The order of switches in a list. */
enum SwitchOrder {
  RATE,
  DEVIATION,
  DPID;

  Comparator<JsonValue> comparator(Window window) {
    Comparator<JsonValue> byId = Comparator.comparing(each -> each.at("dpid").text());
    return switch (this) {
      case RATE -> by("rate", window, 0).reversed().thenComparing(byId);
      case DEVIATION -> by("deviation", window, Double.MAX_VALUE).thenComparing(byId);
      case DPID -> byId;
    };
  }

  private static Comparator<JsonValue> by(String field, Window window, double otherwise) {
    return Comparator.comparingDouble(
        each -> each.at("windows", window.text(), field).number(otherwise));
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
