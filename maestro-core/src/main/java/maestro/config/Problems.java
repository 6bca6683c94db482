package maestro.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the mistakes of a configuration. Not thread safe; used while it is loaded. */
public final class Problems {
  private record Problem(Place place, String text) {}

  private final List<Problem> found = new ArrayList<>();

  /** A mistake in the value of a key. */
  public void add(ConfigValue at, String key, String text) {
    add(Place.of(at), key + ": " + text);
  }

  /** A mistake that belongs to a file, a jar or an option as a whole. */
  public void add(String source, String text) {
    add(new Place(source, 0), text);
  }

  /** What the HOCON parser or the resolution of substitutions complained about. */
  void add(String source, ConfigException mistake) {
    String message = mistake.getMessage();
    if (mistake.origin() == null) {
      add(source, message);
      return;
    }
    String prefix = mistake.origin().description() + ": ";
    if (message.startsWith(prefix)) {
      message = message.substring(prefix.length());
    }
    add(Place.of(mistake.origin()), message);
  }

  private void add(Place place, String text) {
    found.add(new Problem(place, text.replaceAll("\\s*\\R\\s*", " ").strip()));
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** One line each, ordered by file and line, repetitions left out. */
  public List<String> lines() {
    return found.stream()
        .sorted(Comparator.comparing(Problem::place))
        .map(problem -> problem.place() + ": " + problem.text())
        .distinct()
        .toList();
  }

  /** Ends the loading when there is any. */
  public void throwIfAny() throws BadConfigurationException {
    if (!found.isEmpty()) {
      throw new BadConfigurationException(lines());
    }
  }
}
