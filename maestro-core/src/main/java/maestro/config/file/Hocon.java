package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import maestro.config.Nearest;

/** Reads HOCON and adds its mistakes to the {@link Problems}. */
public final class Hocon {
  /**
   * The levels of sections and lists within each other that are read. The parser and the resolver
   * of substitutions call themselves for each level.
   */
  private static final int MOST_LEVELS = 200;

  private static final String TOO_DEEP = "sections or lists within each other, too many to be read";

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
      return limited(new Includes(file.toFile(), List.of(), problems).read(), problems);
    } catch (ConfigException e) {
      problems.add(name, e);
    } catch (StackOverflowError e) {
      problems.add(name, TOO_DEEP);
    }
    return ConfigFactory.empty();
  }

  /** Why a file cannot be read; empty when it can. */
  public static Optional<String> whyNotReadable(Path file) {
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
      return limited(ConfigFactory.parseString(text, options), problems);
    } catch (ConfigException e) {
      problems.add(source, e);
    } catch (StackOverflowError e) {
      problems.add(source, TOO_DEEP);
    }
    return ConfigFactory.empty();
  }

  /** The same configuration; an empty one when it has too many levels, and then a problem. */
  private static Config limited(Config parsed, Problems problems) {
    Optional<ConfigValue> tooDeep = below(parsed.root(), MOST_LEVELS);
    tooDeep.ifPresent(value -> problems.add(Place.of(value), TOO_DEEP));
    return tooDeep.isEmpty() ? parsed : ConfigFactory.empty();
  }

  /** The first section or list that has more than some levels above it within a value. */
  private static Optional<ConfigValue> below(ConfigValue value, int levels) {
    if (levels < 0) {
      return Optional.of(value);
    }
    for (ConfigValue each : inner(value)) {
      if (each instanceof ConfigObject || each instanceof ConfigList) {
        Optional<ConfigValue> found = below(each, levels - 1);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** What a section or a list contains, as far as that is known without substitutions. */
  private static Collection<ConfigValue> inner(ConfigValue value) {
    try {
      return value instanceof ConfigObject section ? section.values() : (ConfigList) value;
    } catch (ConfigException.NotResolved e) {
      return List.of();
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
    } catch (StackOverflowError e) { // values that were not limited, since they have substitutions
      problems.add(source, TOO_DEEP);
    }
    return ConfigFactory.empty();
  }

  /** One section with its substitutions resolved; an empty one when that is not possible yet. */
  static Config resolvePart(Config config, String path) {
    try {
      ConfigResolveOptions options = ConfigResolveOptions.defaults().setAllowUnresolved(true);
      Config part = config.resolve(options).withOnlyPath(path);
      return part.isResolved() ? part : ConfigFactory.empty();
    } catch (ConfigException | StackOverflowError e) {
      return ConfigFactory.empty();
    }
  }
}
