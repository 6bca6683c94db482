package maestro.emulator.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers the way people read them; what is not known is a dash. */
public final class Figures {
  /** What is not known. */
  public static final String UNKNOWN = "–";

  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private Figures() {}

  /** {@code 1.84 M}, {@code 850 k}, {@code 12}. */
  public static String rate(double perSecond) {
    if (Double.isNaN(perSecond)) {
      return UNKNOWN;
    }
    if (perSecond >= 999_500) {
      return digits(perSecond / 1e6) + " M";
    }
    return perSecond >= 999.5 ? digits(perSecond / 1e3) + " k" : digits(perSecond);
  }

  /** {@code 1.84 Mbit/s}, {@code 850 kbit/s}, {@code 12.0 bit/s}. */
  public static String bitRate(double bitsPerSecond) {
    String rate = rate(bitsPerSecond);
    boolean hasPrefix = rate.endsWith("k") || rate.endsWith("M");
    return rate + (hasPrefix ? "bit/s" : " bit/s");
  }

  /** Milliseconds with three digits that count. */
  public static String milliseconds(double ns) {
    return Double.isNaN(ns) ? UNKNOWN : digits(ns / 1e6);
  }

  /** The same; {@code ≥} says that it is a lower bound. */
  public static String milliseconds(double ns, boolean atLeast) {
    return (atLeast ? "≥" : "") + milliseconds(ns);
  }

  /** A deviation in per cent, with its sign. */
  public static String deviation(double part) {
    if (Double.isNaN(part)) {
      return UNKNOWN;
    }
    double percent = part * 100;
    if (Math.abs(percent) < 0.05) {
      return "0.0";
    }
    return format(Math.abs(percent) < 99.95 ? "%+.1f" : "%+.0f", percent);
  }

  /**
   * An index whose best value is 1, such as Jain's, rounded away from 1: what is not 1 never reads
   * as 1. {@code index} of the pages' scripts does the same.
   */
  public static String index(double index) {
    if (Double.isNaN(index)) {
      return UNKNOWN;
    }
    double scaled = index * 1e4;
    double rounded = index > 1 ? Math.ceil(scaled - 1e-6) : Math.floor(scaled + 1e-6);
    return format("%.4f", rounded / 1e4);
  }

  /** How much of something else a number is. */
  public static String ratio(double ratio) {
    return Double.isNaN(ratio) ? UNKNOWN : format("%.2f", ratio);
  }

  /** Seconds with three digits that count. */
  public static String seconds(double seconds) {
    return Double.isNaN(seconds) ? UNKNOWN : digits(seconds);
  }

  /** Seconds with three digits that count. */
  public static String seconds(OptionalDouble seconds) {
    return seconds(seconds.orElse(Double.NaN));
  }

  /** A count with thousands apart. */
  public static String count(long count) {
    return format("%,d", count);
  }

  /** The same; NaN is unknown, and fractions are rounded. */
  public static String count(double count) {
    return Double.isNaN(count) ? UNKNOWN : count(Math.round(count));
  }

  /** A count with its noun: {@code 1 switch}, {@code 1,347 switches}. */
  public static String count(long count, String one, String many) {
    return count(count) + " " + (count == 1 ? one : many);
  }

  /**
   * Four digits that count, without zeros at the end: {@code 1.5 M}, {@code 20 k}, {@code 0.25}.
   */
  public static String amount(double value) {
    double size = Math.abs(value);
    String prefix = size >= 1e6 ? " M" : size >= 1e3 ? " k" : "";
    double shown = size >= 1e6 ? value / 1e6 : size >= 1e3 ? value / 1e3 : value;
    return Double.isFinite(value)
        ? new BigDecimal(shown, FOUR_DIGITS).stripTrailingZeros().toPlainString() + prefix
        : UNKNOWN;
  }

  private static String digits(double value) {
    if (value >= 99.95) {
      return format("%.0f", value);
    }
    if (value >= 9.995) {
      return format("%.1f", value);
    }
    return format(value >= 0.9995 || value == 0 ? "%.2f" : "%.3f", value);
  }

  private static String format(String pattern, Object value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
