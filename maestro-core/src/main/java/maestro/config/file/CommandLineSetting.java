package maestro.config.file;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;
import java.util.Map;

/**
 * A setting on the command line; it overrides the file.
 *
 * @param option the option that carried it, for error messages: {@code --set}
 * @param key path of the setting: {@code maestro.distribution.workers}
 * @param value taken as text, unless it starts with a quote, a bracket, a brace or a dollar sign
 *     and is HOCON
 * @param namesKey whether the option stands for this key, so that messages need not name the key
 */
public record CommandLineSetting(String option, String key, String value, boolean namesKey) {
  /** Ends the origin of a value whose option stands for one key. */
  static final char OF_ONE_KEY = '=';

  private static final String HOCON_STARTS = "\"[{$";

  /** A setting of an option that takes any key, such as {@code --set}. */
  public CommandLineSetting(String option, String key, String value) {
    this(option, key, value, false);
  }

  /** A setting of an option that stands for one key, such as {@code --listen}. */
  public static CommandLineSetting ofOption(String option, String key, String value) {
    return new CommandLineSetting(option, key, value, true);
  }

  /**
   * Splits {@code key=value} at the first equals sign outside quotes.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static CommandLineSetting parse(String option, String text) {
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      if (c == '=' && !quoted && i > 0) {
        return new CommandLineSetting(
            option, text.substring(0, i).strip(), text.substring(i + 1).strip());
      }
    }
    throw new IllegalArgumentException("found '" + text + "'; allowed: KEY=VALUE");
  }

  /** The setting as a tree; each node has this option as its origin. */
  ConfigObject toObject() {
    List<String> path = ConfigUtil.splitPath(key);
    Object node = leaf();
    for (int i = path.size() - 1; i >= 0; i--) {
      node = Map.of(path.get(i), node);
    }
    return (ConfigObject) ConfigValueFactory.fromAnyRef(node, origin());
  }

  private String origin() {
    return namesKey ? option + OF_ONE_KEY : option;
  }

  private ConfigValue leaf() {
    if (!value.isEmpty() && HOCON_STARTS.indexOf(value.charAt(0)) >= 0) {
      ConfigParseOptions options = ConfigParseOptions.defaults().setOriginDescription(origin());
      try {
        ConfigObject parsed = ConfigFactory.parseString("v = " + value, options).root();
        if (parsed.size() == 1 && parsed.containsKey("v")) {
          return parsed.get("v");
        }
      } catch (ConfigException.Parse e) {
        // An address such as [::1]:6653 starts like a list, but is not one.
      }
    }
    return ConfigValueFactory.fromAnyRef(value, origin());
  }
}
