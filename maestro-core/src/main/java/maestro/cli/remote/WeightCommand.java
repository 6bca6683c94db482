package maestro.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Changes the weight of a switch. */
@Command(
    name = "weight",
    description =
        "Sets the weight of a switch's fair share. It lasts until the next reload; the"
            + " configuration keeps its own: maestro.weights.\"DPID\".")
final class WeightCommand extends SwitchChangeCommand {
  private static final int MOST = 1000;

  @Parameters(index = "1", paramLabel = "N", description = "The weight, 1 to " + MOST + ".")
  private int weight;

  WeightCommand() {
    super("weight");
  }

  @Override
  String body() {
    if (weight < 1 || weight > MOST) {
      throw new ParameterException(
          spec().commandLine(), "N: found " + weight + "; allowed: 1 to " + MOST);
    }
    return "{\"weight\":" + weight + "}";
  }
}
