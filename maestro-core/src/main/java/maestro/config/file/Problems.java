package maestro.config.file;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the mistakes of a configuration while it is loaded. Confined to one thread. */
public final class Problems {
  /** A mistake that was added. */
  record Problem(Place place, String text) {}

  private final List<Problem> found = new ArrayList<>();
  private final Secrets secrets;

  public Problems() {
    this(Secrets.undeclared());
  }

  /** No line will have the value of such a secret. */
  Problems(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Adds a mistake in the value of a key. */
  Problem add(ConfigValue at, String key, String text) {
    Place place = Place.of(at);
    String shown = secrets.without(key, at, text);
    return add(place, place.namesKey() ? shown : key + ": " + shown);
  }

  /** Adds a mistake of a file, a jar or an option as a whole. */
  public void add(String source, String text) {
    add(new Place(source, 0), text);
  }

  /** Adds a mistake that the HOCON parser or the resolution of substitutions reports. */
  void add(String source, ConfigException mistake) {
    String message = String.valueOf(mistake.getMessage());
    if (mistake.origin() == null) {
      add(source, shorten(message));
    } else if (mistake instanceof ConfigException.IO) {
      add(source, "cannot include '" + mistake.origin().description() + "'");
    } else {
      String prefix = mistake.origin().description() + ": ";
      boolean prefixed = message.startsWith(prefix);
      add(
          Place.of(mistake.origin()),
          shorten(prefixed ? message.substring(prefix.length()) : message));
    }
  }

  /** Shortens the parser's message, and names a missing bracket. */
  private static String shorten(String message) {
    if (message.endsWith("not: end of file")) {
      return "a bracket or brace is not closed";
    }
    int trace = message.indexOf(" Trace: ");
    return (trace < 0 ? message : message.substring(0, trace))
        .replace(", or you may be able to rename the file .properties rather than .conf", "");
  }

  /** Adds a mistake that is not in the value of a key. */
  Problem add(Place place, String text) {
    Problem problem = new Problem(place, text.replaceAll("\\s*\\R\\s*", " ").strip());
    found.add(problem);
    return problem;
  }

  /** Takes a mistake back that another one says better. */
  void withdraw(Problem problem) {
    found.remove(problem);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** One line for each mistake, ordered by file and line, without repetitions. */
  public List<String> lines() {
    return found.stream()
        .sorted(Comparator.comparing(Problem::place))
        .map(problem -> problem.place() + ": " + problem.text())
        .distinct()
        .toList();
  }

  /** Whether all mistakes are in options of the command line, and none is in a file. */
  public boolean areInOptions() {
    return found.stream().allMatch(problem -> problem.place().isOption());
  }

  /** Ends the loading when there is any mistake. */
  public void throwIfAny() throws BadConfigurationException {
    if (!found.isEmpty()) {
      throw new BadConfigurationException(lines(), areInOptions());
    }
  }
}
