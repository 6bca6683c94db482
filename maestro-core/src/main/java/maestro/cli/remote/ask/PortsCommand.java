package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.OfSwitchCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import picocli.CommandLine.Command;

/** Lists the ports of a switch. */
@Command(
    name = "ports",
    description =
        "Lists the ports of a switch: speed, what is at the other end, and what they have counted."
            + " The switch is asked for its counters.")
public final class PortsCommand extends OfSwitchCommand {
  static final String PATH = "/v1/switches/{dpid}/ports";

  /** A line for each port. */
  static final Table<JsonValue> TABLE =
      Table.of(
          Column.numbers("PORT", each -> NamedPorts.text(each.at("port"))),
          Column.words("NAME", each -> each.at("name").text()),
          Column.words("STATE", each -> each.at("up").isTrue() ? "up" : "down"),
          new Column<>("BIT/S", each -> ReadableNumbers.megabits(each.at("speedMbps"))),
          Column.words("PEER", each -> peer(each.at("peer"))),
          new Column<>("RX PACKETS", each -> each.at("rxPackets").text()),
          new Column<>("RX BYTES", each -> each.at("rxBytes").text()),
          new Column<>("ERRORS", each -> each.at("rxErrors").text()),
          new Column<>("DROPPED", each -> each.at("rxDropped").text()),
          new Column<>("TX PACKETS", each -> each.at("txPackets").text()),
          new Column<>("TX BYTES", each -> each.at("txBytes").text()),
          new Column<>("ERRORS", each -> each.at("txErrors").text()),
          new Column<>("DROPPED", each -> each.at("txDropped").text()));

  public PortsCommand() {
    super(PATH);
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.print(TABLE.text(answer.items()));
  }

  private static String peer(JsonValue peer) {
    return peer.isNull()
        ? ReadableNumbers.NONE
        : peer.at("dpid").text() + " port " + NamedPorts.text(peer.at("port"));
  }
}
