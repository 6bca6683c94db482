package maestro.emulator.cli;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as configuration files write it: {@code 90s}, {@code 20m}, {@code 8h}. */
public final class TimeOption implements ITypeConverter<Duration> {
  private static final Duration LEAST = Duration.ofMillis(100);

  @Override
  public Duration convert(String text) {
    try {
      Duration time =
          ConfigFactory.parseString("time=\"" + text.replaceAll("[^\\w.]", "?") + "\"")
              .getDuration("time");
      if (time.compareTo(LEAST) >= 0 && text.matches(".*[a-z]\\s*")) {
        return time;
      }
    } catch (ConfigException e) {
      throw new TypeConversionException(wrong(text));
    }
    throw new TypeConversionException(wrong(text));
  }

  private static String wrong(String text) {
    return "'" + text + "' is not a duration of 100 ms or more, for example 90s, 20m, 8h";
  }
}
