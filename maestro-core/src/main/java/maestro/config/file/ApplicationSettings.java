package maestro.config.file;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import maestro.config.Nearest;

/**
 * Checks an operator's settings of an application against the application's defaults: every key
 * needs a default, and every value the type of its default.
 *
 * <p>A default that reads as a duration requires a duration, and a default that reads as a size
 * requires a size. An empty section below the application's own allows any keys, an empty list any
 * elements, and null any value.
 */
final class ApplicationSettings {
  private final Problems problems;

  ApplicationSettings(Problems problems) {
    this.problems = problems;
  }

  /**
   * Adds a problem for each mistake.
   *
   * @param path of the section, for messages
   * @param settings the operator's, defaults included
   * @param defaults the application's
   */
  void check(String path, ConfigObject settings, ConfigObject defaults) {
    Set<String> known = new TreeSet<>(defaults.keySet());
    settings.forEach(
        (key, value) -> {
          String keyPath = path + "." + ConfigUtil.joinPath(key);
          ConfigValue like = defaults.get(key);
          if (like != null) {
            checkValue(keyPath, value, like);
          } else {
            Map<String, String> names = new LinkedHashMap<>();
            known.forEach(name -> names.put(name, name));
            addPathsTo(names, path, defaults);
            String allowed = known.isEmpty() ? "none" : String.join(", ", known);
            problems.add(
                value, keyPath, "unknown key; allowed: " + allowed + Nearest.hint(key, names));
          }
        });
  }

  /** Adds the last names of all keys below a path, by their paths. */
  private static void addPathsTo(Map<String, String> names, String path, ConfigObject defaults) {
    new TreeMap<>(defaults)
        .forEach(
            (key, value) -> {
              String below = path + "." + ConfigUtil.joinPath(key);
              names.put(below, key);
              if (value instanceof ConfigObject section) {
                addPathsTo(names, below, section);
              }
            });
  }

  private void checkValue(String path, ConfigValue value, ConfigValue like) {
    if (like instanceof ConfigObject defaults && value instanceof ConfigObject settings) {
      if (!defaults.isEmpty()) {
        check(path, settings, defaults);
      }
    } else if (like instanceof ConfigList defaults && value instanceof ConfigList elements) {
      if (!defaults.isEmpty()) {
        elements.forEach(element -> checkValue(path, element, defaults.get(0)));
      }
    } else if (like.valueType() != ConfigValueType.NULL) {
      Optional<String> allowed = allowedInstead(value, like);
      allowed.ifPresent(
          a -> problems.add(value, path, "found " + Values.show(value) + "; allowed: " + a));
    }
  }

  /** The values allowed instead; empty when the value is right. */
  private static Optional<String> allowedInstead(ConfigValue value, ConfigValue like) {
    boolean isNull = value.valueType() == ConfigValueType.NULL;
    String example = ", such as " + Values.show(like);
    return switch (like.valueType()) {
      case OBJECT -> Optional.of("a section { ... }");
      case LIST -> Optional.of("a list [ ... ]");
      case BOOLEAN -> unless(!isNull && Values.flag(value).isPresent(), "true or false");
      case NUMBER ->
          Values.whole(like).isPresent()
              ? unless(Values.whole(value).isPresent(), "a whole number" + example)
              : unless(Values.number(value).isPresent(), "a number" + example);
      case STRING -> {
        if (Values.durationNs(like).isPresent()) {
          yield unless(Values.durationNs(value).isPresent(), "a duration with its unit" + example);
        }
        yield Values.sizeBytes(like).isPresent()
            ? unless(Values.sizeBytes(value).isPresent(), "a size" + example)
            : unless(Values.text(value).isPresent(), "a text" + example);
      }
      case NULL -> Optional.empty();
    };
  }

  private static Optional<String> unless(boolean right, String allowed) {
    return right ? Optional.empty() : Optional.of(allowed);
  }
}
