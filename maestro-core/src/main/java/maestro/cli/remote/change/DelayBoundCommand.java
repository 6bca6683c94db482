package maestro.cli.remote.change;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.cli.remote.client.ControlPath;
import maestro.config.MaestroConfig.Batching;
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
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?(us|ms|s)");
    private static final BigDecimal LEAST_MS = BigDecimal.valueOf(Batching.LEAST_BOUND_NS, 6);
    private static final BigDecimal MOST_MS = BigDecimal.valueOf(Batching.MOST_BOUND_NS, 6);

    @Override
    public BigDecimal convert(String found) {
      Matcher parts = FORM.matcher(found);
      if (parts.matches()) {
        int exponent =
            switch (parts.group(2)) {
              case "us" -> -3;
              case "ms" -> 0;
              default -> 3;
            };
        BigDecimal ms =
            new BigDecimal(parts.group(1)).scaleByPowerOfTen(exponent).stripTrailingZeros();
        if (ms.compareTo(LEAST_MS) >= 0 && ms.compareTo(MOST_MS) <= 0) {
          return ms;
        }
      }
      throw new TypeConversionException(
          "found '" + found + "'; allowed: 10us to 10s, with the unit us, ms or s");
    }
  }
}
