package maestro.cli.remote;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Changes the weight of a switch. */
@Command(
    name = "weight",
    description =
        "Sets the weight of a switch's fair share. It lasts until the next reload; the"
            + " configuration keeps its own: maestro.weights.\"DPID\".")
final class WeightCommand extends ChangeCommand {
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
  String body() {
    if (weight < 1 || weight > MOST) {
      throw new ParameterException(
          spec().commandLine(), "N: found " + weight + "; allowed: 1 to " + MOST);
    }
    return "{\"weight\":" + weight + "}";
  }

  @Override
  Optional<DatapathId> ofSwitch() {
    return Optional.of(datapathId);
  }

  @Override
  ControlPath path() {
    return datapathId.path("/v1/switches/{dpid}/weight");
  }
}
