package maestro.config;

import static java.util.stream.Collectors.joining;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which flow requests a sequence takes: those that come from one of these switches or by one of
 * these ports, and belong to one of these VLANs. Immutable.
 *
 * @param switches datapath ids
 * @param ports port numbers by datapath id. Without switches and ports, requests from everywhere
 * @param vlans 1 to 4094; empty: requests of any VLAN, and of none
 */
public record RequestScope(Set<Long> switches, Map<Long, Set<Integer>> ports, Set<Integer> vlans) {
  /** All requests that no other sequence takes. */
  public static final RequestScope REST = new RequestScope(Set.of(), Map.of(), Set.of());

  /** Copies the collections. */
  public RequestScope {
    switches = Set.copyOf(switches);
    Map<Long, Set<Integer>> copies = new HashMap<>();
    ports.forEach((id, numbers) -> copies.put(id, Set.copyOf(numbers)));
    ports = Map.copyOf(copies);
    vlans = Set.copyOf(vlans);
  }

  /** Whether it takes what others leave. */
  public boolean isRest() {
    return isAnywhere() && vlans.isEmpty();
  }

  /** Whether it takes requests from all switches. */
  public boolean isAnywhere() {
    return switches.isEmpty() && ports.isEmpty();
  }

  /**
   * Which requests it takes, in words: {@code requests of switch 00:00:00:00:00:00:00:2a (core-1)
   * of VLANs 10, 20}.
   */
  public String text(SwitchNames names) {
    if (isRest()) {
      return "all other requests";
    }
    List<String> places = new ArrayList<>();
    for (long each : inOrder(switches)) {
      places.add("switch " + shown(each));
    }
    for (long each : inOrder(ports.keySet())) {
      new TreeSet<>(ports.getOrDefault(each, Set.of()))
          .forEach(
              port -> places.add("switch " + shown(each) + " port " + SwitchNames.portText(port)));
    }
    String from = places.isEmpty() ? "" : " of " + names.inText(String.join(", ", places));
    String of =
        vlans.isEmpty()
            ? ""
            : " of VLAN "
                + new TreeSet<>(vlans).stream().map(String::valueOf).collect(joining(", "));
    return "requests" + from + of;
  }

  /** Datapath ids in the order of their numbers. */
  public static List<Long> inOrder(Set<Long> datapathIds) {
    return datapathIds.stream().sorted(Long::compareUnsigned).toList();
  }

  /** A place and a VLAN of which both take the requests, in words; empty when there are none. */
  public Optional<String> common(RequestScope other) {
    Optional<String> place = commonPlace(other);
    if (place.isEmpty() || vlans.isEmpty() || other.vlans.isEmpty()) {
      return place;
    }
    Set<Integer> both = new HashSet<>(vlans);
    both.retainAll(other.vlans);
    return both.stream().min(Integer::compare).map(vlan -> place.get() + " of VLAN " + vlan);
  }

  private Optional<String> commonPlace(RequestScope other) {
    if (isAnywhere()) {
      return Optional.of(other.anyPlace());
    }
    if (other.isAnywhere()) {
      return Optional.of(anyPlace());
    }
    Set<Long> both = new TreeSet<>(switches);
    both.removeIf(id -> !other.switches.contains(id) && !other.ports.containsKey(id));
    other.switches.stream().filter(ports::containsKey).forEach(both::add);
    return both.stream().findFirst().map(RequestScope::ofSwitch).or(() -> commonPort(other));
  }

  private Optional<String> commonPort(RequestScope other) {
    for (long id : new TreeSet<>(ports.keySet())) {
      Set<Integer> both = new TreeSet<>(ports.getOrDefault(id, Set.of()));
      both.retainAll(other.ports.getOrDefault(id, Set.of()));
      if (!both.isEmpty()) {
        return Optional.of("requests of port " + shown(id) + "/" + both.iterator().next());
      }
    }
    return Optional.empty();
  }

  private String anyPlace() {
    Set<Long> named = new TreeSet<>(switches);
    named.addAll(ports.keySet());
    return named.stream().findFirst().map(RequestScope::ofSwitch).orElse("requests");
  }

  private static String ofSwitch(long datapathId) {
    return "requests of switch " + shown(datapathId);
  }

  private static String shown(long datapathId) {
    byte[] octets = ByteBuffer.allocate(Long.BYTES).putLong(datapathId).array();
    return HexFormat.ofDelimiter(":").formatHex(octets);
  }
}
