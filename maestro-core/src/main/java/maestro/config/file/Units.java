package maestro.config.file;

import com.typesafe.config.ConfigValueFactory;
import java.util.Optional;

/** Formats durations and sizes as operators write them. */
public final class Units {
  private static final String[] DURATION_UNITS = {"ns", "us", "ms", "s", "min", "h"};
  private static final int[] DURATION_STEPS = {1000, 1000, 1000, 60, 60};
  private static final String[] SIZE_UNITS = {"B", "KiB", "MiB", "GiB"};
  private static final int[] SIZE_STEPS = {1024, 1024, 1024};

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
