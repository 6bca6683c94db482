package maestro.config.file;

import com.typesafe.config.ConfigValueFactory;
import java.util.Locale;
import java.util.Optional;

/** Formats durations and sizes as operators write them, and times that were measured. */
public final class Units {
  private static final String[] DURATION_UNITS = {"ns", "us", "ms", "s", "min", "h"};
  private static final int[] DURATION_STEPS = {1000, 1000, 1000, 60, 60};
  private static final String[] SIZE_UNITS = {"B", "KiB", "MiB", "GiB"};
  private static final int[] SIZE_STEPS = {1024, 1024, 1024};
  private static final double MS_PER_SECOND = 1e3;
  private static final double MS_PER_MINUTE = 60e3;
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Units() {}

  /** A duration as a configuration has it, in nanoseconds; empty for another text. */
  public static Optional<Long> durationNs(String text) {
    return Values.durationNs(ConfigValueFactory.fromAnyRef(text));
  }

  /** {@code 3000000} is {@code 3 ms}. */
  static String duration(long durationNs) {
    return inLargestUnit(durationNs, DURATION_UNITS, DURATION_STEPS);
  }

  /** {@code 65536} is {@code 64 KiB}. */
  static String size(long sizeBytes) {
    return inLargestUnit(sizeBytes, SIZE_UNITS, SIZE_STEPS);
  }

  /**
   * A measured time of so many milliseconds, with three digits: {@code 0.123 ms}, {@code 12.5 ms},
   * {@code 2.08 s}; from a minute on as {@link #lasting}. {@code delay} of the page's script does
   * the same.
   */
  public static String measured(double ms) {
    if (ms == 0) {
      return "0 ms";
    }
    if (ms < MS_PER_SECOND - 0.5) {
      return threeDigits(ms) + " ms";
    }
    return ms < MS_PER_MINUTE - 50
        ? threeDigits(ms / MS_PER_SECOND) + " s"
        : lasting(Math.round(ms / MS_PER_SECOND));
  }

  private static String threeDigits(double value) {
    String digits =
        value < 0.9995 ? "%.3f" : value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, digits, value);
  }

  /** A time of so many seconds in its two largest units: {@code 3 d 4 h}. */
  public static String lasting(long seconds) {
    if (seconds >= DAY) {
      return seconds / DAY + " d " + seconds % DAY / HOUR + " h";
    }
    if (seconds >= HOUR) {
      return seconds / HOUR + " h " + seconds % HOUR / MINUTE + " min";
    }
    return seconds >= MINUTE
        ? seconds / MINUTE + " min " + seconds % MINUTE + " s"
        : seconds + " s";
  }

  private static String inLargestUnit(long amount, String[] units, int[] steps) {
    long left = amount;
    int unit = 0;
    while (left != 0 && unit < steps.length && left % steps[unit] == 0) {
      left /= steps[unit];
      unit++;
    }
    return left + " " + units[unit];
  }
}
