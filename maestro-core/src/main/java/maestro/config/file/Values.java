package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Reads one value as one type; the result is empty when it is of another type. */
final class Values {
  private static final int SHOWN_CHARACTERS = 60;

  private Values() {}

  /** A whole number; {@code 3.0} is one, {@code 3.5} is not. */
  static Optional<Long> whole(ConfigValue value) {
    return number(value)
        .filter(n -> n == Math.rint(n) && Math.abs(n) < 1e15)
        .map(Double::longValue);
  }

  static Optional<Double> number(ConfigValue value) {
    return isScalar(value)
        ? read(value, c -> c.getDouble("v")).filter(n -> !n.isNaN() && !n.isInfinite())
        : Optional.empty();
  }

  static Optional<Boolean> flag(ConfigValue value) {
    return read(value, c -> c.getBoolean("v"));
  }

  /** A duration with its unit; a bare number is no duration, since its unit would be unclear. */
  static Optional<Long> durationNs(ConfigValue value) {
    return value.valueType() == ConfigValueType.STRING && number(value).isEmpty()
        ? read(value, c -> c.getDuration("v", TimeUnit.NANOSECONDS))
        : Optional.empty();
  }

  /** A size; a bare number is bytes. */
  static Optional<Long> sizeBytes(ConfigValue value) {
    return isScalar(value) ? read(value, c -> c.getBytes("v")) : Optional.empty();
  }

  /** A text, or a number or flag the way it was written: {@code 1.0} is not {@code 1}. */
  static Optional<String> text(ConfigValue value) {
    return isScalar(value) ? read(value, c -> c.getString("v")) : Optional.empty();
  }

  /** The value for an error message. */
  static String show(ConfigValue value) {
    String shown =
        value.valueType() == ConfigValueType.STRING
            ? "'" + value.unwrapped() + "'"
            : text(value).orElseGet(() -> value.render(ConfigRenderOptions.concise()));
    return shown.length() <= SHOWN_CHARACTERS
        ? shown
        : shown.substring(0, SHOWN_CHARACTERS) + "...";
  }

  private static boolean isScalar(ConfigValue value) {
    return !(value instanceof ConfigObject)
        && !(value instanceof ConfigList)
        && value.valueType() != ConfigValueType.NULL;
  }

  private static <T> Optional<T> read(ConfigValue value, Function<Config, T> as) {
    try {
      return Optional.of(as.apply(value.atKey("v")));
    } catch (ConfigException e) {
      return Optional.empty();
    }
  }
}
