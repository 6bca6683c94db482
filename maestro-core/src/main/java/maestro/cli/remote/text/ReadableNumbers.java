package maestro.cli.remote.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.OptionalDouble;
import maestro.cli.remote.client.JsonValue;
import maestro.config.file.Units;

/** Numbers as an operator reads them; {@code -} for one that is not known. */
public final class ReadableNumbers {
  public static final String NONE = "-";

  private static final String PREFIXES = " kMGT";
  private static final double BITS_PER_MEGABIT = 1e6;
  private static final double MS_PER_SECOND = 1e3;

  private ReadableNumbers() {}

  /** Requests in a second: one digit after the point below 100, none above. */
  public static String rate(JsonValue rate) {
    OptionalDouble number = rate.number();
    return number.isPresent() ? rate(number.getAsDouble()) : NONE;
  }

  public static String rate(double rate) {
    return rate == 0 ? "0" : String.format(Locale.ROOT, rate < 100 ? "%.1f" : "%.0f", rate);
  }

  /** Bits in a second with three digits: {@code 12.3M}. */
  public static String bits(JsonValue bitsPerSecond) {
    OptionalDouble number = bitsPerSecond.number();
    return number.isPresent() ? bits(number.getAsDouble()) : NONE;
  }

  /** The same for a number of megabits. */
  public static String megabits(JsonValue megabitsPerSecond) {
    OptionalDouble number = megabitsPerSecond.number();
    return number.isPresent() ? bits(number.getAsDouble() * BITS_PER_MEGABIT) : NONE;
  }

  private static String bits(double bitsPerSecond) {
    double value = bitsPerSecond;
    int power = 0;
    while (value >= 999.5 && power < PREFIXES.length() - 1) {
      value /= 1000;
      power++;
    }
    String digits =
        power == 0
            ? Long.toString(Math.round(value))
            : String.format(
                Locale.ROOT, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
    return digits + (power == 0 ? "" : PREFIXES.charAt(power));
  }

  /** A delay in the unit that fits: {@code 0.123 ms}, {@code 2.08 s}. */
  static String delay(JsonValue ms) {
    OptionalDouble number = ms.number();
    return number.isPresent() ? Units.measured(number.getAsDouble()) : NONE;
  }

  /** A deviation from the fair share in percent, with its sign. */
  public static String deviation(JsonValue deviation) {
    OptionalDouble number = deviation.number();
    return number.isPresent()
        ? String.format(Locale.ROOT, "%+.1f %%", 100 * number.getAsDouble())
        : NONE;
  }

  /** A time in its two largest units: {@code 3 d 4 h}. */
  public static String time(JsonValue seconds) {
    OptionalDouble number = seconds.number();
    return number.isPresent() ? Units.lasting((long) number.getAsDouble()) : NONE;
  }

  /** A bound as it was set, without zeros after the point: {@code 1.5 ms}, {@code 2 s}. */
  static String bound(JsonValue ms) {
    if (ms.number().isEmpty()) {
      return NONE;
    }
    double number = ms.number(0);
    return number < MS_PER_SECOND ? plain(number) + " ms" : plain(number / MS_PER_SECOND) + " s";
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** A count with its noun: {@code 1 switch}, {@code 2 switches}. */
  public static String count(JsonValue count, String one, String many) {
    return count.text() + " " + (count.text().equals("1") ? one : many);
  }
}
