package maestro.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.config.ApplicationDefaults;
import maestro.config.BadConfigurationException;
import maestro.config.BrokenJarMode;
import maestro.config.CommandLineSetting;
import maestro.config.ConfigLoader;
import maestro.config.LoadedConfig;
import maestro.config.MaestroConfig;
import maestro.config.ParsedConfig;
import maestro.config.Problems;
import maestro.sequence.ApplicationJars;
import maestro.sequence.FoundApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that is done before a controller starts: the configuration is read, the applications are
 * found, and both are checked against each other.
 *
 * @param config without mistakes
 * @param applications all that were found
 */
record Preparation(LoadedConfig config, List<FoundApplication> applications) {
  private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

  /**
   * Prepares a controller.
   *
   * @param file the operator's configuration, if there is one
   * @param settings of the command line
   * @param folders with applications, besides those the configuration names
   * @throws BadConfigurationException with every mistake in the configuration and every jar that
   *     cannot be loaded, unless those are to be skipped
   */
  static Preparation of(Optional<Path> file, List<CommandLineSetting> settings, List<Path> folders)
      throws BadConfigurationException {
    ParsedConfig parsed = ConfigLoader.parse(file, settings);
    Problems jarProblems = new Problems();
    MaestroConfig.Applications places = parsed.applications();
    List<FoundApplication> found =
        ApplicationJars.find(folders(folders, places.directories()), jarProblems);

    List<String> problems = new ArrayList<>();
    if (places.onBroken() == BrokenJarMode.SKIP) {
      jarProblems.lines().forEach(line -> LOG.warn("skipped {}", line));
    } else {
      problems.addAll(jarProblems.lines());
    }
    List<ApplicationDefaults> defaults =
        found.stream()
            .map(f -> new ApplicationDefaults(f.application().name(), f.defaults()))
            .toList();
    LoadedConfig config;
    try {
      config = parsed.validate(defaults);
    } catch (BadConfigurationException e) {
      problems.addAll(0, e.problems());
      throw new BadConfigurationException(problems);
    }
    if (config.maestro().sequences().isEmpty()) {
      problems.add(
          config.source()
              + ": sequences: none is configured, so nothing would answer the switches; allowed: at"
              + " least one, such as sequences.switching { on = flow-request, run ="
              + " [learning-switch] }");
    }
    if (!problems.isEmpty()) {
      throw new BadConfigurationException(problems);
    }
    return new Preparation(config, found);
  }

  /** All folders to look into: the controller's own, those asked for, those configured. */
  static List<Path> folders(List<Path> askedFor, List<Path> configured) {
    List<Path> all = new ArrayList<>();
    ApplicationJars.folderBesideController().ifPresent(all::add);
    all.addAll(askedFor);
    all.addAll(configured);
    return all;
  }
}
