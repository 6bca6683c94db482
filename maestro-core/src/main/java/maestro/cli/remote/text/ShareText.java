package maestro.cli.remote.text;

import maestro.cli.remote.client.JsonValue;

/** The share of a switch as text. */
public final class ShareText {
  private ShareText() {}

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
    JsonValue wait = each.at("waiting", "p99Ms");
    return wait.isNull() ? ReadableNumbers.NONE : ReadableNumbers.ms(wait) + " ms";
  }

  /** What the controller is to the switch, when there are others, and why it gets no more. */
  public static String state(JsonValue each, JsonValue share) {
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
