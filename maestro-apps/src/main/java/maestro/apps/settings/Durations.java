package maestro.apps.settings;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.BadSettingException;

/**
 * Durations of applications, and how they are read within bounds from their settings. Stateless.
 */
public final class Durations {
  /** Longer than switches take to reconnect: Open vSwitch waits for 8 s at most. */
  public static final Duration RECONNECT = Duration.ofSeconds(15);

  private static final String[] UNITS = {"ns", "us", "ms", "s", "m", "h"};
  private static final int[] STEPS = {1000, 1000, 1000, 60, 60};

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @return {@code least} to {@code most}, both included
   * @throws BadSettingException when it is shorter or longer; shows the duration as it was written
   */
  public static Duration between(Config config, String key, Duration least, Duration most) {
    Duration found = config.getDuration(key);
    if (found.compareTo(least) < 0 || found.compareTo(most) > 0) {
      throw new BadSettingException(
          key, config.getValue(key).unwrapped(), text(least) + " to " + text(most));
    }
    return found;
  }

  /**
   * Reads a duration in whole seconds, as a switch counts them: 500 ms would be 0 s on the switch,
   * which is never.
   *
   * @return {@code least} to {@code most}, both included
   * @throws BadSettingException when it is shorter or longer, or has a fraction of a second
   */
  public static int wholeSeconds(Config config, String key, Duration least, Duration most) {
    Duration found = between(config, key, least, most);
    if (found.toNanosPart() != 0) {
      throw new BadSettingException(
          key,
          config.getValue(key).unwrapped(),
          text(least) + " to " + text(most) + ", in whole seconds");
    }
    return Math.toIntExact(found.toSeconds());
  }

  /** The duration in its largest unit: 60,000 ms are {@code 1 m}. */
  private static String text(Duration duration) {
    if (duration.isZero()) {
      return "0 s";
    }
    long amount = duration.toNanos();
    int unit = 0;
    while (unit < STEPS.length && amount % STEPS[unit] == 0) {
      amount /= STEPS[unit];
      unit++;
    }
    return amount + " " + UNITS[unit];
  }
}
