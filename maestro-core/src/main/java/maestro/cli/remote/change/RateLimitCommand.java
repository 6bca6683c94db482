package maestro.cli.remote.change;

import java.util.OptionalInt;
import maestro.cli.line.Bounds;
import maestro.config.MaestroConfig.RateLimit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Changes the rate limit of a switch. */
@Command(
    name = "rate-limit",
    description =
        "Sets or removes the rate limit of a switch: the most flow requests a second. It lasts"
            + " until the next reload; the configuration keeps its own: maestro.rate-limit.")
public final class RateLimitCommand extends SwitchChangeCommand {
  @Parameters(
      index = "1",
      paramLabel = "N",
      description = "Requests a second, 1 to " + RateLimit.MOST + "; off removes the limit.",
      converter = LimitConverter.class)
  private Limit limit;

  /** Requests a second; empty: as many as the switch likes. */
  private record Limit(OptionalInt requestsPerSecond) {}

  public RateLimitCommand() {
    super("rate-limit");
  }

  @Override
  String body() {
    OptionalInt rate = limit.requestsPerSecond();
    return "{\"rateLimit\":" + (rate.isPresent() ? rate.getAsInt() : "null") + "}";
  }

  /** Reads a limit. */
  static final class LimitConverter implements ITypeConverter<Limit> {
    @Override
    public Limit convert(String found) {
      if (found.equals("off")) {
        return new Limit(OptionalInt.empty());
      }
      OptionalInt rate = Bounds.parse(found, 1, RateLimit.MOST);
      if (rate.isPresent()) {
        return new Limit(rate);
      }
      throw new TypeConversionException(
          "found '" + found + "'; allowed: 1 to " + RateLimit.MOST + ", off");
    }
  }
}
