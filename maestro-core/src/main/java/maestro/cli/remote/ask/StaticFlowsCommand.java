package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.List;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ShareText;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;

/** Lists the static flows. */
@Command(
    name = "static-flows",
    description =
        "Lists the static flows with what became of them: the entries that operators have put on"
            + " switches by name.")
public final class StaticFlowsCommand extends RemoteCommand {
  private static final Table<JsonValue> TABLE =
      Table.of(
          Column.words("NAME", each -> each.at("name").text()),
          Column.words("SWITCH", each -> ShareText.named(each, "dpid", "switchName")),
          Column.words("STATE", each -> each.at("state").text()),
          new Column<>("TABLE", each -> each.at("table").text()),
          new Column<>("PRIORITY", each -> each.at("priority").text()),
          Column.words("MATCH", each -> NamedPorts.match(each.at("match"))),
          Column.words("ACTIONS", each -> NamedPorts.actions(each.at("actions"))));

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/static-flows");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    List<JsonValue> flows = answer.at("staticFlows").items();
    if (flows.isEmpty()) {
      out.println("none; maestro static-flows put NAME FILE adds one");
      return;
    }
    out.print(TABLE.text(flows));
    for (JsonValue each : flows) {
      if (each.at("state").text().equals("refused")) {
        out.println(each.at("name").text() + ": " + each.at("reason").text());
      }
    }
  }
}
