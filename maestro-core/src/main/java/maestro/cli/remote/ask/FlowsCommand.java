package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.OfSwitchCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.Table;
import picocli.CommandLine.Command;

/** Lists the flow entries of a switch. */
@Command(
    name = "flows",
    description =
        "Lists the flow entries of a switch, each with the application that it belongs to. The"
            + " switch is asked for them.")
public final class FlowsCommand extends OfSwitchCommand {
  public FlowsCommand() {
    super("/v1/switches/{dpid}/flows");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    Table table =
        new Table(
            ">TABLE",
            ">PRIORITY",
            "APPLICATION",
            ">AGE",
            "TIMEOUTS",
            ">PACKETS",
            ">BYTES",
            "MATCH",
            "ACTIONS");
    for (JsonValue each : answer.at("flows").items()) {
      JsonValue owner = each.at("application");
      table.add(
          each.at("table").text(),
          each.at("priority").text(),
          owner.isNull() ? "cookie " + each.at("cookie").text() : owner.text(),
          ReadableNumbers.time(each.at("durationSeconds")),
          timeouts(each),
          each.at("packets").text(),
          each.at("bytes").text(),
          NamedPorts.match(each.at("match")),
          NamedPorts.actions(each.at("actions")));
    }
    table.print(out);
    if (answer.at("whole").isNull() || answer.at("whole").isTrue()) {
      return;
    }
    out.println("the switch has more");
  }

  private static String timeouts(JsonValue entry) {
    boolean idle = entry.at("idleTimeout").number(0) > 0;
    boolean hard = entry.at("hardTimeout").number(0) > 0;
    String first = idle ? "idle " + entry.at("idleTimeout").text() + " s" : "";
    String second = hard ? "hard " + entry.at("hardTimeout").text() + " s" : "";
    return first + (idle && hard ? ", " : "") + (idle || hard ? second : "none");
  }
}
