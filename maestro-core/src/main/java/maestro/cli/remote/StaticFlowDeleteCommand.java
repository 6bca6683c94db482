package maestro.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Removes a static flow. */
@Command(
    name = "delete",
    description = "Removes a static flow; from a switch that is not connected, when it connects.")
final class StaticFlowDeleteCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
  private String name = "";

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
    return ControlPath.of("/v1/static-flows/{name}", "name", name);
  }

  @Override
  void print(JsonValue answer, PrintWriter out) {
    out.println(answer.at("changed").text());
  }
}
