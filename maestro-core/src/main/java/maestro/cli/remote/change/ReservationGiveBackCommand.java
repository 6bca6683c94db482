package maestro.cli.remote.change;

import maestro.cli.remote.ask.ReservationsCommand;
import maestro.cli.remote.client.ControlPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives a reservation back. */
@Command(name = "give-back", description = "Gives a reservation back: its bandwidth is free again.")
public final class ReservationGiveBackCommand extends ChangeCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "As reservations lists it: r1.")
  private String id = "";

  @Override
  String method() {
    return "DELETE";
  }

  @Override
  public ControlPath path() {
    return ReservationsCommand.one(id);
  }
}
