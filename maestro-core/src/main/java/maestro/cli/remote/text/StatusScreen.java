package maestro.cli.remote.text;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.table.Column;
import maestro.cli.table.Grid;
import maestro.cli.table.Table;

/** The controller's status on one screen. */
public final class StatusScreen {
  private static final List<String> WINDOWS = List.of("1s", "10s", "60s");

  private StatusScreen() {}

  public static void print(JsonValue status, PrintWriter out) {
    out.println(headline(status));
    for (JsonValue each : status.at("concerns").items()) {
      out.println("  ! " + each.text());
    }
    out.println();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("running", running(status));
    facts.put("switches", switches(status));
    facts.put("workers", status.at("workers").text());
    facts.put("strategy", strategy(status));
    facts.put("network", network(status));
    if (!probing(status, "60s").isEmpty()) {
      facts.put("probing", probing(status, "60s"));
    }
    facts.put("since start", sinceStart(status));
    out.print(Grid.facts(facts).text());
    out.println();
    out.print(shares(status).text(WINDOWS));
  }

  /** One line: which controller this is, and how it is. */
  public static String headline(JsonValue status) {
    String state = status.at("state").text();
    String word =
        switch (state) {
          case "ok" -> "ok";
          case "degraded" -> "DEGRADED";
          case "failed" -> "FAILED";
          default -> state;
        };
    String tls = status.at("tls").isTrue() ? " (TLS)" : "";
    String version = status.at("version").text();
    return "Maestro%s on %s%s: %s"
        .formatted(version.isEmpty() ? "" : " " + version, status.at("listen").text(), tls, word);
  }

  private static String running(JsonValue status) {
    return "%s, since %s, Java %s"
        .formatted(
            ReadableNumbers.time(status.at("uptimeSeconds")),
            status.at("startedAt").text(),
            status.at("java").text());
  }

  private static String switches(JsonValue status) {
    JsonValue begun = status.at("switchesInHandshake");
    String connected = status.at("switches").text() + " connected";
    return begun.number(0) > 0 ? connected + ", " + begun.text() + " in handshake" : connected;
  }

  private static String strategy(JsonValue status) {
    return "%s; %s batching, delay bound %s"
        .formatted(
            status.at("strategy").text(),
            status.at("batchingPolicy").text(),
            ReadableNumbers.bound(status.at("delayBoundMs")));
  }

  private static String network(JsonValue status) {
    JsonValue links = status.at("links");
    JsonValue hosts = status.at("hosts");
    return (links.isNull()
            ? "links not looked for"
            : ReadableNumbers.count(links, "one-way link", "one-way links"))
        + ", "
        + (hosts.isNull() ? "hosts not looked for" : ReadableNumbers.count(hosts, "host", "hosts"));
  }

  /** How long the controller's own probing switch waits; empty when that is not known. */
  public static String probing(JsonValue status, String window) {
    JsonValue delay = status.at("probingDelay");
    JsonValue over = delay.at("windows", window);
    if (delay.isNull()) {
      return "";
    }
    return "a light switch waits %s now; over %s: %s mean, %s p99"
        .formatted(
            ReadableNumbers.delay(delay.at("lastMs")),
            window.replace("s", " s"),
            ReadableNumbers.delay(over.at("meanMs")),
            ReadableNumbers.delay(over.at("p99Ms")));
  }

  private static String sinceStart(JsonValue status) {
    return ReadableNumbers.count(status.at("requests"), "flow request", "flow requests")
        + ", "
        + ReadableNumbers.count(status.at("lldpFrames"), "LLDP frame", "LLDP frames")
        + ", "
        + ReadableNumbers.count(status.at("reloads"), "reload", "reloads");
  }

  /** A line for each window. */
  private static Table<String> shares(JsonValue status) {
    Function<String, JsonValue> total = window -> status.at("windows", window);
    return Table.of(
        Column.words("OVER", window -> window.replace("s", " s")),
        new Column<>("REQUESTS/s", w -> ReadableNumbers.rate(total.apply(w).at("rate"))),
        new Column<>("WANT MORE", w -> total.apply(w).at("wantingMore").text()),
        new Column<>("FARTHEST BELOW ITS SHARE", w -> lowest(total.apply(w))),
        Column.words("SWITCH", w -> lowestDpid(total.apply(w))));
  }

  private static String lowest(JsonValue total) {
    return total.at("lowestDpid").isNull()
        ? ReadableNumbers.NONE
        : ReadableNumbers.deviation(total.at("lowestDeviation"));
  }

  private static String lowestDpid(JsonValue total) {
    return total.at("lowestDpid").isNull() ? "" : total.at("lowestDpid").text();
  }
}
