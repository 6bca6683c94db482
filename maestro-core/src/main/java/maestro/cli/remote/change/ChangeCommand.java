package maestro.cli.remote.change;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.DatapathId;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.KnownSwitches;
import maestro.cli.remote.client.RemoteCommand;

/** What the commands that change a running controller have in common. */
abstract class ChangeCommand extends RemoteCommand {
  @Override
  public final void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    show(client, client.change(method(), path(), body()), out);
    Optional<DatapathId> changed = ofSwitch();
    if (changed.isPresent()) {
      List<String> connected = KnownSwitches.of(client);
      if (!connected.contains(changed.get().text())) {
        PrintWriter err = spec().commandLine().getErr();
        err.println("maestro: " + changed.get().notConnected(connected));
        err.flush();
      }
    }
  }

  /** The method of the request. */
  String method() {
    return "PUT";
  }

  /** The document that is sent; empty for none. */
  String body() throws ControlException {
    return "";
  }

  /** The switch that is changed, if it is one: the command notes when it is not connected. */
  Optional<DatapathId> ofSwitch() {
    return Optional.empty();
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    out.println(answer.at("changed").text());
  }
}
