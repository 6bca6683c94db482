package maestro.cli.remote.ask;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.DatapathId;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.KnownSwitches;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ShareText;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the way of packets through the network. */
@Command(
    name = "path",
    description = "Shows the switches and ports that packets go through from A to B.")
public final class PathCommand extends RemoteCommand {
  private static final String ENDS =
      "A host by Ethernet, IPv4 or IPv6 address, or a switch by datapath id or name.";

  @Parameters(paramLabel = "A", description = ENDS)
  private String from;

  @Parameters(paramLabel = "B", description = ENDS)
  private String to;

  @Override
  public void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    try {
      super.run(client, out);
    } catch (ControlException e) {
      if (e.isInArguments()) {
        throw e;
      }
      List<String> connected = KnownSwitches.of(client);
      for (String end : List.of(from, to)) {
        Optional<DatapathId> meant = DatapathId.parse(end);
        if (meant.isPresent() && !connected.contains(meant.get().text())) {
          throw meant.get().unknown(connected);
        }
      }
      throw e;
    }
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/paths").with("from", from).with("to", to);
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    List<JsonValue> hops = answer.at("hops").items();
    Table<JsonValue> table =
        Table.of(
            Column.numbers("HOP", hop -> String.valueOf(hops.indexOf(hop) + 1)),
            new Column<>("IN", hop -> NamedPorts.text(hop, "inPort", "inPortName")),
            Column.words("SWITCH", hop -> ShareText.named(hop, "dpid", "switchName")),
            new Column<>("OUT", hop -> NamedPorts.text(hop, "outPort", "outPortName")),
            Column.words("LINKS TO CHOOSE FROM", PathCommand::alternatives));
    out.print(table.text(hops));
  }

  private static String alternatives(JsonValue hop) {
    JsonValue links = hop.at("alternatives");
    return links.number(1) > 1 ? links.text() + ", by a hash of the addresses" : "";
  }
}
