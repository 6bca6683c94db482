package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import maestro.config.MaestroConfig;
import org.jspecify.annotations.Nullable;

/** A configuration without mistakes. Immutable. */
public final class LoadedConfig {
  private final MaestroConfig maestro;
  private final Map<String, Config> applications;
  private final Config all;
  private final String source;
  private final Set<Path> files;
  private final Secrets secrets;
  private final List<String> presetLines;

  LoadedConfig(
      MaestroConfig maestro,
      Map<String, Config> applications,
      AppliedPreset preset,
      String source,
      Secrets secrets) {
    this.maestro = maestro;
    this.applications = Map.copyOf(applications);
    this.all = preset.all();
    this.presetLines = preset.lines();
    this.source = source;
    this.secrets = secrets;
    Set<Path> found = new TreeSet<>(secrets.files());
    collectFiles(all.root(), found);
    this.files = Collections.unmodifiableSet(found);
  }

  /** The configuration of the runtime. */
  public MaestroConfig maestro() {
    return maestro;
  }

  /**
   * The settings of an application: its defaults, overridden by the operator's values.
   *
   * @param name the name of an application whose defaults were given to {@link
   *     ParsedConfig#validate}
   */
  public Config application(String name) {
    return Objects.requireNonNull(applications.get(name), name);
  }

  /**
   * The place of a setting: {@code FILE:LINE}, or the option of the command line.
   *
   * @param path the path of a key that has a value; without a value the result is the file
   */
  String placeOf(String path) {
    ConfigValue value = valueOf(path);
    return value == null ? source : Place.of(value).toString();
  }

  /** The same with the path, unless an option stands for it. For the begin of a message. */
  public String withPlace(String path) {
    ConfigValue value = valueOf(path);
    boolean isNamed = value != null && Place.of(value).namesKey();
    return isNamed ? placeOf(path) : placeOf(path) + ": " + path;
  }

  private @Nullable ConfigValue valueOf(String path) {
    return all.hasPathOrNull(path) ? all.root().toConfig().getValue(path) : null;
  }

  /**
   * Whether the operator set a key, in a file or on the command line, even to its default.
   *
   * @param path the path of a key that has a value
   */
  public boolean isOwn(String path) {
    return !Place.of(all.getValue(path)).source().equals(ConfigLoader.REFERENCE);
  }

  /**
   * The settings that differ from the configuration in force, one line each. For settings that
   * cannot change while the controller runs.
   *
   * @param path the path of a setting or of a section
   * @param changeable paths of settings, and of sections, in the section that can change
   */
  public List<String> changesAgainst(LoadedConfig inForce, String path, Set<String> changeable) {
    Map<String, ConfigValue> before = settings(inForce.all, path);
    List<String> lines = new ArrayList<>();
    settings(all, path)
        .forEach(
            (key, value) -> {
              ConfigValue old = before.get(key);
              boolean canChange =
                  changeable.stream().anyMatch(each -> (key + ".").startsWith(each + "."));
              if (!canChange && (old == null || !old.unwrapped().equals(value.unwrapped()))) {
                lines.add(
                    "%s: %s: found %s; allowed: %s, until Maestro is started again"
                        .formatted(
                            Place.of(value),
                            key,
                            secrets.show(key, value),
                            old == null ? "nothing" : inForce.secrets.show(key, old)));
              }
            });
    return lines;
  }

  private static Map<String, ConfigValue> settings(Config config, String path) {
    Map<String, ConfigValue> settings = new TreeMap<>();
    ConfigValue value = config.getValue(path);
    if (value instanceof ConfigObject object) {
      object
          .toConfig()
          .entrySet()
          .forEach(entry -> settings.put(path + "." + entry.getKey(), entry.getValue()));
    } else {
      settings.put(path, value);
    }
    return settings;
  }

  /**
   * A setting for people to read.
   *
   * @param key its path
   * @param value as written; empty when it is a secret, or looks like one
   * @param place where it is set
   * @param isOwn whether the operator set it
   */
  public record Setting(String key, Optional<Object> value, String place, boolean isOwn) {}

  /** All settings, by key, without the values of secrets. */
  public List<Setting> settings() {
    Map<String, ConfigValue> values = new TreeMap<>();
    for (String section : List.of("maestro", "sequences", "applications")) {
      if (all.hasPath(section)) {
        values.putAll(settings(all, section));
      }
    }
    List<Setting> settings = new ArrayList<>();
    values.forEach(
        (key, value) -> {
          boolean isHidden = secrets.isHidden(key, value);
          Place place = Place.of(value);
          settings.add(
              new Setting(
                  key,
                  isHidden ? Optional.empty() : Optional.of(value.unwrapped()),
                  place.toString(),
                  !place.source().endsWith(ConfigLoader.REFERENCE)));
        });
    return settings;
  }

  /** The files that it was read from, with included files and those of secrets. */
  public Set<Path> files() {
    return files;
  }

  private static void collectFiles(ConfigValue value, Set<Path> files) {
    if (value.origin().filename() != null) {
      files.add(Path.of(value.origin().filename()));
    }
    if (value instanceof ConfigObject object) {
      object.values().forEach(each -> collectFiles(each, files));
    }
  }

  /** What {@code maestro.distribution.preset} means, in lines for people; empty without one. */
  public List<String> presetLines() {
    return presetLines;
  }

  /** The name of the configuration: its file, or a text that says that there is none. */
  public String source() {
    return source;
  }

  /**
   * The message for a setting with the right type and a wrong value.
   *
   * @param application the application's name
   * @param key path of the setting below {@code applications.NAME}
   * @param found the value
   * @param allowed the allowed values, in words
   */
  public String badSetting(String application, String key, String found, String allowed) {
    String path = "applications." + ConfigUtil.joinPath(application) + "." + key;
    String shown =
        all.hasPath(path) && secrets.isHidden(path, all.getValue(path))
            ? Secrets.HIDDEN
            : isText(path, found) ? "'" + found + "'" : found;
    return withPlace(path) + ": found " + shown + "; allowed: " + allowed;
  }

  /** Whether the value was a text, which all other messages quote. */
  private boolean isText(String path, String found) {
    return all.hasPath(path) && found.equals(all.getValue(path).unwrapped());
  }
}
