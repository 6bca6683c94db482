package maestro.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads HOCON and adds its mistakes to the {@link Problems}. */
public final class Hocon {
  private Hocon() {}

  /**
   * Reads a file with its includes; {@link #resolve} replaces substitutions. Adds a problem when
   * the file cannot be read, and for each include that is not found.
   *
   * @return an empty configuration when the file cannot be read
   */
  public static Config parse(Path file, Problems problems) {
    String name = file.toString();
    Optional<String> reason = whyNotReadable(file);
    if (reason.isPresent()) {
      problems.add(name, reason.get());
      return ConfigFactory.empty();
    }
    try {
      return new Includes(file.toFile(), List.of(), problems).read();
    } catch (ConfigException e) {
      problems.add(name, e);
    } catch (StackOverflowError e) { // the parser calls itself for each level
      problems.add(name, "sections or lists within each other, too many to be read");
    }
    return ConfigFactory.empty();
  }

  /** Why a file cannot be read; empty when it can. */
  static Optional<String> whyNotReadable(Path file) {
    if (!Files.exists(file)) {
      return Optional.of("no such file" + Nearest.hint(file));
    }
    if (Files.isDirectory(file)) {
      return Optional.of("is a folder; allowed: a file");
    }
    return Files.isReadable(file) ? Optional.empty() : Optional.of("cannot be read");
  }

  /**
   * Reads a text; {@code include} finds only resources of the class path.
   *
   * @param source the name of the text, for messages
   * @return an empty configuration when it cannot be read, and then a problem was added
   */
  public static Config parse(String source, String text, Problems problems) {
    try {
      ConfigParseOptions options = ConfigParseOptions.defaults().setOriginDescription(source);
      return ConfigFactory.parseString(text, options);
    } catch (ConfigException e) {
      problems.add(source, e);
      return ConfigFactory.empty();
    }
  }

  /** Reads the settings of the command line; later ones override earlier ones. */
  public static Config parse(List<CommandLineSetting> settings, Problems problems) {
    Config all = ConfigFactory.empty();
    for (CommandLineSetting setting : settings) {
      try {
        all = setting.toObject().toConfig().withFallback(all);
      } catch (ConfigException.BadPath e) {
        problems.add(
            setting.option(),
            "found '" + setting.key() + "'; allowed: a key such as maestro.listen");
      }
    }
    return all;
  }

  /**
   * Replaces each {@code ${...}} by its value, from the configuration itself or the environment.
   *
   * @return the resolved configuration; an empty one when that fails, and then a problem was added
   */
  public static Config resolve(String source, Config config, Problems problems) {
    try {
      return config.resolve();
    } catch (ConfigException e) {
      problems.add(source, e);
      return ConfigFactory.empty();
    }
  }

  /** One section with its substitutions resolved; an empty one when that is not possible yet. */
  static Config resolvePart(Config config, String path) {
    try {
      ConfigResolveOptions options = ConfigResolveOptions.defaults().setAllowUnresolved(true);
      Config part = config.resolve(options).withOnlyPath(path);
      return part.isResolved() ? part : ConfigFactory.empty();
    } catch (ConfigException e) {
      return ConfigFactory.empty();
    }
  }
}
