package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ShareText;
import maestro.cli.remote.text.Table;
import picocli.CommandLine.Command;

/** Lists the hosts that an application has found. */
@Command(name = "hosts", description = "Lists the hosts and where they are.")
public final class HostsCommand extends RemoteCommand {
  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/hosts");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    if (!answer.at("known").isTrue()) {
      out.println("no application looks for hosts; host-location does");
      return;
    }
    List<JsonValue> hosts = answer.at("hosts").items();
    Table table = new Table("HOST", ">VLAN", "SWITCH", ">PORT", "ADDRESSES");
    for (JsonValue each : hosts) {
      table.add(
          each.at("mac").text(),
          each.at("vlan").text(),
          ShareText.named(each, "dpid", "switchName"),
          NamedPorts.text(each, "port", "portName"),
          each.at("addresses").items().stream()
              .map(JsonValue::text)
              .collect(Collectors.joining(", ")));
    }
    table.print(out);
    double more = answer.at("count").number(0) - hosts.size();
    if (more > 0) {
      out.printf("%.0f more%n", more);
    }
  }
}
