package maestro.emulator.cli;

import java.time.Duration;
import java.util.Optional;
import maestro.config.file.Units;
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
    return Units.durationNs(text).map(Duration::ofNanos).filter(t -> t.compareTo(LEAST) >= 0);
  }

  private static TypeConversionException wrong(String text) {
    return new TypeConversionException(
        "found '" + text + "'; allowed: 100 ms or more, such as 90s, 20m, 8h");
  }
}
