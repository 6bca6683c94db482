package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.OfSwitchCommand;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.ShareText;
import maestro.cli.table.Grid;
import picocli.CommandLine.Command;

/** Shows one switch. */
@Command(
    name = "switch",
    description =
        "Shows one switch: what it is, what it gets, its errors, and its ports as `ports` does.")
public final class SwitchCommand extends OfSwitchCommand {
  private static final String WINDOW = "10s";

  public SwitchCommand() {
    super("/v1/switches/{dpid}");
  }

  @Override
  public void print(ControlClient client, JsonValue answer, PrintWriter out)
      throws ControlException, InterruptedException {
    print(answer, out);
    out.println();
    JsonValue ports = ControlClient.parsed(client.get(path(PortsCommand.PATH)));
    out.print(PortsCommand.TABLE.text(ports.items()));
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.println("Switch " + ShareText.named(answer) + " at " + answer.at("address").text());
    out.println();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("connected", connected(answer));
    facts.put("description", description(answer.at("description")));
    facts.put("requests", requests(answer));
    facts.put("weight", weight(answer));
    facts.put("tables", tables(answer));
    facts.put("errors", errors(answer));
    out.print(Grid.facts(facts).text());
  }

  private static String connected(JsonValue answer) {
    return "%s, since %s, %s, worker %s"
        .formatted(
            ReadableNumbers.time(answer.at("connectedSeconds")),
            answer.at("connectedSince").text(),
            answer.at("protocol").text(),
            ShareText.worker(answer));
  }

  private static String description(JsonValue description) {
    return description.isNull()
        ? "the switch does not say"
        : "%s %s %s"
            .formatted(
                description.at("manufacturer").text(),
                description.at("hardware").text(),
                description.at("software").text())
            .strip();
  }

  private static String requests(JsonValue answer) {
    JsonValue share = answer.at("windows", WINDOW);
    return "%s, %s LLDP frames; over 10 s: got %s/s of %s/s, fair %s/s (%s), waits %s at p99"
        .formatted(
            answer.at("requests").text(),
            answer.at("lldpFrames").text(),
            ReadableNumbers.rate(share.at("rate")),
            ShareText.offered(share),
            ReadableNumbers.rate(share.at("fairRate")),
            ReadableNumbers.deviation(share.at("deviation")),
            ShareText.waiting(answer));
  }

  private static String weight(JsonValue answer) {
    JsonValue limit = answer.at("rateLimit");
    return answer.at("weight").text()
        + ", "
        + (limit.isNull() ? "no rate limit" : "rate limit " + limit.text() + "/s");
  }

  private static String tables(JsonValue answer) {
    JsonValue entries = answer.at("flowEntries");
    return "%s; %s; %s FLOW_MODs sent"
        .formatted(
            ReadableNumbers.count(answer.at("tables"), "table", "tables"),
            entries.isNull()
                ? "entries not checked yet"
                : ReadableNumbers.count(entries, "entry", "entries")
                    + " of applications at the last check",
            answer.at("flowMods").text());
  }

  private static String errors(JsonValue answer) {
    return answer.at("errors").text() + ", table full " + answer.at("tableFullErrors").text();
  }
}
