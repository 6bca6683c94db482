package maestro.cli.remote;

import java.io.PrintWriter;

/** What commands have in common that remove something and print what has changed. */
abstract class DeleteCommand extends RemoteCommand {
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
  void print(JsonValue answer, PrintWriter out) {
    out.println(answer.at("changed").text());
  }
}
