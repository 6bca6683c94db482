package maestro.cli.remote.change;

import maestro.cli.remote.client.ControlPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Removes a static flow. */
@Command(
    name = "delete",
    description = "Removes a static flow; from a switch that is not connected, when it connects.")
public final class StaticFlowDeleteCommand extends ChangeCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Override
  String method() {
    return "DELETE";
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/static-flows/{name}", "name", name);
  }
}
