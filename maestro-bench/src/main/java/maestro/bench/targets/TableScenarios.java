package maestro.emulator.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;

/**
 * The loads that rows of the table are measured under, OpenFlow 1.0 unless a setting says
 * otherwise.
 */
final class TableScenarios {
  private TableScenarios() {}

  /** All switches at full speed, measured for so long. */
  static Scenario max(int switches, String measured) throws ScenarioException {
    return scenario(switches, "load=max", measure(measured));
  }

  /** Skewed rates that come to so many times the capacity. */
  static Scenario zipf(int switches, double factor, String measured) throws ScenarioException {
    return scenario(
        switches,
        "load=rate",
        "rates.total=" + factor + " x capacity",
        "rates.distribution=zipf(1.0)",
        measure(measured));
  }

  /** 79 switches with so many addresses in all. */
  static Scenario hosts(long count, String... more) throws ScenarioException {
    return scenario(
        79, Stream.concat(Stream.of("hosts=" + count), Arrays.stream(more)).toArray(String[]::new));
  }

  /** What settings {@code key=value} say; later ones win. */
  static Scenario scenario(int switches, String... more) throws ScenarioException {
    List<String> settings = new ArrayList<>(common(more));
    settings.add("network.switches=" + switches);
    return ScenarioFile.defaultsWith(settings.toArray(String[]::new));
  }

  /**
   * For {@link Turns}: nobody's delay is measured in them, and a controller that was just started
   * compiles for that long, what seldom comes included.
   */
  static Scenario turned(int switches, String... more) throws ScenarioException {
    return scenario(
        switches,
        Stream.concat(
                Stream.of("probing.enabled=false", "durations.warm-up=14 s"), Arrays.stream(more))
            .toArray(String[]::new));
  }

  /** Two switches that ask for nearly everything, from {@code config/scenarios}. */
  static Scenario twoHogs(Path root, String measured) throws ScenarioException {
    return ScenarioFile.load(
        root.resolve("config/scenarios/two-hogs.conf"), common(measure(measured)));
  }

  /** The setting for it. */
  static String measure(String time) {
    return "durations.measure=" + time;
  }

  /** Probes come more often than by default, or p99 would be the largest. */
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
