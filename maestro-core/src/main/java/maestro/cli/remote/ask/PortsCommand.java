package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.OfSwitchCommand;
import maestro.cli.remote.text.NamedPorts;
import maestro.cli.remote.text.ReadableNumbers;
import maestro.cli.remote.text.Table;
import picocli.CommandLine.Command;

/** Lists the ports of a switch. */
@Command(
    name = "ports",
    description =
        "Lists the ports of a switch: speed, what is at the other end, and what they have counted."
            + " The switch is asked for its counters.")
public final class PortsCommand extends OfSwitchCommand {
  static final String PATH = "/v1/switches/{dpid}/ports";

  public PortsCommand() {
    super(PATH);
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    table(answer).print(out);
  }

  /** A line for each port. */
  static Table table(JsonValue ports) {
    Table table =
        new Table(
            ">PORT",
            "NAME",
            "STATE",
            ">BIT/S",
            "PEER",
            ">RX PACKETS",
            ">RX BYTES",
            ">ERRORS",
            ">DROPPED",
            ">TX PACKETS",
            ">TX BYTES",
            ">ERRORS",
            ">DROPPED");
    for (JsonValue each : ports.items()) {
      table.add(
          NamedPorts.text(each.at("port")),
          each.at("name").text(),
          each.at("up").isTrue() ? "up" : "down",
          ReadableNumbers.megabits(each.at("speedMbps")),
          peer(each.at("peer")),
          each.at("rxPackets").text(),
          each.at("rxBytes").text(),
          each.at("rxErrors").text(),
          each.at("rxDropped").text(),
          each.at("txPackets").text(),
          each.at("txBytes").text(),
          each.at("txErrors").text(),
          each.at("txDropped").text());
    }
    return table;
  }

  private static String peer(JsonValue peer) {
    return peer.isNull()
        ? ReadableNumbers.NONE
        : peer.at("dpid").text() + " port " + NamedPorts.text(peer.at("port"));
  }
}
