package maestro.cli.remote;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Changes the weight of a switch. */
@Command(
    name = "weight",
    description =
        "Sets the weight of a switch's fair share. It lasts until the next reload; the"
            + " configuration keeps its own: switches.\"DPID\".weight.")
final class WeightCommand extends RemoteCommand {
  private static final int MOST = 1000;

  @Parameters(
      index = "0",
      paramLabel = "DPID",
      description = "The switch: 00:00:00:00:00:00:00:2a, 0x2a or 42.",
      converter = DatapathId.Converter.class)
  private DatapathId datapathId;

  @Parameters(index = "1", paramLabel = "N", description = "The weight, 1 to " + MOST + ".")
  private int weight;

  @Override
  void run(ControlClient client, PrintWriter out) throws ControlException, InterruptedException {
    if (weight < 1 || weight > MOST) {
      throw new ParameterException(
          spec().commandLine(), "N: found " + weight + "; allowed: 1 to " + MOST);
    }
    String answer = client.put(path(), "{\"weight\":" + weight + "}");
    if (isJson()) {
      out.println(answer.strip());
    } else {
      print(ControlClient.parsed(answer), out);
    }
    List<String> connected = ConnectedSwitches.of(client);
    if (!connected.contains(datapathId.text())) {
      PrintWriter err = spec().commandLine().getErr();
      err.println("maestro: " + datapathId.notConnected(connected));
      err.flush();
    }
  }

  @Override
  ControlPath path() {
    return datapathId.path("/v1/switches/{dpid}/weight");
  }

  @Override
  void print(JsonValue answer, PrintWriter out) {
    out.println(answer.at("changed").text());
  }
}
