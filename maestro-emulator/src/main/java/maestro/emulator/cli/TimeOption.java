package maestro.emulator.cli;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as configuration files write it: {@code 90s}, {@code 20m}, {@code 8h}. */
public final class TimeOption implements ITypeConverter<Duration> {
  private static final Duration LEAST = Duration.ofMillis(100);

  @Override
  public Duration convert(String text) {
    return parse(text).orElseThrow(() -> wrong(text));
  }

  /** The same, for a duration that is passed on as it was written. */
  public static final class AsWritten implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return parse(text).map(time -> text).orElseThrow(() -> wrong(text));
    }
  }

  private static Optional<Duration> parse(String text) {
    try {
      Duration time =
          ConfigFactory.parseString("time=\"" + text.replaceAll("[^\\w.]", "?") + "\"")
              .getDuration("time");
      boolean hasUnit = text.matches(".*[a-z]\\s*");
      return Optional.of(time).filter(t -> hasUnit && t.compareTo(LEAST) >= 0);
    } catch (ConfigException e) {
      return Optional.empty();
    }
  }

  private static TypeConversionException wrong(String text) {
    return new TypeConversionException(
        "found '" + text + "'; allowed: 100 ms or more, such as 90s, 20m, 8h");
  }
}
