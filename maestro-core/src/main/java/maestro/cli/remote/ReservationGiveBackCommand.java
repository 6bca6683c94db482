package maestro.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives a reservation back. */
@Command(name = "give-back", description = "Gives a reservation back: its bandwidth is free again.")
final class ReservationGiveBackCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "As reservations lists it: r1.")
  private String id = "";

  @Override
  void run(ControlClient client, PrintWriter out) throws ControlException, InterruptedException {
    String answer = client.delete(path());
    if (isJson()) {
      out.println(answer.strip());
    } else {
      print(ControlClient.parsed(answer), out);
    }
  }

  @Override
  ControlPath path() {
    return ReservationsCommand.one(id);
  }

  @Override
  void print(JsonValue answer, PrintWriter out) {
    out.println(answer.at("changed").text());
  }
}
