package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import maestro.config.MaestroConfig;

/**
 * Loads a configuration in two steps, since the allowed settings depend on the applications, and
 * the configuration says where the applications are:
 *
 * <pre>{@code
 * ParsedConfig parsed = ConfigLoader.parse(file, settings);
 * ... find the applications in parsed.applications().directories() ...
 * LoadedConfig loaded = parsed.validate(defaultsOfTheApplications);
 * }</pre>
 *
 * <p>The command line overrides the file, the file the applications' defaults, and these {@code
 * reference.conf}.
 */
public final class ConfigLoader {
  /** The resource that holds every key with its default. */
  static final String REFERENCE = "reference.conf";

  private static final String NO_FILE = "(no --config)";

  private ConfigLoader() {}

  /**
   * Reads the operator's file and command line.
   *
   * @param file empty when there is only the command line
   * @param settings later ones override earlier ones
   * @throws BadConfigurationException when the file or a setting cannot be read
   */
  public static ParsedConfig parse(Optional<Path> file, List<CommandLineSetting> settings)
      throws BadConfigurationException {
    Problems problems = new Problems();
    Config fromFile = file.map(f -> Hocon.parse(f, problems)).orElseGet(ConfigFactory::empty);
    Config own = Hocon.parse(settings, problems).withFallback(fromFile);
    problems.throwIfAny();
    return new ParsedConfig(file.map(Path::toString).orElse(NO_FILE), own, reference());
  }

  /** The defaults of the core and of the applications on the class path. */
  public static Config reference() {
    return ConfigFactory.parseResources(ConfigLoader.class.getClassLoader(), REFERENCE);
  }

  /**
   * The defaults with some settings changed, for a controller that has no file.
   *
   * @param settings each {@code key=value}
   * @throws BadConfigurationException when a setting is wrong
   */
  public static MaestroConfig defaultsWith(String... settings) throws BadConfigurationException {
    List<CommandLineSetting> parsed =
        Arrays.stream(settings).map(s -> CommandLineSetting.parse("--set", s)).toList();
    return parse(Optional.empty(), parsed).validate(List.of()).maestro();
  }
}
