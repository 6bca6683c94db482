package maestro.cli.remote.change;

import java.util.Locale;
import maestro.cli.remote.client.ControlPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Orders what a running controller is to its switches. */
@Command(
    name = "role",
    description =
        "Orders what a running controller is to its switches, until it ends; the configuration"
            + " keeps its own: maestro.role. Of several controllers of a switch one is master; the"
            + " last that is ordered to be it takes over.")
public final class RoleCommand extends ChangeCommand {
  @Parameters(index = "0", paramLabel = "ROLE", description = "${COMPLETION-CANDIDATES}.")
  private Choice role;

  /** The roles, as an operator writes them. */
  private enum Choice {
    EQUAL,
    MASTER,
    STANDBY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  String body() {
    return "{\"role\":\"" + role + "\"}";
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/role");
  }
}
