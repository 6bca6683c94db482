package maestro.emulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import maestro.config.file.CommandLineSetting;

/**
 * What is measured of Maestro: a strategy with settings, by a name. Immutable.
 *
 * @param name for people; it is also the begin of the names of files
 * @param strategy its name, as the configuration has it
 * @param settings of the controller, each {@code KEY=VALUE}; later ones override earlier ones
 */
public record StrategySubject(String name, String strategy, List<String> settings) {
  static final String FORM = "NAME=STRATEGY[,KEY=VALUE...]";

  /** A key without a dot is one of this section, where the presets are. */
  private static final String SECTION = "maestro.distribution.";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  /** Keys that have an option of their own, or that the command sets. */
  private static final Set<String> TAKEN =
      Set.of(SECTION + "strategy", SECTION + "workers", "maestro.listen", "maestro.batching.trace");

  /** Keeps a copy of the list. */
  public StrategySubject {
    settings = List.copyOf(settings);
  }

  /**
   * Reads a text of the form NAME=STRATEGY[,KEY=VALUE...].
   *
   * @throws IllegalArgumentException with what was found and what is allowed
   */
  static StrategySubject parse(String text) {
    String[] parts = text.split(",", -1);
    String name = upToEquals(parts[0]);
    if (name.length() == parts[0].length()) {
      throw new IllegalArgumentException("found '" + text + "'; allowed: " + FORM);
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "found the name '"
              + name
              + "'; allowed: up to 40 letters, digits, dots, hyphens and underscores");
    }
    String strategy = new StrategyOption().convert(parts[0].substring(name.length() + 1));
    List<String> settings = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      settings.add(setting(parts[i]));
    }
    return new StrategySubject(name, strategy, settings);
  }

  /**
   * Reads a setting of a controller; a key without a dot is one of {@code maestro.distribution}.
   *
   * @return the setting with its whole key
   * @throws IllegalArgumentException with what was found and what is allowed
   */
  static String setting(String text) {
    CommandLineSetting setting = CommandLineSetting.parse("", text);
    String key = setting.key().contains(".") ? setting.key() : SECTION + setting.key();
    if (TAKEN.contains(key)) {
      throw new IllegalArgumentException(
          "found '"
              + text
              + "'; allowed: any key but "
              + String.join(", ", TAKEN.stream().sorted().toList()));
    }
    return key + "=" + setting.value();
  }

  private static String upToEquals(String text) {
    int at = text.indexOf('=');
    return at < 0 ? text : text.substring(0, at);
  }

  /** The same with further settings, which its own override. */
  StrategySubject over(List<String> weaker) {
    List<String> all = new ArrayList<>(weaker);
    all.addAll(settings);
    return new StrategySubject(name, strategy, all);
  }

  /** What the name stands for: the strategy and the settings; empty when the name says it all. */
  public String meaning() {
    return name.equals(strategy) && settings.isEmpty()
        ? ""
        : settings.isEmpty() ? strategy : strategy + ", " + String.join(", ", settings);
  }
}
