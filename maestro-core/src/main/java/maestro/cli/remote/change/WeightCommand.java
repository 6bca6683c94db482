package maestro.cli.remote.change;

import maestro.cli.line.Bounds;
import maestro.config.MaestroConfig.Weights;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Changes the weight of a switch. */
@Command(
    name = "weight",
    description =
        "Sets the weight of a switch's fair share. It lasts until the next reload; the"
            + " configuration keeps its own: maestro.weights.\"DPID\".")
public final class WeightCommand extends SwitchChangeCommand {
  @Parameters(
      index = "1",
      paramLabel = "N",
      description = "The weight, 1 to " + Weights.MOST + ".",
      converter = WeightConverter.class)
  private int weight;

  public WeightCommand() {
    super("weight");
  }

  @Override
  String body() {
    return "{\"weight\":" + weight + "}";
  }

  /** Reads a weight. */
  static final class WeightConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String found) {
      return Bounds.parse(found, 1, Weights.MOST)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "found '" + found + "'; allowed: 1 to " + Weights.MOST));
    }
  }
}
