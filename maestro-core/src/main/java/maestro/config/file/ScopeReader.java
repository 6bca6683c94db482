package maestro.config.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import maestro.config.RequestScope;
import maestro.config.SwitchNames;

/**
 * Reads {@code when} of the sequences on flow requests, and finds two that take the same requests.
 * Used once, by one thread.
 */
final class ScopeReader {
  /** A batch has the number of a sequence for each of its requests, in a byte. */
  private static final int MOST = 100;

  private static final String WHEN = "when";
  private static final String SWITCHES = "switches";
  private static final String PORTS = "ports";
  private static final String VLANS = "vlans";
  private static final String A_PORT =
      "\"SWITCH/PORT\", such as \"00:00:00:00:00:00:00:2a/3\", where SWITCH is ";

  /** A sequence that was read. */
  private record Taken(Section section, RequestScope scope) {}

  private final SwitchNames names;
  private final List<Taken> all = new ArrayList<>();

  ScopeReader(SwitchNames names) {
    this.names = names;
  }

  /** Reads which requests a sequence takes. */
  RequestScope read(Section sequence, boolean onRequests) {
    if (!sequence.has(WHEN)) {
      return onRequests ? alone(sequence, RequestScope.REST) : RequestScope.REST;
    }
    Section section = sequence.section(WHEN);
    RequestScope scope =
        new RequestScope(
            new HashSet<>(list(section, SWITCHES, names::allowed, names::find)),
            ports(section),
            new HashSet<>(list(section, VLANS, found -> VlanReader.A_VLAN, VlanReader::vlan)));
    section.noOtherKeys();
    if (!onRequests) {
      sequence.problem(WHEN, "of no use; allowed: only with on = flow-request");
      return RequestScope.REST;
    }
    if (scope.isRest()) {
      if (sequence.isRight(WHEN)) {
        sequence.problem(WHEN, "found none; allowed: at least one of switches, ports, vlans");
      }
      return scope;
    }
    return alone(sequence, scope);
  }

  /** Compares it with those before; the first one that takes the same requests is named. */
  private RequestScope alone(Section sequence, RequestScope scope) {
    for (Taken earlier : all) {
      boolean areBothRest = scope.isRest() && earlier.scope().isRest();
      boolean isOneRest = scope.isRest() != earlier.scope().isRest();
      Optional<String> common =
          areBothRest || isOneRest ? Optional.empty() : scope.common(earlier.scope());
      String name = earlier.section().name();
      if (areBothRest) {
        String at = earlier.section().place("on");
        sequence.problem(
            "on",
            "found 'flow-request', which runs '%s' already (%s); allowed: one sequence on"
                    .formatted(name, at)
                + " flow-request without 'when'");
        return scope;
      }
      if (common.isPresent()) {
        String at = earlier.section().place(WHEN);
        sequence.problem(
            WHEN,
            "takes %s, as '%s' does (%s); allowed: one sequence for each request"
                .formatted(names.inText(common.get()), name, at));
        return scope;
      }
    }
    if (all.size() == MOST) {
      sequence.problem("on", "more than " + MOST + " sequences on flow-request");
    }
    all.add(new Taken(sequence, scope));
    return scope;
  }

  private Map<Long, Set<Integer>> ports(Section section) {
    Map<Long, Set<Integer>> ports = new HashMap<>();
    for (Port each : list(section, PORTS, this::allowedPort, this::port)) {
      ports.computeIfAbsent(each.datapathId(), id -> new HashSet<>()).add(each.number());
    }
    return ports;
  }

  private record Port(long datapathId, int number) {}

  private Optional<Port> port(String text) {
    int slash = text.indexOf('/');
    return slash < 0
        ? Optional.empty()
        : names
            .find(text.substring(0, slash))
            .flatMap(id -> port(id, text.substring(slash + 1)).map(number -> new Port(id, number)));
  }

  private Optional<Integer> port(long datapathId, String text) {
    return VlanReader.portNumber(text)
        .or(() -> names.port(datapathId, text).stream().boxed().findFirst());
  }

  /** What a port may be, after what was found of it. */
  private String allowedPort(String found) {
    int slash = found.indexOf('/');
    String ofSwitch = slash < 0 ? found : found.substring(0, slash);
    Optional<Long> datapathId = slash < 0 ? Optional.empty() : names.find(ofSwitch);
    return datapathId
        .map(id -> VlanReader.A_PORT + ", or " + names.allowedPorts(id, found.substring(slash + 1)))
        .orElseGet(() -> A_PORT + names.allowed(ofSwitch));
  }

  private static <T> List<T> list(
      Section section,
      String key,
      UnaryOperator<String> allowed,
      Function<String, Optional<T>> parse) {
    List<T> values = new ArrayList<>();
    if (!section.has(key)) {
      return values;
    }
    for (Section.Item item : section.textOrTexts(key)) {
      Optional<T> value = parse.apply(item.text());
      if (value.isEmpty()) {
        section.problem(
            item,
            key,
            "found " + Values.show(item.at()) + "; allowed: " + allowed.apply(item.text()));
      } else if (values.contains(value.get())) {
        section.problem(item, key, Values.show(item.at()) + " twice; allowed: each once");
      }
      value.ifPresent(values::add);
    }
    return values;
  }
}
