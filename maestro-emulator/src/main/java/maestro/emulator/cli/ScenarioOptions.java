package maestro.emulator.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.emulator.topology.TopologyException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say what switches do. Used by the thread that runs the command. */
public final class ScenarioOptions {
  private static final String DURATION = "--duration";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description = "What to do (default: 16 switches at full speed).")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = DURATION,
      paramLabel = "TIME",
      description =
          "Measured time of each run, such as 10s: durations.measure. A --set of it wins.")
  private Optional<String> duration = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A key of the scenario, over what the file says. May be repeated.")
  private List<String> settings = new ArrayList<>();

  /** The scenario as the operator wants it. */
  Scenario load() throws ScenarioException {
    return load(Optional.empty());
  }

  /** The same, of another file than the defaults when the operator named none. */
  Scenario load(Optional<Path> otherwise) throws ScenarioException {
    return load(otherwise, duration);
  }

  /** The same, with a measured time of the command's own when the operator said none. */
  public Scenario loadFor(String usualDuration) throws ScenarioException {
    return load(Optional.empty(), duration.or(() -> Optional.of(usualDuration)));
  }

  private Scenario load(Optional<Path> otherwise, Optional<String> measured)
      throws ScenarioException {
    List<CommandLineSetting> own =
        measured.stream()
            .map(time -> CommandLineSetting.ofOption(DURATION, "durations.measure", time))
            .toList();
    Scenario loaded = ScenarioFile.load(file.or(() -> otherwise), own, settings);
    sayNotes(loaded.network());
    return loaded;
  }

  private void sayNotes(Scenario.Network network) throws ScenarioException {
    PrintWriter err = mixee.commandLine().getErr();
    try {
      network.topology().notes().forEach(err::println);
    } catch (TopologyException e) {
      throw new ScenarioException(e.getMessage());
    }
    err.flush();
  }
}
