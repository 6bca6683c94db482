package maestro.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Removes a static flow. */
@Command(
    name = "delete",
    description = "Removes a static flow; from a switch that is not connected, when it connects.")
final class StaticFlowDeleteCommand extends DeleteCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Override
  ControlPath path() {
    return ControlPath.of("/v1/static-flows/{name}", "name", name);
  }
}
