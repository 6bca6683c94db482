package maestro.emulator.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import picocli.CommandLine.Option;

/** The options that say what switches do. Used by the thread that runs the command. */
public final class ScenarioOptions {
  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description = "What to do (default: 16 switches at full speed).")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A key of the scenario, over what the file says. May be repeated.")
  private List<String> settings = new ArrayList<>();

  /** Whether the operator named a file. */
  boolean hasFile() {
    return file != null;
  }

  /** What the operator set, in order, each {@code key=value}. */
  public List<String> settings() {
    return settings;
  }

  /** The scenario as the operator wants it. */
  Scenario load() throws ScenarioException {
    return load(settings);
  }

  /**
   * The operator's file, or the defaults without one, with other settings than the operator's.
   *
   * @param overrides each {@code key=value}; later ones win
   */
  public Scenario load(List<String> overrides) throws ScenarioException {
    return file == null
        ? ScenarioFile.defaultsWith(overrides.toArray(String[]::new))
        : ScenarioFile.load(file, overrides);
  }
}
