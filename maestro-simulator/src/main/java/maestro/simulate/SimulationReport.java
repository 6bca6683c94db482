package maestro.simulate;

import java.util.List;
import java.util.stream.Stream;
import maestro.emulator.format.Json;
import maestro.emulator.scenario.Scenario;

/**
 * A report of simulated runs, for people and scripts. Immutable; each component is one of the JSON.
 *
 * @param scenario its name
 * @param description its sentence
 * @param load what the switches do
 * @param switchCount without the probing switch
 * @param sharedCores that all threads shared; 0 when each had its own
 * @param ordering strict or none
 * @param measuredSeconds virtual time
 * @param eventsNotPlayed events of the scenario: in the simulation no switch fails
 * @param controller the settings of the controller that differ from its defaults, beside strategy
 *     and workers: {@code KEY=VALUE}
 * @param runs ordered by strategy, then by workers, then by seed
 */
public record SimulationReport(
    String scenario,
    String description,
    String load,
    int switchCount,
    int sharedCores,
    String ordering,
    double measuredSeconds,
    int eventsNotPlayed,
    List<String> controller,
    List<SimulatedRun> runs) {
  /** Makes a report. */
  public static SimulationReport of(
      Scenario scenario,
      Simulation.Settings settings,
      List<String> controller,
      List<SimulatedRun> runs) {
    return new SimulationReport(
        scenario.name(),
        scenario.description(),
        scenario.load().text(),
        scenario.network().switchCount(),
        settings.cores(),
        settings.inOrder() ? "strict" : "none",
        settings.measureNs() / 1e9,
        scenario.events().size(),
        List.copyOf(controller),
        List.copyOf(runs));
  }

  /** The report as JSON on one line. */
  public String json() {
    return Json.compact(this);
  }

  /** The report as a self-contained page. */
  public String page() {
    return SimulationPage.of(this);
  }

  /** The report as lines for a terminal. */
  public String table() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            "%s: %d switches; load %s; ordering %s; simulated%s%n",
            scenario,
            switchCount,
            load,
            ordering,
            sharedCores == 0 ? "" : ", all threads on " + sharedCores + " cores"));
    Stream.of(controllerText(), eventsText())
        .filter(line -> !line.isEmpty())
        .forEach(line -> out.append(line).append('\n'));
    return out.append('\n').append(SimulationTable.of(runs).text()).toString();
  }

  /** How the controller is set, in words; empty when it has its defaults. */
  String controllerText() {
    return controller.isEmpty() ? "" : "the controller has " + String.join(", ", controller);
  }

  /** What the simulation leaves out, in words; empty when it is nothing. */
  String eventsText() {
    return eventsNotPlayed > 0 ? "the scenario's events are not played: " + eventsNotPlayed : "";
  }
}
