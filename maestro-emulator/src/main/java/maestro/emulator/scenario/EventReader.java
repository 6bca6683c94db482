package maestro.emulator.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.config.Section;
import maestro.emulator.scenario.TopologyEvent.Kind;
import maestro.emulator.topology.SwitchTopology;

/**
 * Reads the events of a scenario, and checks them against its network and against each other: what
 * is down cannot go down, and only that comes up. Used once, by one thread.
 */
final class EventReader {
  private static final long SHORTEST_FLAP_NS = 1_000_000;
  private static final String LINK = "a link between neighbours, such as \"1-2\"";
  private static final String SWITCH = "a switch from 1 to ";
  private static final String PORT = "a switch and a port of it, such as \"3:1\"";
  private static final Pattern NUMBERS =
      Pattern.compile("([1-9][0-9]{0,5})(?:([-:])([1-9][0-9]{0,4}))?");
  private static final List<String> KINDS = Arrays.stream(Kind.values()).map(Kind::text).toList();

  private final SwitchTopology topology;
  private final long measureNs;
  private final Set<String> down = new HashSet<>();
  private final List<TopologyEvent> events = new ArrayList<>();

  /** For a network, whose measured time is so long. */
  EventReader(SwitchTopology topology, long measureNs) {
    this.topology = topology;
    this.measureNs = measureNs;
  }

  /** The events in the order of their times; those with mistakes are left out. */
  List<TopologyEvent> read(List<Section> sections) {
    for (Section section : sections) {
      read(section);
    }
    return List.copyOf(events);
  }

  private void read(Section section) {
    long atNs = section.durationNs("at", 0, measureNs);
    Optional<String> found = section.onlyOneOf(KINDS, "at");
    if (found.isEmpty()) {
      section.noOtherKeys();
      return;
    }
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each.text().equals(found.get()))
            .findFirst()
            .orElseThrow();
    boolean flaps = kind == Kind.PORT_FLAP;
    long forNs = flaps ? section.durationNs("for", SHORTEST_FLAP_NS, measureNs) : 0;
    List<TopologyEvent> event =
        section.parsed(
            kind.text(),
            allowed(kind),
            List.<TopologyEvent>of(),
            text -> event(atNs, kind, text, forNs).map(List::of));
    section.noOtherKeys();
    if (!event.isEmpty() && section.isRight("at", "for")) {
      add(section, event.get(0));
    }
  }

  private void add(Section section, TopologyEvent event) {
    if (!events.isEmpty() && event.atNs() < events.get(events.size() - 1).atNs()) {
      section.problem("at", "found " + section.show("at") + "; allowed: not before the one above");
      return;
    }
    String thing = event.text().substring(event.text().indexOf(' ') + 1);
    boolean right =
        switch (event.kind()) {
          case LINK_DOWN, SWITCH_DOWN -> down.add(thing);
          case LINK_UP, SWITCH_UP -> down.remove(thing);
          case PORT_FLAP -> true;
        };
    if (!right) {
      boolean goesDown = event.kind() == Kind.LINK_DOWN || event.kind() == Kind.SWITCH_DOWN;
      section.problem(
          event.kind().text(),
          "found "
              + thing
              + (goesDown
                  ? ", which is down by then; allowed: what is up"
                  : ", which is up by then; allowed: what an event above took down"));
      return;
    }
    events.add(event);
  }

  private String allowed(Kind kind) {
    return switch (kind) {
      case LINK_DOWN, LINK_UP -> LINK;
      case SWITCH_DOWN, SWITCH_UP -> SWITCH + topology.switchCount();
      case PORT_FLAP -> PORT;
    };
  }

  private Optional<TopologyEvent> event(long atNs, Kind kind, String text, long forNs) {
    Matcher matcher = NUMBERS.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int first = Integer.parseInt(matcher.group(1));
    int second = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    String between = String.valueOf(matcher.group(2));
    boolean right =
        first <= topology.switchCount()
            && switch (kind) {
              case LINK_DOWN, LINK_UP -> between.equals("-") && areNeighbours(first, second);
              case SWITCH_DOWN, SWITCH_UP -> second == 0;
              case PORT_FLAP -> between.equals(":") && second <= topology.portCount(first - 1);
            };
    if (!right) {
      return Optional.empty();
    }
    return Optional.of(
        switch (kind) {
          case LINK_DOWN, LINK_UP ->
              new TopologyEvent(
                  atNs, kind, Math.min(first, second) - 1, Math.max(first, second) - 1, 0);
          case SWITCH_DOWN, SWITCH_UP -> new TopologyEvent(atNs, kind, first - 1, -1, 0);
          case PORT_FLAP -> new TopologyEvent(atNs, kind, first - 1, second, forNs);
        });
  }

  private boolean areNeighbours(int first, int second) {
    return topology.links().stream()
        .anyMatch(
            link ->
                (link.switchA() == first - 1 && link.switchB() == second - 1)
                    || (link.switchB() == first - 1 && link.switchA() == second - 1));
  }
}
