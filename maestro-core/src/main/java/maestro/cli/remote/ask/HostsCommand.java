package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ShareText;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;

/** Lists the hosts that an application has found. */
@Command(name = "hosts", description = "Lists the hosts and where they are.")
public final class HostsCommand extends RemoteCommand {
  private static final Table<JsonValue> TABLE =
      Table.of(
          Column.words("HOST", each -> each.at("mac").text()),
          new Column<>("VLAN", each -> each.at("vlan").text()),
          Column.words("SWITCH", each -> ShareText.named(each, "dpid", "switchName")),
          new Column<>("PORT", each -> NamedPorts.text(each, "port", "portName")),
          Column.words("ADDRESSES", HostsCommand::addresses));

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
    out.print(TABLE.text(hosts));
    double more = answer.at("count").number(0) - hosts.size();
    if (more > 0) {
      out.printf("%.0f more%n", more);
    }
  }

  private static String addresses(JsonValue host) {
    return host.at("addresses").items().stream()
        .map(JsonValue::text)
        .collect(Collectors.joining(", "));
  }
}
