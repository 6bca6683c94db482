package maestro.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import maestro.ClusterStartException;
import maestro.api.Application;
import maestro.api.BadSettingException;
import maestro.config.BrokenJarMode;
import maestro.config.MaestroConfig;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import maestro.config.file.ParsedConfig;
import maestro.config.file.Problems;
import maestro.sequence.ApplicationHost;
import maestro.sequence.WiringException;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.jar.ApplicationJars;
import maestro.sequence.jar.FoundApplication;
import maestro.staticflows.BadFlowFileException;
import maestro.store.BadStoreException;
import maestro.tls.BadTlsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The preparation of a controller: reads the configuration, finds the applications, and checks both
 * against each other.
 *
 * @param config without mistakes
 * @param applications all applications found
 */
public record Preparation(LoadedConfig config, List<FoundApplication> applications)
    implements AutoCloseable {
  /** The most causes of an exception in one line. */
  private static final int MOST_CAUSES = 8;

  private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

  /**
   * Prepares a controller.
   *
   * @param file the operator's configuration, if any
   * @param settings the settings of the command line
   * @param folders further folders with applications, besides those in the configuration
   * @throws BadConfigurationException with every mistake in the configuration, and every jar that
   *     cannot be loaded unless such jars are skipped
   */
  static Preparation of(Optional<Path> file, List<CommandLineSetting> settings, List<Path> folders)
      throws BadConfigurationException {
    return of(file, settings, folders, List.of());
  }

  /**
   * The same, with applications that are loaded already.
   *
   * @param loaded one whose name no application in a jar has is used. When there are any, the
   *     folder beside the controller is not searched: in a build it has the same applications
   */
  public static Preparation of(
      Optional<Path> file,
      List<CommandLineSetting> settings,
      List<Path> folders,
      List<FoundApplication> loaded)
      throws BadConfigurationException {
    ParsedConfig parsed = ConfigLoader.parse(file, settings);
    Problems jarProblems = new Problems();
    MaestroConfig.Applications places = parsed.applications();
    List<FoundApplication> found =
        new ArrayList<>(
            ApplicationJars.find(
                loaded.isEmpty()
                    ? folders(folders, places.directories())
                    : Stream.concat(folders.stream(), places.directories().stream()).toList(),
                jarProblems));
    for (FoundApplication each : loaded) {
      String name = each.application().name();
      if (found.stream().noneMatch(f -> f.application().name().equals(name))) {
        found.add(each);
      }
    }

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
      boolean inOptions = problems.isEmpty() && e.isInOptions();
      problems.addAll(0, e.problems());
      throw new BadConfigurationException(problems, inOptions);
    }
    // Without a file nobody has forgotten a sequence, so that a broken jar is all there is to say.
    if (config.maestro().sequences().isEmpty() && (file.isPresent() || problems.isEmpty())) {
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

  /** The applications that sequences name, with their settings. */
  public List<ApplicationHost.Configured> configured() {
    List<String> named = named();
    return applications.stream()
        .map(FoundApplication::application)
        .filter(application -> named.contains(application.name()))
        .map(a -> new ApplicationHost.Configured(a, config.application(a.name())))
        .toList();
  }

  /** All applications found, whether they run or not. */
  public List<Application> found() {
    return applications.stream().map(FoundApplication::application).toList();
  }

  /** The names of the applications that run, in the order of the sequences. */
  List<String> named() {
    return config.maestro().sequences().stream()
        .flatMap(sequence -> sequence.run().stream())
        .distinct()
        .toList();
  }

  /**
   * The message for an operator when a controller does not start with this configuration.
   *
   * @param e of {@link maestro.Maestro#start} or {@link maestro.Maestro#check}; thrown again when
   *     it is nothing that an operator can mend
   */
  BadConfigurationException explained(RuntimeException e) {
    if (e instanceof ApplicationStartException start) {
      return explain(start);
    }
    if (e instanceof WiringException wiring) {
      return explain(wiring);
    }
    if (e instanceof BadTlsException tls) {
      return explain(tls);
    }
    if (e instanceof ClusterStartException cluster) {
      String place = config.withPlace("maestro.cluster." + cluster.key());
      return new BadConfigurationException(List.of(place + ": " + cluster.getMessage()));
    }
    if (e instanceof BadFlowFileException flows) {
      return new BadConfigurationException(List.of(String.valueOf(flows.getMessage())));
    }
    throw e;
  }

  /** The message for an operator when an application does not start. */
  public BadConfigurationException explain(ApplicationStartException e) {
    if (e.getCause() instanceof BadSettingException bad) {
      return ofSettings(
          List.of(config.badSetting(e.application(), bad.key(), bad.found(), bad.allowed())));
    }
    if (e.getCause() instanceof BadStoreException bad) {
      String place = config.withPlace("maestro.applications.store");
      return ofSettings(List.of(place + ": " + bad.getMessage()));
    }
    Optional<FoundApplication> failed =
        applications.stream()
            .filter(found -> found.application().name().equals(e.application()))
            .findFirst();
    String jar = failed.map(found -> found.jar().toString()).orElse("maestro");
    String place =
        failed
            .flatMap(found -> placeIn(found.application(), e.getCause()))
            .map(frame -> "; thrown at " + frame)
            .orElse("");
    return new BadConfigurationException(
        List.of(jar + ": " + withCauses(String.valueOf(e.getMessage()), e.getCause()) + place));
  }

  /** A message with the causes that it does not say yet. */
  private static String withCauses(String message, @Nullable Throwable thrown) {
    StringBuilder text = new StringBuilder(message);
    Throwable cause = thrown;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      if (text.indexOf(cause.toString()) < 0) {
        text.append("; caused by ").append(cause);
      }
      cause = cause.getCause();
    }
    return text.toString();
  }

  /** The innermost call from the application's own jar, so that its author finds the line. */
  private static Optional<StackTraceElement> placeIn(
      Application application, @Nullable Throwable thrown) {
    ClassLoader ofJar = application.getClass().getClassLoader();
    if (thrown == null || ofJar.equals(Preparation.class.getClassLoader())) {
      return Optional.empty();
    }
    return Stream.of(thrown.getStackTrace())
        .filter(frame -> isOf(ofJar, frame.getClassName()))
        .findFirst();
  }

  private static boolean isOf(ClassLoader ofJar, String className) {
    try {
      return ofJar.equals(Class.forName(className, false, ofJar).getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) { // such as a hidden class of a lambda
      return false;
    }
  }

  /** The message for an operator when sequences and applications do not fit together. */
  public BadConfigurationException explain(WiringException e) {
    return ofSettings(
        e.mistakes().stream().map(m -> config.withPlace(m.key()) + ": " + m.text()).toList());
  }

  private static BadConfigurationException ofSettings(List<String> lines) {
    return new BadConfigurationException(
        lines, lines.stream().allMatch(line -> line.startsWith("--")));
  }

  /** The message for an operator when the configured TLS cannot be used. */
  BadConfigurationException explain(BadTlsException e) {
    String key = "maestro.tls." + e.key();
    return new BadConfigurationException(List.of(config.withPlace(key) + ": " + e.getMessage()));
  }

  /** Closes the jars: no more classes are loaded from them. The class path stays open. */
  @Override
  public void close() {
    for (FoundApplication found : applications) {
      try {
        found.close();
      } catch (IOException e) {
        LOG.warn("{} did not close: {}", found.jar(), e.getMessage());
      }
    }
  }

  /** All folders to search: the controller's own, those of the command line, those configured. */
  static List<Path> folders(List<Path> askedFor, List<Path> configured) {
    List<Path> all = new ArrayList<>();
    ApplicationJars.folderBesideController().ifPresent(all::add);
    all.addAll(askedFor);
    all.addAll(configured);
    return all;
  }
}
