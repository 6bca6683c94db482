package maestro.emulator.cli;

import java.util.Arrays;
import java.util.List;
import maestro.config.Nearest;
import maestro.config.StrategyName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a strategy. */
public final class StrategyOption implements ITypeConverter<String> {
  /** The names of all strategies. */
  static final List<String> ALL =
      Arrays.stream(StrategyName.values()).map(StrategyName::text).toList();

  @Override
  public String convert(String text) {
    if (ALL.contains(text)) {
      return text;
    }
    throw new TypeConversionException(
        "found '%s'; allowed: %s%s"
            .formatted(text, String.join(", ", ALL), Nearest.hint(text, ALL)));
  }
}
