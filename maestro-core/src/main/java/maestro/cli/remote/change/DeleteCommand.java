package maestro.cli.remote.change;

import java.io.PrintWriter;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;

/** What commands have in common that remove something and print what has changed. */
abstract class DeleteCommand extends RemoteCommand {
  @Override
  public void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    String answer = client.delete(path());
    if (isJson()) {
      out.println(answer.strip());
    } else {
      print(ControlClient.parsed(answer), out);
    }
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.println(answer.at("changed").text());
  }
}
