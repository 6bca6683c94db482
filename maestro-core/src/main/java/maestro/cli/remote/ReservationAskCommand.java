package maestro.cli.remote;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Asks for a reservation. */
@Command(
    name = "ask",
    description =
        "Reserves bandwidth for all IPv4 packets from one host to another, on each link of a path.")
final class ReservationAskCommand extends RemoteCommand {
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
  void run(ControlClient client, PrintWriter out) throws ControlException, InterruptedException {
    String body =
        "{\"from\":\"%s\",\"to\":\"%s\",\"rate\":\"%s\"}"
            .formatted(quoted(from), quoted(to), quoted(rate));
    String answer = client.change("POST", path(), body);
    if (isJson()) {
      out.println(answer.strip());
    } else {
      print(ControlClient.parsed(answer), out);
    }
  }

  private static String quoted(String text) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  @Override
  ControlPath path() {
    return ReservationsCommand.all();
  }

  @Override
  void print(JsonValue answer, PrintWriter out) {
    out.println(ReservationsCommand.line(answer));
  }
}
