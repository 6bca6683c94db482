package maestro.network.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import maestro.config.file.Section;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;
import maestro.network.scenario.NetworkEvent.Kind;

/**
 * Reads the events of a network's scenario, and checks them against the network and against each
 * other: what is down cannot go down, and only that comes up. Used once, by one thread.
 */
final class NetworkEventReader {
  private static final String ALL = "all";
  private static final List<String> KINDS = Arrays.stream(Kind.values()).map(Kind::text).toList();

  private final NetworkPlan plan;
  private final Places places;
  private final long durationNs;
  private final Set<String> down = new HashSet<>();
  private final List<NetworkEvent> events = new ArrayList<>();

  NetworkEventReader(NetworkPlan plan, Places places, long durationNs) {
    this.plan = plan;
    this.places = places;
    this.durationNs = durationNs;
  }

  /** The events in the order of their times; those with mistakes are left out. */
  List<NetworkEvent> read(List<Section> sections) {
    sections.forEach(this::read);
    return List.copyOf(events);
  }

  private void read(Section section) {
    long atNs = section.durationNs("at", 0, durationNs);
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
    List<NetworkEvent> read =
        section.parsed(
            kind.text(), allowed(kind), List.<NetworkEvent>of(), text -> events(atNs, kind, text));
    section.noOtherKeys();
    if (read.size() > 1) {
      int[] cables = read.stream().mapToInt(NetworkEvent::index).toArray();
      section.problem(kind.text(), places.names().ambiguous(section.show(kind.text()), cables));
    } else if (!read.isEmpty() && section.isRight("at")) {
      add(section, read.get(0));
    }
  }

  private void add(Section section, NetworkEvent event) {
    if (!events.isEmpty() && event.atNs() < events.get(events.size() - 1).atNs()) {
      section.problem("at", "found " + section.show("at") + "; allowed: not before the one above");
      return;
    }
    Kind kind = event.kind();
    String thing = kind.thing() + " " + event.index();
    if (kind.fails() ? down.add(thing) : down.remove(thing)) {
      events.add(event);
      return;
    }
    section.problem(
        kind.text(),
        "found "
            + section.show(kind.text())
            + (kind.fails()
                ? ", which is down by then; allowed: what is up"
                : ", which is up by then; allowed: what an event above took down"));
  }

  private String allowed(Kind kind) {
    return switch (kind) {
      case LINK_DOWN, LINK_UP ->
          "a link between neighbours, such as \"1-2\", or to a host, such as \"s1-h1\"";
      case PORT_DOWN, PORT_UP -> "a switch and a port of it, such as \"3:1\"";
      case SWITCH_DOWN, SWITCH_UP -> "a switch from 1 to " + plan.switchCount();
      case CONTROLLER_AWAY, CONTROLLER_BACK -> "all, or a switch from 1 to " + plan.switchCount();
    };
  }

  /** The event; several when the text can mean several links. */
  private Optional<List<NetworkEvent>> events(long atNs, Kind kind, String text) {
    IntStream indices =
        switch (kind) {
          case LINK_DOWN, LINK_UP -> Arrays.stream(places.cables(text));
          case PORT_DOWN, PORT_UP -> places.port(text).stream();
          case SWITCH_DOWN, SWITCH_UP -> places.switchIndex(text).stream();
          case CONTROLLER_AWAY, CONTROLLER_BACK ->
              text.strip().equals(ALL)
                  ? IntStream.of(NetworkEvent.ALL)
                  : places.switchIndex(text).stream();
        };
    List<NetworkEvent> found =
        indices.mapToObj(index -> new NetworkEvent(atNs, kind, text.strip(), index)).toList();
    return Optional.of(found).filter(each -> !each.isEmpty());
  }
}
