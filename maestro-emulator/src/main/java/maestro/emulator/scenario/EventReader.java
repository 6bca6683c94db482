package maestro.emulator.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import maestro.config.file.Section;
import maestro.emulator.scenario.TopologyEvent.Kind;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.TopologyNames;

/**
 * Reads the events of a scenario, and checks them against its network and against each other: what
 * is down cannot go down, and only that comes up. Used once, by one thread.
 */
final class EventReader {
  private static final long SHORTEST_FLAP_NS = 1_000_000;
  private static final String FOR = "for";
  private static final String LINK = "a link between neighbours, such as \"1-2\"";
  private static final String SWITCH = "a switch from 1 to ";
  private static final String PORT = "a switch and a port of it, such as \"3:1\"";
  private static final Pattern PORT_OF = Pattern.compile("(.+):\\s*([1-9][0-9]{0,4})");
  private static final List<String> KINDS = Arrays.stream(Kind.values()).map(Kind::text).toList();

  private final SwitchTopology topology;
  private final TopologyNames names;
  private final long measureNs;
  private final Set<String> down = new HashSet<>();
  private final List<TopologyEvent> events = new ArrayList<>();

  /** For a network, whose measured time is so long. */
  EventReader(SwitchTopology topology, long measureNs) {
    this.topology = topology;
    this.names = new TopologyNames(topology);
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
      section.has(FOR);
      section.noOtherKeys();
      return;
    }
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each.text().equals(found.get()))
            .findFirst()
            .orElseThrow();
    boolean flaps = kind == Kind.PORT_FLAP;
    long forNs = flaps ? section.durationNs(FOR, SHORTEST_FLAP_NS, measureNs) : 0;
    List<TopologyEvent> event =
        section.parsed(
            kind.text(),
            allowed(kind),
            List.<TopologyEvent>of(),
            text -> events(atNs, kind, text.strip(), forNs));
    section.noOtherKeys();
    if (event.size() > 1) {
      int[] links = event.stream().mapToInt(TopologyEvent::index).toArray();
      section.problem(kind.text(), names.ambiguous(section.show(kind.text()), links));
    } else if (!event.isEmpty() && section.isRight("at", FOR)) {
      add(section, event.get(0));
    }
  }

  private void add(Section section, TopologyEvent event) {
    if (!events.isEmpty() && event.atNs() < events.get(events.size() - 1).atNs()) {
      section.problem("at", "found " + section.show("at") + "; allowed: not before the one above");
      return;
    }
    String kind = event.kind().text();
    String thing = kind.substring(0, kind.indexOf('-')) + event.index();
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
              + event.place()
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

  /** The event; several when the text can mean several links. */
  private Optional<List<TopologyEvent>> events(long atNs, Kind kind, String text, long forNs) {
    Matcher portOf = PORT_OF.matcher(text);
    IntStream indices =
        switch (kind) {
          case LINK_DOWN, LINK_UP -> Arrays.stream(names.links(text));
          case SWITCH_DOWN, SWITCH_UP -> names.switchIndex(text).stream();
          case PORT_FLAP ->
              portOf.matches() ? names.switchIndex(portOf.group(1)).stream() : IntStream.empty();
        };
    int port = kind == Kind.PORT_FLAP && portOf.matches() ? Integer.parseInt(portOf.group(2)) : 0;
    List<TopologyEvent> found =
        indices
            .filter(index -> kind != Kind.PORT_FLAP || port <= topology.portCount(index))
            .mapToObj(
                index -> {
                  boolean isLink = kind == Kind.LINK_DOWN || kind == Kind.LINK_UP;
                  String place = isLink ? names.link(index) : text;
                  return new TopologyEvent(atNs, kind, place, index, port, forNs);
                })
            .toList();
    return Optional.of(found).filter(each -> !each.isEmpty());
  }
}
