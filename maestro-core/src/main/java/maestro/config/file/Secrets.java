package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which settings are secrets. No message, log line or answer has their values.
 *
 * <ol>
 *   <li>A setting {@code NAME} is declared to be one by a setting {@code NAME-file} beside it in
 *       the defaults, both texts. An operator who sets {@code NAME-file} keeps the value in a file
 *       of its own; who reads {@code NAME} gets the text of that file without blanks around it.
 *   <li>Of the platform's settings the hashes of tokens are secrets.
 *   <li>A setting of an application that looks like a secret, by its name or as a URL with a
 *       password, is hidden, too: nobody has declared it.
 * </ol>
 *
 * <p>Immutable, any thread.
 */
final class Secrets {
  /** What stands for a secret in a message. */
  static final String HIDDEN = "a value that is not shown";

  private static final String FILE = "-file";
  private static final long MOST_BYTES = 64 * 1024;

  /** Rule 2. */
  private static final Pattern OF_PLATFORM =
      Pattern.compile("maestro\\.control\\..*(token-|\\.)sha256");

  /** Rule 3: anywhere in a name, as a word of it, or as a word in camel case. */
  private static final Pattern LOOKS_SECRET =
      Pattern.compile(
          "(?i:token|passw|passphrase|secret|credential|private|apikey)"
              + "|(?<![A-Za-z])(?i:keys?|psk|pin|pass|pwd|dsn|salt|auth|community)(?![A-Za-z])"
              + "|(?<=[a-z])(?:Key|Psk|Pin|Pass|Pwd|Dsn|Salt|Auth)(?![a-z])");

  private static final Pattern URL_WITH_PASSWORD = Pattern.compile("\\w+://[^/@\\s:]*:[^/@\\s]+@");

  private final Set<String> declared;
  private final Set<Path> files;

  private Secrets(Set<String> declared, Set<Path> files) {
    this.declared = Set.copyOf(declared);
    this.files = Set.copyOf(files);
  }

  /** No setting is declared. */
  static Secrets undeclared() {
    return new Secrets(Set.of(), Set.of());
  }

  /** Those that the defaults declare. */
  static Secrets declaredIn(Config defaults) {
    Set<String> declared = new HashSet<>();
    collect("", defaults.root(), declared);
    return new Secrets(declared, Set.of());
  }

  private static void collect(String path, ConfigObject defaults, Set<String> declared) {
    for (Map.Entry<String, ConfigValue> each : defaults.entrySet()) {
      String at = path + ConfigUtil.joinPath(each.getKey());
      if (each.getValue() instanceof ConfigObject section) {
        collect(at + ".", section, declared);
      } else if (isText(each.getValue()) && isText(defaults.get(each.getKey() + FILE))) {
        declared.add(at);
      }
    }
  }

  private static boolean isText(@Nullable ConfigValue value) {
    return value != null && value.valueType() == ConfigValueType.STRING;
  }

  /** Whether the setting is a secret, whatever its value is. */
  boolean isSecret(String path) {
    if (path.startsWith("maestro.")) {
      return declared.contains(path) || OF_PLATFORM.matcher(path).matches();
    }
    return declared.contains(path)
        || (path.startsWith("applications.")
            && !path.endsWith(FILE)
            && LOOKS_SECRET
                .matcher(path.substring(path.indexOf('.', "applications.".length()) + 1))
                .find());
  }

  /** Whether the value must be hidden: it is a secret and not empty, or has one within. */
  boolean isHidden(String path, ConfigValue value) {
    if (value instanceof ConfigObject section) {
      return section.entrySet().stream()
          .anyMatch(each -> isHidden(path + "." + each.getKey(), each.getValue()));
    }
    if (value instanceof ConfigList list) {
      return (isSecret(path) && !list.isEmpty())
          || list.stream().anyMatch(each -> isHidden(path, each));
    }
    Object plain = value.unwrapped();
    return plain != null
        && !plain.equals("")
        && (isSecret(path)
            || (!path.startsWith("maestro.")
                && URL_WITH_PASSWORD.matcher(plain.toString()).find()));
  }

  /** The value for a message. */
  String show(String path, ConfigValue value) {
    return isHidden(path, value) ? HIDDEN : Values.show(value);
  }

  /** A message about a value, without the value when it must be hidden. */
  String without(String path, ConfigValue value, String message) {
    return isHidden(path, value) ? message.replace(Values.show(value), HIDDEN) : message;
  }

  /** A configuration with secrets from files, and which files these are. */
  record FromFiles(Config all, Secrets secrets) {}

  /** Puts the texts of files in place of declared secrets, where the operator has named files. */
  FromFiles read(Config all, Problems problems) {
    Config read = all;
    Set<Path> found = new TreeSet<>();
    for (String path : declared) {
      String filePath = path + FILE;
      ConfigValue named = all.hasPath(filePath) ? all.getValue(filePath) : null;
      String name = named == null ? "" : Values.text(named).orElse("");
      if (named == null || name.isEmpty()) {
        continue;
      }
      if (all.hasPath(path) && !all.getValue(path).unwrapped().equals("")) {
        problems.add(named, filePath, "found beside the secret itself; allowed: one of them");
        continue;
      }
      Optional<String> text = textOf(named, name, filePath, problems, found);
      if (text.isPresent()) {
        read =
            read.withValue(
                path, ConfigValueFactory.fromAnyRef(text.get()).withOrigin(named.origin()));
      }
    }
    return new FromFiles(read, new Secrets(declared, found));
  }

  private static Optional<String> textOf(
      ConfigValue named, String name, String filePath, Problems problems, Set<Path> found) {
    String reason;
    try {
      Path file = ConfigReader.besideItsFile(new Section.Item(name, named));
      found.add(file);
      Optional<String> unreadable = Hocon.whyNotReadable(file);
      if (unreadable.isEmpty() && Files.size(file) <= MOST_BYTES) {
        String text = Files.readString(file).strip();
        if (!text.isEmpty()) {
          return Optional.of(text);
        }
      }
      reason = unreadable.orElse("is empty or too large");
    } catch (IOException | InvalidPathException e) {
      reason = "cannot be read as text";
    }
    problems.add(
        named, filePath, "'%s' %s; allowed: a file that has the secret".formatted(name, reason));
    return Optional.empty();
  }

  /** The files that were read. */
  Set<Path> files() {
    return files;
  }
}
