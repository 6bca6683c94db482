package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.List;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.Table;
import picocli.CommandLine.Command;

/** Lists the static flows. */
@Command(
    name = "static-flows",
    description =
        "Lists the static flows with what became of them: the entries that operators have put on"
            + " switches by name.")
public final class StaticFlowsCommand extends RemoteCommand {
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
    Table table = new Table("NAME", "SWITCH", "STATE", ">TABLE", ">PRIORITY", "MATCH", "ACTIONS");
    for (JsonValue each : flows) {
      table.add(
          each.at("name").text(),
          ShareText.named(each, "dpid", "switchName"),
          each.at("state").text(),
          each.at("table").text(),
          each.at("priority").text(),
          NamedPorts.match(each.at("match")),
          NamedPorts.actions(each.at("actions")));
    }
    table.print(out);
    for (JsonValue each : flows) {
      if (each.at("state").text().equals("refused")) {
        out.println(each.at("name").text() + ": " + each.at("reason").text());
      }
    }
  }
}
