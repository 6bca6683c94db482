package maestro.config.file;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;
import java.util.Comparator;

/**
 * The place of a setting: a line of a file, or an option of the command line.
 *
 * @param source the file as the operator named it, or the option
 * @param line from 1; 0 when there is none
 * @param namesKey whether it tells the key, as {@code --listen} does and {@code --set} does not
 */
record Place(String source, int line, boolean namesKey) implements Comparable<Place> {
  private static final String MERGED = "merge of ";
  private static final String OPTION = "--";
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::source).thenComparingInt(Place::line);

  Place(String source, int line) {
    this(source, line, false);
  }

  static Place of(ConfigValue value) {
    ConfigOrigin origin = value.origin();
    if (value instanceof ConfigObject object && origin.description().startsWith(MERGED)) {
      // Parts of the section are in several files: name the first of its settings.
      return object.values().stream().map(Place::of).min(ORDER).orElseGet(() -> of(origin));
    }
    Place place = of(origin);
    return value instanceof ConfigObject ? new Place(place.source, place.line) : place;
  }

  static Place of(ConfigOrigin origin) {
    int line = Math.max(0, origin.lineNumber());
    String description = origin.description();
    if (origin.resource() != null) {
      return new Place(upTo(origin.resource(), ' '), line);
    }
    if (origin.filename() != null) {
      return new Place(origin.filename(), line);
    }
    if (description.startsWith(OPTION)) {
      String option = upTo(description, ':');
      String name = upTo(option, CommandLineSetting.OF_ONE_KEY);
      return new Place(name, 0, !name.equals(option));
    }
    if (line > 0 && description.endsWith(": " + line)) {
      return new Place(description.substring(0, description.lastIndexOf(':')), line);
    }
    return new Place(description, 0);
  }

  boolean isOption() {
    return line == 0 && source.startsWith(OPTION);
  }

  private static String upTo(String text, char end) {
    int at = text.indexOf(end);
    return at < 0 ? text : text.substring(0, at);
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line;
  }
}
