package maestro.cli.remote.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import maestro.cli.remote.client.JsonValue;
import maestro.config.file.Units;

/** Numbers as an operator reads them; {@code -} for one that is not known. */
public final class ReadableNumbers {
  public static final String NONE = "-";

  private static final String PREFIXES = " kMGT";
  private static final double BITS_PER_MEGABIT = 1e6;
  private static final double MS_PER_SECOND = 1e3;

  private ReadableNumbers() {}

  private static String text(JsonValue value, DoubleFunction<String> known) {
    OptionalDouble number = value.number();
    return number.isPresent() ? known.apply(number.getAsDouble()) : NONE;
  }

  /** Requests in a second: one digit after the point below 100, none above. */
  public static String rate(JsonValue rate) {
    return text(rate, ReadableNumbers::rate);
  }

  public static String rate(double rate) {
    return rate == 0 ? "0" : String.format(Locale.ROOT, rate < 100 ? "%.1f" : "%.0f", rate);
  }

  /** Bits in a second with three digits: {@code 12.3M}. */
  public static String bits(JsonValue bitsPerSecond) {
    return text(bitsPerSecond, ReadableNumbers::bits);
  }

  /** The same for a number of megabits. */
  public static String megabits(JsonValue megabitsPerSecond) {
    return text(megabitsPerSecond, number -> bits(number * BITS_PER_MEGABIT));
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
    return text(ms, Units::measured);
  }

  /** A deviation from the fair share in percent, with its sign. */
  public static String deviation(JsonValue deviation) {
    return text(deviation, part -> String.format(Locale.ROOT, "%+.1f %%", 100 * part));
  }

  /** A time in its two largest units: {@code 3 d 4 h}. */
  public static String time(JsonValue seconds) {
    return text(seconds, number -> Units.lasting((long) number));
  }

  /** A bound as it was set, without zeros after the point: {@code 1.5 ms}, {@code 2 s}. */
  static String bound(JsonValue ms) {
    return text(
        ms,
        number ->
            number < MS_PER_SECOND ? plain(number) + " ms" : plain(number / MS_PER_SECOND) + " s");
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** A count with its noun: {@code 1 switch}, {@code 2 switches}. */
  public static String count(JsonValue count, String one, String many) {
    return count.text() + " " + (count.text().equals("1") ? one : many);
  }
}
