package maestro.system;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.Maestro;
import maestro.api.Application;
import maestro.apps.learning.LearningSwitch;
import maestro.config.ApplicationDefaults;
import maestro.config.BadConfigurationException;
import maestro.config.CommandLineSetting;
import maestro.config.ConfigLoader;
import maestro.config.LoadedConfig;
import maestro.emulator.engine.LoadPlan;
import maestro.emulator.engine.Neighbours;
import maestro.emulator.engine.SwitchLoad;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.switches.SwitchDescription;
import maestro.sequence.ApplicationHost;

/** A controller with the learning switch in the test's own JVM, on a free port, and load for it. */
final class InProcess {
  static final long SECOND_NS = 1_000_000_000;
  private static final int HOSTS_PER_SWITCH = 64;
  private static final int PORTS = 4;

  private InProcess() {}

  /** Starts a controller with the first example of a configuration. */
  static Maestro controller(String strategy, int workers)
      throws IOException, BadConfigurationException {
    return controller(strategy, workers, Map.of(), List.of());
  }

  /** Starts it with other settings, and with applications besides that need none. */
  static Maestro controller(
      String strategy, int workers, Map<String, String> more, List<Application> others)
      throws IOException, BadConfigurationException {
    Path example = Rigs.PROJECT.resolve("config/learning-switch.conf");
    List<CommandLineSetting> settings = new ArrayList<>();
    settings.add(new CommandLineSetting("--set", "maestro.listen", "\"127.0.0.1:0\""));
    settings.add(new CommandLineSetting("--set", "maestro.distribution.strategy", strategy));
    settings.add(new CommandLineSetting("--set", "maestro.distribution.workers", "" + workers));
    more.forEach((key, value) -> settings.add(new CommandLineSetting("--set", key, value)));
    // The class path of tests has all applications, so their defaults are there, too.
    Config defaults =
        ConfigFactory.parseResources(LearningSwitch.class.getClassLoader(), "reference.conf")
            .getConfig("applications");
    List<ApplicationDefaults> known = new ArrayList<>();
    for (String name : defaults.root().keySet()) {
      known.add(new ApplicationDefaults(name, defaults.getConfig(name)));
    }
    for (Application other : others) {
      known.add(new ApplicationDefaults(other.name(), ConfigFactory.empty()));
    }
    LoadedConfig config = ConfigLoader.parse(Optional.of(example), settings).validate(known);
    List<Application> all = new ArrayList<>(others);
    all.add(new LearningSwitch());
    List<ApplicationHost.Configured> configured =
        all.stream()
            .map(each -> new ApplicationHost.Configured(each, config.application(each.name())))
            .toList();
    return Maestro.start(config.maestro(), configured);
  }

  /** Switches that send as fast as they can. */
  static LoadPlan fullSpeed(int switches, int version, boolean buffered, long measureNs) {
    List<SwitchLoad> loads = new ArrayList<>();
    for (int i = 0; i < switches; i++) {
      SwitchDescription description =
          new SwitchDescription(i + 1, version, PORTS, buffered ? 256 : 0);
      loads.add(
          new SwitchLoad(description, (long) i * HOSTS_PER_SWITCH, HOSTS_PER_SWITCH, 1, null));
    }
    LoadPlan.Times times =
        new LoadPlan.Times(
            20 * SECOND_NS, 20 * SECOND_NS, SECOND_NS / 2, measureNs, 20 * SECOND_NS);
    return new LoadPlan(LoadMode.MAX, 64, buffered, 0, loads, null, Neighbours.NONE, times, 1);
  }
}
