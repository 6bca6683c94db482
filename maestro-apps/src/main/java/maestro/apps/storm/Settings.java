package maestro.apps.storm;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.BadSettingException;
import maestro.apps.ports.PortList;

/**
 * What a port may send for many, and what is done about more.
 *
 * @param maxFramesPerSecond to groups, and as many again to unknown destinations
 * @param action what is done about more
 * @param holdSeconds how long an entry stays that bounds a port, before it is looked at again
 * @param onlyHostPorts whether only ports count that discovery says lead to hosts
 * @param spared ports that are named and never bounded
 */
record Settings(
    long maxFramesPerSecond,
    Action action,
    int holdSeconds,
    boolean onlyHostPorts,
    PortList spared) {

  /** What is done about a port that sends more than it may. */
  enum Action {
    /** It is named. */
    LOG("nothing is done about it"),
    /** And an entry of its switch drops what there is too much of. */
    DROP("they are dropped until it is over"),
    /** And a meter of its switch lets only as much pass as is allowed; without one, as DROP. */
    METER("no more pass until it is over");

    private final String text;

    Action(String text) {
      this.text = text;
    }

    /** For the log. */
    String text() {
      return text;
    }
  }

  private static final long MAX_RATE = 1_000_000;

  static Settings of(Config config) {
    long rate = config.getLong("max-frames-per-second");
    if (rate < 1 || rate > MAX_RATE) {
      throw new BadSettingException("max-frames-per-second", rate, "1 to " + MAX_RATE);
    }
    Duration hold = config.getDuration("hold");
    if (hold.toSeconds() < 1 || hold.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new BadSettingException("hold", hold.toMillis() + " ms", "1 s to 10 m");
    }
    String action = config.getString("action");
    return new Settings(
        rate,
        switch (action) {
          case "log" -> Action.LOG;
          case "drop" -> Action.DROP;
          case "meter" -> Action.METER;
          default -> throw new BadSettingException("action", action, "log, drop, meter");
        },
        (int) hold.toSeconds(),
        config.getBoolean("only-host-ports"),
        PortList.of(config, "never-bound"));
  }
}
