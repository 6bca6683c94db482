package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.simulate.costs.Costs;

/** Short simulations with round costs. */
final class Simulated {
  static final long MS = 1_000_000;
  static final Costs FREE = costs(0, 0, 0, 0, 0, 0);

  /** About what a machine of today charges. */
  static final Costs USUAL = costs(1_000, 5_000, 400, 300, 100, 100);

  private Simulated() {}

  static Costs costs(
      double read, double write, double poll, double visit, double request, double line) {
    return new Costs(
        new Costs.Kernel(
            read,
            read / 20_000,
            read / 2,
            write,
            write / 50_000,
            poll,
            poll / 5,
            poll / 2,
            poll * 3,
            poll * 3,
            poll * 12,
            0,
            3 * MS,
            read == 0 ? 0 : 0.1),
        new Costs.Stage(visit, visit, request / 4, request * 3 / 4, 112),
        new Costs.Memory(line, 20, 4),
        new Costs.Load(0, 0, 0));
  }

  static SimulatedRun run(String strategy, int workers, Costs costs, String... scenario)
      throws ScenarioException, BadConfigurationException {
    return run(strategy, workers, true, costs, scenario);
  }

  static SimulatedRun run(
      String strategy, int workers, boolean inOrder, Costs costs, String... scenario)
      throws ScenarioException, BadConfigurationException {
    Scenario each = ScenarioFile.defaultsWith(scenario);
    long ns = each.durations().measureNs();
    return Simulation.run(
        each,
        config(strategy, workers),
        new Simulation.Settings(0, inOrder, ns, ns, 200, 6 << 20, 1),
        costs);
  }

  static MaestroConfig config(String strategy, int workers, String... more)
      throws BadConfigurationException {
    List<CommandLineSetting> all = new ArrayList<>();
    all.add(set("maestro.distribution.strategy=" + strategy));
    all.add(set("maestro.distribution.workers=" + workers));
    all.add(set("maestro.distribution.repartition-interval=100 ms"));
    for (String each : more) {
      all.add(set(each));
    }
    return ControllerConfig.with(all.toArray(CommandLineSetting[]::new));
  }

  private static CommandLineSetting set(String setting) {
    return CommandLineSetting.parse("--set", setting);
  }

  static Simulation.Settings settings(boolean inOrder) {
    return new Simulation.Settings(0, inOrder, 400 * MS, 400 * MS, 200, 6 << 20, 1);
  }
}
