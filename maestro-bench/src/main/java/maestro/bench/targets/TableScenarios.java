package maestro.bench.targets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;

/**
 * The loads that rows of the table are measured under, OpenFlow 1.0 unless a setting says
 * otherwise.
 */
final class TableScenarios {
  /** The most requests outstanding in an interleaved run: of all switches, and of one. */
  private static final int OUTSTANDING_OF_ALL = 160_000;

  private static final int OUTSTANDING_OF_ONE = 8192;

  /** Long enough for a new controller to compile rare code, and to make its buffers. */
  static final String WARM_UP = "durations.warm-up=14 s";

  /**
   * Long enough for the first rows that show a p99: a compiler on the same processor takes it for
   * up to 5 ms at a time.
   */
  static final String QUIET_WARM_UP = "durations.warm-up=30 s";

  /** A watched controller is warmed up for longer: what it does once a second is compiled late. */
  static final String WATCHED_WARM_UP = "durations.warm-up=24 s";

  private TableScenarios() {}

  /** All switches at full speed. */
  static Scenario max(int switches, String measured) throws ScenarioException {
    return scenario(switches, "load=max", measure(measured));
  }

  /** Rates by Zipf with exponent 1, whose sum is the capacity times {@code factor}. */
  static Scenario zipf(int switches, double factor, String measured) throws ScenarioException {
    return zipf(switches, factor, 1.0, measure(measured));
  }

  /** Rates by Zipf, whose sum is the capacity times {@code factor}. */
  static Scenario zipf(int switches, double factor, double exponent, String... more)
      throws ScenarioException {
    List<String> own =
        List.of(
            "load=rate",
            "rates.total=" + factor + " x capacity",
            "rates.distribution=zipf(" + exponent + ")");
    return scenario(switches, own, more);
  }

  /** 79 switches with {@code count} addresses in all. */
  static Scenario hosts(long count, String... more) throws ScenarioException {
    return scenario(79, List.of("hosts=" + count), more);
  }

  /** A scenario of settings {@code key=value}; later ones win. */
  static Scenario scenario(int switches, String... more) throws ScenarioException {
    return scenario(switches, List.of(), more);
  }

  private static Scenario scenario(int switches, List<String> own, String... more)
      throws ScenarioException {
    List<String> settings = new ArrayList<>(common(own.toArray(String[]::new)));
    settings.addAll(List.of(more));
    settings.add("network.switches=" + switches);
    return ScenarioFile.defaultsWith(settings.toArray(String[]::new));
  }

  /**
   * A load of {@link InterleavedRuns}. It has no probing switch, since interleaved runs measure no
   * delays. What is outstanding is limited: full sockets would keep a controller busy for tenths of
   * a second in another one's turn.
   */
  static Scenario interleavedLoad(int switches, String... more) throws ScenarioException {
    int limit = Math.min(OUTSTANDING_OF_ONE, OUTSTANDING_OF_ALL / switches);
    List<String> own = List.of("probing.enabled=false", WARM_UP, "outstanding.limit=" + limit);
    return scenario(switches, own, more);
  }

  /** {@code config/scenarios/two-hogs.conf}: two switches send nearly all requests. */
  static Scenario twoHogs(Path root, String measured) throws ScenarioException {
    return ScenarioFile.load(
        root.resolve("config/scenarios/two-hogs.conf"), common(measure(measured)));
  }

  /** The setting of the measured time. */
  static String measure(String time) {
    return "durations.measure=" + time;
  }

  /** More probes than by default; with few of them the p99 would be the maximum. */
  private static List<String> common(String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "openflow=1.0",
                "probing.rate=50",
                "durations.learn=60 s",
                "durations.warm-up=3 s",
                "durations.drain=500 ms"));
    settings.addAll(List.of(more));
    return settings;
  }
}
