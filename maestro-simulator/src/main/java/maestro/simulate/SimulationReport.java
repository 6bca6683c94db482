package maestro.simulate;

import java.util.List;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;
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
  private static final String SCRIPT = "simulation.js";

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
    return ResultJson.compact(this);
  }

  /** The report as a self-contained page. */
  public String page() {
    return HtmlReport.page(
        "Maestro simulation",
        "what `simulate --json` prints",
        HtmlReport.resource(SimulationReport.class, SCRIPT),
        json());
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
    if (!controller.isEmpty()) {
      out.append(String.format("the controller has %s%n", String.join(", ", controller)));
    }
    if (eventsNotPlayed > 0) {
      out.append(String.format("the scenario's events are not played: %d%n", eventsNotPlayed));
    }
    return out.append('\n').append(SimulationTable.of(runs)).toString();
  }
}
