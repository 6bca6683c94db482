package maestro.config.file;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import maestro.config.Nearest;
import maestro.config.Ordering;
import maestro.config.Sequence;
import maestro.config.SwitchNames;
import maestro.config.Trigger;
import org.jspecify.annotations.Nullable;

/** Reads the {@code sequences}. */
final class SequenceReader {
  private static final long MS = 1_000_000L;
  private static final long HOUR_NS = 3_600_000 * MS;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final String A_NAME = "lower case letters, digits and hyphens";

  /** The triggers allowed in {@code on}. */
  private static final Set<Trigger> TRIGGERS = EnumSet.complementOf(EnumSet.of(Trigger.EVERY));

  private final List<String> applicationNames;
  private final ScopeReader scopes;

  /** That of the sequences on flow requests; null before the first one. */
  private @Nullable Ordering ordering;

  SequenceReader(List<String> applicationNames, SwitchNames names) {
    this.applicationNames = applicationNames;
    this.scopes = new ScopeReader(names);
  }

  List<Sequence> read(Section all) {
    List<Sequence> sequences = new ArrayList<>();
    for (Section section : all.sections()) {
      if (!NAME.matcher(section.name()).matches()) {
        all.problem(section.name(), "not a name; allowed: " + A_NAME);
      }
      sequences.add(sequence(section));
    }
    return sequences;
  }

  private Sequence sequence(Section section) {
    Set<Trigger> triggers = triggers(section);
    OptionalLong everyNs = OptionalLong.empty();
    if (section.has("every")) {
      everyNs = OptionalLong.of(section.durationNs("every", MS, HOUR_NS));
      triggers.add(Trigger.EVERY);
    } else if (!section.has("on")) {
      section.missing("on", spelled(TRIGGERS) + "; or 'every' with a duration");
    }
    boolean onRequests = triggers.contains(Trigger.FLOW_REQUEST);
    if (onRequests && triggers.size() > 1) {
      section.problem(
          "on", "flow-request beside others; allowed: flow-request in a sequence of its own");
    }
    Sequence sequence =
        new Sequence(
            section.name(),
            triggers,
            everyNs,
            named(section, "view", triggers.contains(Trigger.VIEW_CHANGED), "on = view-changed"),
            named(section, "event", triggers.contains(Trigger.ANNOUNCED), "on = announced"),
            stallOn(section, onRequests),
            ordering(section, onRequests),
            scopes.read(section, onRequests),
            run(section));
    section.noOtherKeys();
    return sequence;
  }

  private static Set<Trigger> triggers(Section section) {
    Set<Trigger> triggers = EnumSet.noneOf(Trigger.class);
    if (!section.has("on")) {
      return triggers;
    }
    for (Section.Item item : section.textOrTexts("on")) {
      Optional<Trigger> trigger =
          TRIGGERS.stream().filter(t -> t.text().equals(item.text())).findFirst();
      if (trigger.isEmpty()) {
        List<String> words = TRIGGERS.stream().map(Trigger::text).toList();
        section.problem(
            item,
            "on",
            "found '%s'; allowed: %s%s"
                .formatted(item.text(), spelled(TRIGGERS), Nearest.hint(item.text(), words)));
      } else if (!triggers.add(trigger.get())) {
        section.problem(item, "on", "'%s' twice; allowed: each once".formatted(item.text()));
      }
    }
    return triggers;
  }

  private static String spelled(Set<Trigger> triggers) {
    return triggers.stream().map(Trigger::text).collect(Collectors.joining(", "));
  }

  /** Reads the names of a trigger: required with the trigger, not allowed without it. */
  private static List<String> named(
      Section section, String key, boolean wanted, String wantedBecause) {
    if (wanted) {
      return section.has(key) ? names(section, key) : missing(section, key, wantedBecause);
    }
    if (section.has(key)) {
      names(section, key);
      section.problem(key, "of no use; allowed: only with " + wantedBecause);
    }
    return List.of();
  }

  private static List<String> missing(Section section, String key, String wantedBecause) {
    section.missing(key, "a name, or a list of names, with " + wantedBecause);
    return List.of();
  }

  private static List<String> names(Section section, String key) {
    List<String> names = new ArrayList<>();
    for (Section.Item item : section.textOrTexts(key)) {
      if (NAME.matcher(item.text()).matches()) {
        names.add(item.text());
      } else {
        section.problem(item, key, "found '" + item.text() + "'; allowed: " + A_NAME);
      }
    }
    return names;
  }

  private static List<String> stallOn(Section section, boolean onRequests) {
    return section.has("stall-on")
        ? usable(section, "stall-on", onRequests, names(section, "stall-on"))
        : List.of();
  }

  private Ordering ordering(Section section, boolean onRequests) {
    Ordering found =
        section.has("ordering")
            ? usable(section, "ordering", onRequests, section.choice("ordering", Ordering.class))
            : Ordering.STRICT;
    if (onRequests && ordering != null && ordering != found) {
      section.problem(
          "ordering",
          "found '%s', and '%s' in another sequence; allowed: the same in all on flow-request"
              .formatted(found.text(), ordering.text()));
    }
    ordering = onRequests && ordering == null ? found : ordering;
    return found;
  }

  private static <T> T usable(Section section, String key, boolean onRequests, T value) {
    if (!onRequests) {
      section.problem(key, "of no use; allowed: only with on = flow-request");
    }
    return value;
  }

  private List<String> run(Section section) {
    Set<String> run = new LinkedHashSet<>();
    List<Section.Item> items = section.texts("run");
    if (items.isEmpty() && section.isRight("run")) {
      section.problem("run", "found no application; allowed: at least one");
    }
    for (Section.Item item : items) {
      if (!applicationNames.contains(item.text())) {
        section.problem(
            item, "run", ConfigReader.unknownApplication(item.text(), applicationNames));
      } else if (!run.add(item.text())) {
        section.problem(item, "run", "'" + item.text() + "' twice; allowed: each application once");
      }
    }
    return List.copyOf(run);
  }
}
