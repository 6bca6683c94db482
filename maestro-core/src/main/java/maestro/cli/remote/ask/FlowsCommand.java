package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.OfSwitchCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;

/** Lists the flow entries of a switch. */
@Command(
    name = "flows",
    description =
        "Lists the flow entries of a switch, each with the application that it belongs to. The"
            + " switch is asked for them.")
public final class FlowsCommand extends OfSwitchCommand {
  private static final Table<JsonValue> TABLE =
      Table.of(
          Column.numbers("TABLE", each -> each.at("table").text()),
          new Column<>("PRIORITY", each -> each.at("priority").text()),
          Column.words("APPLICATION", FlowsCommand::owner),
          new Column<>("AGE", each -> ReadableNumbers.time(each.at("durationSeconds"))),
          Column.words("TIMEOUTS", FlowsCommand::timeouts),
          new Column<>("PACKETS", each -> each.at("packets").text()),
          new Column<>("BYTES", each -> each.at("bytes").text()),
          Column.words("MATCH", each -> NamedPorts.match(each.at("match"))),
          Column.words("ACTIONS", each -> NamedPorts.actions(each.at("actions"))));

  public FlowsCommand() {
    super("/v1/switches/{dpid}/flows");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.print(TABLE.text(answer.at("flows").items()));
    if (answer.at("whole").isNull() || answer.at("whole").isTrue()) {
      return;
    }
    out.println("the switch has more");
  }

  private static String owner(JsonValue entry) {
    JsonValue owner = entry.at("application");
    return owner.isNull() ? "cookie " + entry.at("cookie").text() : owner.text();
  }

  private static String timeouts(JsonValue entry) {
    boolean idle = entry.at("idleTimeout").number(0) > 0;
    boolean hard = entry.at("hardTimeout").number(0) > 0;
    String first = idle ? "idle " + entry.at("idleTimeout").text() + " s" : "";
    String second = hard ? "hard " + entry.at("hardTimeout").text() + " s" : "";
    return first + (idle && hard ? ", " : "") + (idle || hard ? second : "none");
  }
}
