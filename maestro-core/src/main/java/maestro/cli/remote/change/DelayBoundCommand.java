package maestro.cli.remote.change;

import java.math.BigDecimal;
import maestro.cli.remote.client.ControlPath;
import maestro.config.MaestroConfig.Batching;
import maestro.config.file.Units;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Changes the upper bound of the batching delay. */
@Command(
    name = "delay-bound",
    description =
        "Sets the upper bound of the batching delay. It lasts until the next reload; the"
            + " configuration keeps its own: maestro.batching.delay-upper-bound.")
public final class DelayBoundCommand extends ChangeCommand {
  private static final int NS_DIGITS_OF_MS = 6;

  @Parameters(
      index = "0",
      paramLabel = "TIME",
      description = "With its unit, from 10us to 10s: 1.5ms, 500us.",
      converter = MillisecondsConverter.class)
  private BigDecimal milliseconds;

  @Override
  String body() {
    return "{\"delayBoundMs\":" + milliseconds.toPlainString() + "}";
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/delay-bound");
  }

  /** Reads a time with its unit. */
  static final class MillisecondsConverter implements ITypeConverter<BigDecimal> {
    @Override
    public BigDecimal convert(String found) {
      return Units.durationNs(found)
          .filter(ns -> ns >= Batching.LEAST_BOUND_NS && ns <= Batching.MOST_BOUND_NS)
          .map(ns -> BigDecimal.valueOf(ns, NS_DIGITS_OF_MS).stripTrailingZeros())
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "found '" + found + "'; allowed: 10us to 10s, with the unit us, ms or s"));
    }
  }
}
