package maestro.cli.remote.change;

import java.io.PrintWriter;
import maestro.cli.remote.ask.ReservationsCommand;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Asks for a reservation. */
@Command(
    name = "ask",
    description =
        "Reserves bandwidth for all IPv4 packets from one host to another, on each link of a path.")
public final class ReservationAskCommand extends ChangeCommand {
  @Parameters(
      index = "0",
      paramLabel = "FROM",
      description = "A host by its Ethernet or IPv4 address.")
  private String from = "";

  @Parameters(index = "1", paramLabel = "TO", description = "Another host.")
  private String to = "";

  @Parameters(index = "2", paramLabel = "RATE", description = "Such as 500kbps, 10Mbps, 1Gbps.")
  private String rate = "";

  @Override
  String method() {
    return "POST";
  }

  @Override
  String body() {
    return "{\"from\":%s,\"to\":%s,\"rate\":%s}"
        .formatted(JsonValue.quoted(from), JsonValue.quoted(to), JsonValue.quoted(rate));
  }

  @Override
  public ControlPath path() {
    return ReservationsCommand.all();
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.println(ReservationsCommand.line(answer));
  }
}
