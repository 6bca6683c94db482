package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import maestro.config.DatapathIds;
import maestro.config.Nearest;
import maestro.config.Spelled;

/**
 * A strict view of one section of a configuration. Only keys that were read are allowed: after the
 * last key, {@link #noOtherKeys} reports every other key as a mistake.
 *
 * <p>A value that is missing, of another type or out of bounds is added to the {@link Problems} and
 * replaced by an allowed value. So reading goes on and finds all mistakes; check the problems
 * before using the values. Used by one thread.
 */
public final class Section {
  /** The word for a value that the controller chooses. */
  static final String AUTO = "auto";

  private static final String OFF = "off";

  private final String path;
  private final ConfigObject values;
  private final boolean complain;
  private final Problems problems;

  /** Marks the key of the section around this one as wrong. */
  private final Runnable wrongAround;

  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> wrong = new HashSet<>();

  /** The sections below that are in no list. */
  private final List<Section> below = new ArrayList<>();

  /** What was said of keys that are not there. A key that is misspelt says it better. */
  private final Map<String, Problems.Problem> absent = new HashMap<>();

  /** That none of several keys is there. Any unknown key says it better. */
  private Optional<Problems.Problem> none = Optional.empty();

  private Section(
      String path, ConfigObject values, boolean complain, Problems problems, Runnable wrongAround) {
    this.path = path;
    this.values = values;
    this.complain = complain;
    this.problems = problems;
    this.wrongAround = wrongAround;
  }

  /** The root section of a resolved configuration. */
  public static Section root(Config config, Problems problems) {
    return new Section("", config.root(), true, problems, () -> {});
  }

  /** A section that must be there. */
  public Section section(String key) {
    Optional<ConfigObject> found =
        read(key, "a section { ... }", Optional.empty(), Section::objectOf);
    ConfigObject empty = ConfigFactory.empty().root();
    Section section =
        new Section(
            pathOf(key), found.orElse(empty), found.isPresent(), problems, () -> markWrong(key));
    below.add(section);
    return section;
  }

  /** All sections below this one, in the order of {@link #keys}. */
  public List<Section> sections() {
    return keys().stream().map(this::section).toList();
  }

  /** The sections in a list. */
  public List<Section> sections(String key) {
    List<ConfigObject> found =
        read(key, "a list of sections [{ ... }]", List.of(), Section::objectsOf);
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      String at = pathOf(key) + "[" + i + "]";
      sections.add(new Section(at, found.get(i), true, problems, () -> markWrong(key)));
    }
    return sections;
  }

  /**
   * What each key says of the switch whose datapath id it is.
   *
   * @param once what is allowed when two keys are of one switch
   * @param read reads the value of a key
   */
  <T> Map<Long, T> bySwitch(String once, Function<String, T> read) {
    Map<Long, T> values = new HashMap<>();
    for (String key : keys()) {
      T value = read.apply(key);
      Optional<Long> datapathId = DatapathIds.parse(key);
      if (datapathId.isEmpty()) {
        problem(key, "not a datapath id; allowed: " + DatapathIds.ALLOWED);
      } else if (values.put(datapathId.get(), value) != null) {
        problem(key, "the same switch twice; allowed: " + once);
      }
    }
    return values;
  }

  /** The keys that are present, ordered by line, and within a line by name. */
  public List<String> keys() {
    Comparator<Map.Entry<String, ConfigValue>> byPlace =
        Comparator.comparing(entry -> Place.of(entry.getValue()));
    return values.entrySet().stream()
        .sorted(byPlace.thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether the key is present, even with null. */
  public boolean has(String key) {
    known.add(key);
    return values.containsKey(key);
  }

  /** The section's own name: the last part of its path. */
  public String name() {
    List<String> parts = ConfigUtil.splitPath(path);
    return parts.get(parts.size() - 1);
  }

  /** A whole number within bounds, both included. */
  public int integer(String key, int min, int max) {
    return read(key, wholeNumber(min, max), min, value -> intWithin(value, min, max));
  }

  /** A whole number within bounds, or empty for {@code auto}. */
  public OptionalInt integerOrAuto(String key, int min, int max) {
    String allowed = AUTO + ", or " + wholeNumber(min, max);
    return readOr(AUTO, key, allowed, value -> intWithin(value, min, max));
  }

  /** A whole number within bounds, or empty for {@code off}. */
  OptionalInt integerOrOff(String key, int min, int max) {
    String allowed = OFF + ", or " + wholeNumber(min, max);
    return readOr(OFF, key, allowed, value -> intWithin(value, min, max));
  }

  /** A number within bounds, both included. */
  public double number(String key, double min, double max) {
    return read(
        key,
        "a number from " + plain(min) + " to " + plain(max),
        min,
        value -> Values.number(value).filter(n -> n >= min && n <= max));
  }

  /** A duration with its unit, within bounds, both included; in nanoseconds. */
  public long durationNs(String key, long minNs, long maxNs) {
    String bounds = Units.duration(minNs) + " to " + Units.duration(maxNs);
    return read(
        key,
        "a duration from " + bounds + ", with its unit: us, ms, s, m or h",
        minNs,
        value -> Values.durationNs(value).filter(ns -> ns >= minNs && ns <= maxNs));
  }

  /** A size within bounds, both included; in bytes. */
  public int sizeBytes(String key, int minBytes, int maxBytes) {
    return read(
        key, sizeFrom(minBytes, maxBytes), minBytes, value -> size(value, minBytes, maxBytes));
  }

  /** A size within bounds, or empty for {@code auto}; in bytes. */
  OptionalInt sizeBytesOrAuto(String key, int minBytes, int maxBytes) {
    String allowed = AUTO + ", or " + sizeFrom(minBytes, maxBytes);
    return readOr(AUTO, key, allowed, value -> size(value, minBytes, maxBytes));
  }

  /** A size that may be larger than an array; empty for the text {@code auto}. */
  public OptionalLong largeSizeBytesOrAuto(String key, long minBytes, long maxBytes) {
    String allowed = AUTO + ", or " + sizeFrom(minBytes, maxBytes);
    return read(
        key,
        allowed,
        OptionalLong.empty(),
        value ->
            Values.text(value).filter(AUTO::equals).isPresent()
                ? Optional.of(OptionalLong.empty())
                : Values.sizeBytes(value)
                    .filter(n -> n >= minBytes && n <= maxBytes)
                    .map(OptionalLong::of));
  }

  /** True or false. */
  public boolean flag(String key) {
    return read(key, "true or false", false, Values::flag);
  }

  /** Any text. */
  public String text(String key) {
    return read(key, "a text", "", Values::text);
  }

  /** Any text, with its place. */
  Item item(String key) {
    return new Item(text(key), placeOf(key));
  }

  /**
   * A text of a special form.
   *
   * @param allowed the form, in words
   * @param fallback the value to go on with after a mistake
   * @param parse the text's meaning; empty when the text is not of this form
   */
  public <T> T parsed(String key, String allowed, T fallback, Function<String, Optional<T>> parse) {
    return read(key, allowed, fallback, value -> Values.text(value).flatMap(parse));
  }

  /** One of the words of an enum. */
  public <E extends Enum<E> & Spelled> E choice(String key, Class<E> type) {
    E[] constants = type.getEnumConstants();
    List<String> words = Arrays.stream(constants).map(Spelled::text).toList();
    known.add(key);
    ConfigValue value = values.get(key);
    Optional<String> word = value == null ? Optional.empty() : Values.text(value);
    String hint = word.map(w -> Nearest.hint(w, words)).orElse("");
    return read(
        key,
        String.join(", ", words) + hint,
        constants[0],
        v -> word.map(words::indexOf).filter(i -> i >= 0).map(i -> constants[i]));
  }

  /** A list of texts, each with its place. */
  public List<Item> texts(String key) {
    return read(key, "a list of texts [ ... ]", List.of(), Section::itemsOf);
  }

  /** A text, or a list of texts. */
  List<Item> textOrTexts(String key) {
    return read(
        key,
        "a text or a list of texts [ ... ]",
        List.of(),
        value ->
            Values.text(value)
                .map(text -> List.of(new Item(text, value)))
                .or(() -> itemsOf(value)));
  }

  /**
   * One element of a list.
   *
   * @param text the element
   * @param at its value, with its place
   */
  public record Item(String text, ConfigValue at) {}

  /**
   * Whether nothing was found wrong about these keys and what is below them, so that their values
   * can be compared, and what is not there is missing indeed.
   */
  public boolean isRight(String... keys) {
    return Arrays.stream(keys).noneMatch(wrong::contains);
  }

  private void markWrong(String key) {
    wrong.add(key);
    wrongAround.run();
  }

  /** Whether the operator set this key, even to the value in {@code reference.conf}. */
  boolean isOwn(String key) {
    ConfigValue value = values.get(key);
    return value != null && !Place.of(value).source().equals(ConfigLoader.REFERENCE);
  }

  /**
   * Finds which of several keys is there.
   *
   * @param otherwise the key whose place is told when none is
   * @return empty, with a problem, when none or more than one is there
   */
  public Optional<String> onlyOneOf(List<String> keys, String otherwise) {
    List<String> found = keys.stream().filter(this::has).toList();
    if (found.size() == 1) {
      return Optional.of(found.get(0));
    }
    String allowed = "; allowed: exactly one of " + String.join(", ", keys);
    if (found.isEmpty()) {
      none = Optional.of(add(otherwise, "found none" + allowed));
    } else {
      problem(found.get(1), "found " + String.join(" and ", found) + allowed);
    }
    return Optional.empty();
  }

  /**
   * Adds a mistake in the value of a key of this section; in the section when there is no value.
   */
  public void problem(String key, String text) {
    add(key, text);
  }

  private Problems.Problem add(String key, String text) {
    markWrong(key);
    return problems.add(placeOf(key), pathOf(key), text);
  }

  /** The value of a key; the section when there is no value. */
  private ConfigValue placeOf(String key) {
    ConfigValue value = values.get(key);
    return value == null ? values : value;
  }

  /** Where a key is, for a message about another one: file and line. */
  String place(String key) {
    return Place.of(placeOf(key)).toString();
  }

  /** Adds a mistake in one element of a list. */
  public void problem(Item item, String key, String text) {
    markWrong(key);
    problems.add(item.at(), pathOf(key), text);
  }

  /** Adds that a key is missing, unless the section is missing, too. */
  void missing(String key, String allowed) {
    if (complain) {
      absent.put(key, problems.add(values, pathOf(key), "missing; allowed: " + allowed));
    }
  }

  /** The operator's text, for a message of {@link #problem}. */
  public String show(String key) {
    return Values.show(placeOf(key));
  }

  /**
   * Adds every key that was not read as a mistake. To be called after all keys were read. The hint
   * is a key beside it, or the path of one below whose last name is nearer.
   */
  public void noOtherKeys() {
    for (String key : keys()) {
      if (!known.contains(key)) {
        Nearest.of(key, known).map(absent::get).ifPresent(problems::withdraw);
        none.ifPresent(problems::withdraw);
        Map<String, String> names = new LinkedHashMap<>();
        known.forEach(name -> names.put(name, name));
        below.forEach(section -> section.addPathsTo(names));
        String allowed = known.isEmpty() ? "none" : String.join(", ", known);
        problem(key, "unknown key; allowed: " + allowed + Nearest.hint(key, names));
      }
    }
  }

  /** Adds the last names of the keys that were read, by their paths. */
  private void addPathsTo(Map<String, String> names) {
    known.forEach(name -> names.put(pathOf(name), name));
    below.forEach(section -> section.addPathsTo(names));
  }

  private <T> T read(
      String key, String allowed, T fallback, Function<ConfigValue, Optional<T>> parse) {
    known.add(key);
    ConfigValue value = values.get(key);
    if (value == null) {
      markWrong(key);
      missing(key, allowed);
      return fallback;
    }
    Optional<T> result =
        value.valueType() == ConfigValueType.NULL ? Optional.empty() : parse.apply(value);
    if (result.isEmpty()) {
      markWrong(key);
      problems.add(value, pathOf(key), "found " + Values.show(value) + "; allowed: " + allowed);
    }
    return result.orElse(fallback);
  }

  private OptionalInt readOr(
      String nothing, String key, String allowed, Function<ConfigValue, Optional<Integer>> parse) {
    return read(
        key,
        allowed,
        OptionalInt.empty(),
        value ->
            Values.text(value).filter(nothing::equals).isPresent()
                ? Optional.of(OptionalInt.empty())
                : parse.apply(value).map(OptionalInt::of));
  }

  private String pathOf(String key) {
    String quotedAsNeeded = ConfigUtil.joinPath(key);
    return path.isEmpty() ? quotedAsNeeded : path + "." + quotedAsNeeded;
  }

  private static Optional<Optional<ConfigObject>> objectOf(ConfigValue value) {
    return value instanceof ConfigObject object
        ? Optional.of(Optional.of(object))
        : Optional.empty();
  }

  private static Optional<List<ConfigObject>> objectsOf(ConfigValue value) {
    if (!(value instanceof ConfigList list)
        || !list.stream().allMatch(ConfigObject.class::isInstance)) {
      return Optional.empty();
    }
    return Optional.of(list.stream().map(ConfigObject.class::cast).toList());
  }

  private static Optional<List<Item>> itemsOf(ConfigValue value) {
    List<Item> items = new ArrayList<>();
    if (!(value instanceof ConfigList list)) {
      return Optional.empty();
    }
    for (ConfigValue element : list) {
      Optional<String> text = Values.text(element);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      items.add(new Item(text.get(), element));
    }
    return Optional.of(List.copyOf(items));
  }

  private static Optional<Integer> intWithin(ConfigValue value, int min, int max) {
    return Values.whole(value).filter(n -> n >= min && n <= max).map(Long::intValue);
  }

  private static Optional<Integer> size(ConfigValue value, int minBytes, int maxBytes) {
    return Values.sizeBytes(value).filter(n -> n >= minBytes && n <= maxBytes).map(Long::intValue);
  }

  private static String wholeNumber(int min, int max) {
    return "a whole number from " + min + " to " + max;
  }

  private static String sizeFrom(long minBytes, long maxBytes) {
    return "a size from " + Units.size(minBytes) + " to " + Units.size(maxBytes);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }
}
