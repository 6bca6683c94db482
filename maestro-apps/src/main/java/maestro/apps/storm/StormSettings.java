package maestro.apps.storm;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.BadSettingException;
import maestro.apps.ports.PortList;
import maestro.apps.settings.Durations;

/**
 * The rate of frames to many that a port may send, and the action above it.
 *
 * @param maxFramesPerSecond the rate allowed to groups, and the same rate again to unknown
 *     destinations
 * @param maxStreamFramesPerSecond the rate allowed to what flow entries forward as a stream; no
 *     lower than the other
 * @param action the action above that rate
 * @param holdSeconds the hard timeout of an entry that bounds a port; then the rate is checked
 *     again
 * @param onlyHostPorts whether to count only ports that lead to hosts, according to discovery
 * @param spared ports that are logged and never bounded
 */
record StormSettings(
    long maxFramesPerSecond,
    long maxStreamFramesPerSecond,
    Action action,
    int holdSeconds,
    boolean onlyHostPorts,
    PortList spared) {

  /** The action on a port that sends more than is allowed. */
  enum Action {
    /** Log it. */
    LOG("nothing is done about it"),
    /** Log it, and have an entry drop the excess traffic. */
    DROP("they are dropped until it is over"),
    /**
     * Log it, and have a meter of the switch pass the allowed rate; as DROP if it has no meters.
     */
    METER("no more pass until it is over");

    private final String text;

    Action(String text) {
      this.text = text;
    }

    /** The text for the log. */
    String text() {
      return text;
    }
  }

  private static final long MAX_RATE = 1_000_000;

  static StormSettings of(Config config) {
    long rate = rate(config, "max-frames-per-second");
    long ofStreams = rate(config, "max-stream-frames-per-second");
    int holdSeconds =
        Durations.wholeSeconds(config, "hold", Duration.ofSeconds(1), Duration.ofMinutes(10));
    String action = config.getString("action");
    return new StormSettings(
        rate,
        Math.max(rate, ofStreams),
        switch (action) {
          case "log" -> Action.LOG;
          case "drop" -> Action.DROP;
          case "meter" -> Action.METER;
          default -> throw new BadSettingException("action", action, "log, drop, meter");
        },
        holdSeconds,
        config.getBoolean("only-host-ports"),
        PortList.of(config, "never-bound"));
  }

  private static long rate(Config config, String key) {
    long rate = config.getLong(key);
    if (rate < 1 || rate > MAX_RATE) {
      throw new BadSettingException(key, rate, "1 to " + MAX_RATE);
    }
    return rate;
  }
}
