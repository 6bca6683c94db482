package maestro.cli.remote.text;

import java.io.PrintWriter;
import java.util.List;
import maestro.cli.remote.client.JsonValue;

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
    Table facts = new Table("running", running(status));
    facts.add("switches", switches(status));
    facts.add("workers", status.at("workers").text());
    facts.add("strategy", strategy(status));
    facts.add("network", network(status));
    if (!probing(status, "60s").isEmpty()) {
      facts.add("probing", probing(status, "60s"));
    }
    facts.add("since start", sinceStart(status));
    facts.print(out);
    out.println();
    shares(status).print(out);
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
    return "%s; %s batching, delay bound %s ms"
        .formatted(
            status.at("strategy").text(),
            status.at("batchingPolicy").text(),
            ReadableNumbers.plain(status.at("delayBoundMs")));
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
    return "a light switch waits %s ms now; over %s: %s ms mean, %s ms p99"
        .formatted(
            ReadableNumbers.ms(delay.at("lastMs")),
            window.replace("s", " s"),
            ReadableNumbers.ms(over.at("meanMs")),
            ReadableNumbers.ms(over.at("p99Ms")));
  }

  private static String sinceStart(JsonValue status) {
    return ReadableNumbers.count(status.at("requests"), "flow request", "flow requests")
        + ", "
        + ReadableNumbers.count(status.at("lldpFrames"), "LLDP frame", "LLDP frames")
        + ", "
        + ReadableNumbers.count(status.at("reloads"), "reload", "reloads");
  }

  private static Table shares(JsonValue status) {
    Table table =
        new Table("OVER", ">REQUESTS/s", ">WANT MORE", ">FARTHEST BELOW ITS SHARE", "SWITCH");
    for (String window : WINDOWS) {
      JsonValue total = status.at("windows", window);
      JsonValue lowest = total.at("lowestDpid");
      table.add(
          window.replace("s", " s"),
          ReadableNumbers.rate(total.at("rate")),
          total.at("wantingMore").text(),
          lowest.isNull()
              ? ReadableNumbers.NONE
              : ReadableNumbers.deviation(total.at("lowestDeviation")),
          lowest.isNull() ? "" : lowest.text());
    }
    return table;
  }
}
