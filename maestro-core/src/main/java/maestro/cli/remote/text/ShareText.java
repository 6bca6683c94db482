package maestro.cli.remote.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.table.Column;
import maestro.cli.table.Table;

/** The share of a switch as text. */
public final class ShareText {
  private ShareText() {}

  /**
   * A line for each switch.
   *
   * @param isWhole whether with what hardly changes from second to second
   */
  public static Table<JsonValue> table(Window window, boolean isWhole) {
    Function<JsonValue, JsonValue> share = each -> each.at("windows", window.text());
    List<Column<JsonValue>> columns = new ArrayList<>();
    columns.add(Column.words("SWITCH", ShareText::named));
    columns.add(new Column<>("OFFERED/s", each -> offered(share.apply(each))));
    columns.add(new Column<>("GOT/s", each -> ReadableNumbers.rate(share.apply(each).at("rate"))));
    columns.add(
        new Column<>("FAIR/s", each -> ReadableNumbers.rate(share.apply(each).at("fairRate"))));
    columns.add(
        new Column<>(
            "DEVIATION", each -> ReadableNumbers.deviation(share.apply(each).at("deviation"))));
    columns.add(new Column<>("P99 WAIT", ShareText::waiting));
    columns.add(new Column<>("WEIGHT", each -> each.at("weight").text()));
    if (isWhole) {
      columns.add(new Column<>("LIMIT/s", each -> each.at("rateLimit").text()));
    }
    columns.add(new Column<>("WORKER", ShareText::worker));
    if (isWhole) {
      columns.add(new Column<>("PORTS", each -> each.at("ports").text()));
      columns.add(new Column<>("UP", each -> ReadableNumbers.time(each.at("connectedSeconds"))));
      columns.add(Column.words("PROTOCOL", each -> each.at("protocol").text()));
      columns.add(Column.words("ADDRESS", each -> each.at("address").text()));
    }
    columns.add(Column.words("STATE", each -> state(each, share.apply(each))));
    return new Table<>(columns);
  }

  /** The worker that serves the switch now. */
  public static String worker(JsonValue each) {
    return each.at("worker").number(-1) < 0 ? ReadableNumbers.NONE : each.at("worker").text();
  }

  /** The switch: its datapath id, and its name when it has one. */
  public static String named(JsonValue each) {
    return named(each, "dpid", "name");
  }

  /** The same of other fields. */
  public static String named(JsonValue each, String dpid, String nameField) {
    JsonValue name = each.at(nameField);
    return each.at(dpid).text() + (name.isNull() ? "" : " " + name.text());
  }

  /** What the switch asked for; with {@code >} what it got, when more waited. */
  public static String offered(JsonValue share) {
    return share.at("wantsMore").isTrue()
        ? ">" + ReadableNumbers.rate(share.at("rate"))
        : ReadableNumbers.rate(share.at("offeredRate"));
  }

  /** How long its requests have waited of late. */
  public static String waiting(JsonValue each) {
    return ReadableNumbers.delay(each.at("waiting", "p99Ms"));
  }

  /** What the controller is to the switch, when there are others, and why it gets no more. */
  private static String state(JsonValue each, JsonValue share) {
    String role = each.at("role").text();
    boolean isOneOfSeveral = role.equals("master") || role.equals("standby");
    String why = role.equals("standby") ? "" : whyNoMore(each, share);
    return !isOneOfSeveral ? why : why.isEmpty() ? role : role + ", " + why;
  }

  private static String whyNoMore(JsonValue each, JsonValue share) {
    if (each.at("congested").isTrue()) {
      return "does not read";
    }
    if (share.isNull()) {
      return "new";
    }
    return share.at("wantsMore").isTrue() ? "wants more" : "";
  }
}
