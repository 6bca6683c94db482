package maestro.cli.remote.ask;

import java.io.PrintWriter;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.StatusScreen;
import picocli.CommandLine.Command;

/** Shows the controller on one screen. */
@Command(
    name = "status",
    description = {
      "Shows a running controller on one screen.",
      "Exit status: 0 when all is well, 1 when a part does not work (degraded), 2 when the"
          + " controller is unreachable or stuck."
    })
public final class StatusCommand extends RemoteCommand {
  private static final int DEGRADED = 1;
  private static final int FAILED = 2;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec().commandLine().getOut();
    try {
      String body = control().client(spec().commandLine()).get(path());
      JsonValue status = ControlClient.parsed(body);
      if (isJson()) {
        out.println(body.strip());
      } else {
        print(status, out);
      }
      out.flush();
      return switch (status.at("state").text()) {
        case "ok" -> 0;
        case "degraded" -> DEGRADED;
        default -> FAILED;
      };
    } catch (ControlException e) {
      PrintWriter err = spec().commandLine().getErr();
      err.println(e.line());
      err.flush();
      return FAILED;
    }
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/status");
  }

  @Override
  public void print(JsonValue status, PrintWriter out) {
    StatusScreen.print(status, out);
  }
}
