package maestro.cli.remote;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists the hosts that an application has found. */
@Command(name = "hosts", description = "Lists the hosts and where they are.")
final class HostsCommand extends RemoteCommand {
  @Override
  ControlPath path() {
    return ControlPath.of("/v1/hosts");
  }

  @Override
  void print(JsonValue answer, PrintWriter out) {
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
