package maestro.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads HOCON, turning what cannot be read into {@link Problems}. */
public final class Hocon {
  private Hocon() {}

  /**
   * Reads a file; {@code include} works, substitutions are left for {@link #resolve}.
   *
   * @return nothing when it cannot be read, and then a problem was added
   */
  public static Config parse(Path file, Problems problems) {
    String name = file.toString();
    if (!Files.exists(file)) {
      problems.add(name, "no such file");
    } else if (Files.isDirectory(file)) {
      problems.add(name, "is a folder; allowed: a file");
    } else if (!Files.isReadable(file)) {
      problems.add(name, "cannot be read");
    } else {
      try {
        ConfigParseOptions options = ConfigParseOptions.defaults().setAllowMissing(false);
        return ConfigFactory.parseFile(file.toFile(), options);
      } catch (ConfigException e) {
        problems.add(name, e);
      }
    }
    return ConfigFactory.empty();
  }

  /**
   * Reads a text; {@code include} sees the class path only.
   *
   * @param source what it is called in messages
   * @return nothing when it cannot be read, and then a problem was added
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

  /** Settings of the command line; a later one wins over an earlier one. */
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
   * Puts values in place of {@code ${...}}, from the configuration itself or the environment.
   *
   * @return the resolved configuration; an empty one when that is impossible, and then a problem
   *     was added
   */
  public static Config resolve(String source, Config config, Problems problems) {
    try {
      return config.resolve();
    } catch (ConfigException e) {
      problems.add(source, e);
      return ConfigFactory.empty();
    }
  }

  /** One section with its substitutions resolved; nothing when that is not possible yet. */
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
