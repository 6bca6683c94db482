package maestro.sequence;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import maestro.config.Ordering;
import maestro.config.Sequence;
import maestro.config.Trigger;
import maestro.sequence.WiringException.Mistake;
import maestro.sequence.application.RunningApplication;
import maestro.state.StoredView;
import maestro.state.ViewStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the sequences against what the applications handle, publish and read. Used once, on the
 * starting thread.
 */
final class Wiring {
  private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);

  private final Map<String, RunningApplication> applications;
  private final Declarations declarations;
  private final ViewStore views;

  /** Whether the members of a cluster share the switches out. */
  private final boolean isSpread;

  private final List<Mistake> mistakes = new ArrayList<>();

  /** The triggers on which a sequence runs an application. */
  private final Map<String, Set<Trigger>> used = new HashMap<>();

  Wiring(
      Map<String, RunningApplication> applications,
      Declarations declarations,
      ViewStore views,
      boolean isSpread) {
    this.applications = applications;
    this.declarations = declarations;
    this.views = views;
    this.isSpread = isSpread;
  }

  /**
   * Checks all sequences.
   *
   * @throws WiringException when there are mistakes
   */
  void check(List<Sequence> sequences) {
    sequences.forEach(this::check);
    declarations
        .reads()
        .forEach(
            read -> {
              if (!isPublished(read.view())) {
                mistakes.add(
                    new Mistake(
                        "sequences",
                        "%s reads the view '%s', which no application in a sequence publishes; published: %s"
                            .formatted(read.application(), read.view(), orNone(views.made()))));
              }
            });
    if (isSpread) {
      applications.keySet().stream().sorted().forEach(this::checkSpread);
    }
    if (!mistakes.isEmpty()) {
      throw new WiringException(mistakes);
    }
    for (RunningApplication application : new TreeMap<>(applications).values()) {
      Set<Trigger> unused = EnumSet.noneOf(Trigger.class);
      unused.addAll(HandledTriggers.of(application.stages()));
      unused.removeAll(used.getOrDefault(application.name(), Set.of()));
      if (!unused.isEmpty()) {
        LOG.warn(
            "application {} handles {}, but no sequence with that trigger runs it",
            application.name(),
            spelled(unused));
      }
    }
  }

  private void check(Sequence sequence) {
    String key = "sequences." + sequence.name();
    for (String name : sequence.run()) {
      Set<Trigger> handled = HandledTriggers.of(named(name).stages());
      Set<Trigger> common = EnumSet.noneOf(Trigger.class);
      common.addAll(sequence.triggers());
      common.retainAll(handled);
      if (common.isEmpty()) {
        mistakes.add(
            new Mistake(
                key + ".run",
                "found '%s', which does nothing on %s; allowed: applications that do; it handles %s"
                    .formatted(name, spelled(sequence.triggers()), orNone(spelledList(handled)))));
      }
      used.computeIfAbsent(name, n -> EnumSet.noneOf(Trigger.class)).addAll(common);
      if (sequence.ordering() == Ordering.NONE && declarations.needsOrder(name)) {
        mistakes.add(
            new Mistake(
                key + ".ordering",
                "found 'none', but %s keeps state of each switch; allowed: strict"
                    .formatted(name)));
      }
    }
    sequence.views().forEach(view -> checkView(key + ".view", view));
    sequence.stallOn().forEach(view -> checkView(key + ".stall-on", view));
    for (String event : sequence.events()) {
      if (!declarations.announcements().contains(event)) {
        mistakes.add(
            new Mistake(
                key + ".event",
                "found '%s', which no application in a sequence announces; allowed: %s"
                    .formatted(event, orNone(List.copyOf(declarations.announcements())))));
      }
    }
  }

  /** A view is of the whole network, and a member of a spread cluster sees a part of it. */
  private void checkSpread(String name) {
    Stream<String> made =
        views.made().stream()
            .filter(view -> name.equals(Objects.requireNonNull(views.find(view)).maker()))
            .map(view -> "publishes the view '%s'".formatted(view));
    Stream<String> read =
        declarations.reads().stream()
            .filter(each -> each.application().equals(name))
            .map(each -> "reads the view '%s'".formatted(each.view()));
    List<String> network = Stream.concat(made, read).toList();
    if (!network.isEmpty()) {
      mistakes.add(
          new Mistake(
              "maestro.cluster.spread",
              "found true with %s, which %s; allowed: false, as each member sees only the switches that it serves"
                  .formatted(name, String.join(" and ", network))));
    }
  }

  private void checkView(String key, String name) {
    if (!isPublished(name)) {
      mistakes.add(
          new Mistake(
              key,
              "found '%s', which no application in a sequence publishes; allowed: %s"
                  .formatted(name, orNone(views.made()))));
    }
  }

  private boolean isPublished(String name) {
    StoredView<?> view = views.find(name);
    return view != null && view.maker() != null;
  }

  private RunningApplication named(String name) {
    return Objects.requireNonNull(applications.get(name), name);
  }

  private static String spelled(Set<Trigger> triggers) {
    return String.join(", ", spelledList(triggers));
  }

  private static List<String> spelledList(Set<Trigger> triggers) {
    return triggers.stream().map(Trigger::text).sorted().toList();
  }

  private static String orNone(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
