package maestro.cli.remote.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.OptionalDouble;
import maestro.cli.remote.client.JsonValue;

/** Numbers as an operator reads them; {@code -} for one that is not known. */
public final class ReadableNumbers {
  public static final String NONE = "-";

  private static final String PREFIXES = " kMGT";
  private static final double BITS_PER_MEGABIT = 1e6;
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

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

  /** Milliseconds with three digits or more. */
  static String ms(JsonValue ms) {
    OptionalDouble number = ms.number();
    if (number.isEmpty()) {
      return NONE;
    }
    double value = number.getAsDouble();
    return String.format(Locale.ROOT, value < 1 ? "%.3f" : value < 100 ? "%.2f" : "%.0f", value);
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
    if (number.isEmpty()) {
      return NONE;
    }
    long whole = (long) number.getAsDouble();
    if (whole >= DAY) {
      return whole / DAY + " d " + whole % DAY / HOUR + " h";
    }
    if (whole >= HOUR) {
      return whole / HOUR + " h " + whole % HOUR / MINUTE + " min";
    }
    return whole >= MINUTE ? whole / MINUTE + " min " + whole % MINUTE + " s" : whole + " s";
  }

  /** A number without zeros after the point. */
  static String plain(JsonValue number) {
    return number.number().isPresent()
        ? BigDecimal.valueOf(number.number(0)).stripTrailingZeros().toPlainString()
        : NONE;
  }

  /** A count with its noun: {@code 1 switch}, {@code 2 switches}. */
  public static String count(JsonValue count, String one, String many) {
    return count.text() + " " + (count.text().equals("1") ? one : many);
  }
}
