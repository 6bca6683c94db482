package maestro.cli.remote.change;

import java.io.PrintWriter;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import picocli.CommandLine.Command;

/** Makes a running controller read its configuration anew. */
@Command(
    name = "reload",
    description =
        "Makes the controller read its configuration anew and put it in force, as SIGHUP does. When"
            + " it has a mistake, says so, and nothing changes. What was changed by weight,"
            + " rate-limit and delay-bound is as configured again.")
public final class ReloadCommand extends ChangeCommand {
  @Override
  String method() {
    return "POST";
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/reload");
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.println("the new configuration is in force");
  }
}
