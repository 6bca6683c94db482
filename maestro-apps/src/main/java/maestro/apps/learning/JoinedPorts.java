package maestro.apps.learning;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import maestro.api.topology.Topology.Port;
import maestro.apps.discovery.DisjointGroups;

/**
 * The ports that probes have shown to be joined, and which of them have to be closed so that no
 * packet comes back to where it was:
 *
 * <ol>
 *   <li>Ports that are joined, in whichever direction, share a segment: a cable, or one or more
 *       switches of no controller.
 *   <li>The ports are taken one after the other. A port stays open when there is no way yet between
 *       its switch and its segment, and is closed otherwise. So switches and segments are a forest.
 *       When the segment is a cable, both its ends are closed: nobody else is there.
 *   <li>Those that are open at present come first, so nothing changes where nothing has to. Then
 *       the order is that of the switches' numbers and the ports' numbers.
 *   <li>Two ports are joined no more when no probe came from one to the other for {@value
 *       #LOST_ROUNDS} rounds. A switch that has lost its channel sends and tells no probes, and
 *       goes on forwarding; so it is {@value #AWAY_ROUNDS} rounds there.
 * </ol>
 *
 * <p>Event thread.
 */
final class JoinedPorts {
  static final int LOST_ROUNDS = 3;
  static final int AWAY_ROUNDS = 10;

  private static final Comparator<Port> ORDER =
      Comparator.comparing(Port::datapathId, Long::compareUnsigned)
          .thenComparing(Port::number, Integer::compareUnsigned);

  private record Join(Port from, Port in, boolean isDirect) {
    boolean has(Port port) {
      return from.equals(port) || in.equals(port);
    }
  }

  /** The last round in which a probe has come. */
  private final Map<Join, Long> rounds = new HashMap<>();

  /** Notes a probe; returns whether its ports were not joined so before. */
  boolean heard(Port from, Port in, boolean isDirect, long round) {
    return !from.equals(in) && rounds.put(new Join(from, in, isDirect), round) == null;
  }

  /** Forgets what was not heard any more. */
  void forget(long round, LongPredicate isConnected) { // 4
    rounds
        .entrySet()
        .removeIf(
            each -> {
              Join join = each.getKey();
              boolean areBoth =
                  isConnected.test(join.from().datapathId())
                      && isConnected.test(join.in().datapathId());
              return round - each.getValue() > (areBoth ? LOST_ROUNDS : AWAY_ROUNDS);
            });
  }

  /** Forgets a port; returns whether it was joined with another. */
  boolean remove(Port port) {
    return rounds.keySet().removeIf(join -> join.has(port));
  }

  void clear() {
    rounds.clear();
  }

  /**
   * The ports that have to be closed, each with one that it is joined with.
   *
   * @param closed the ports that are closed at present
   */
  Map<Port, Port> closing(Set<Port> closed) {
    DisjointGroups<Port> segments = new DisjointGroups<>();
    Map<Port, Port> others = new TreeMap<>(ORDER);
    for (Join join : rounds.keySet()) { // 1
      segments.join(join.from(), join.in());
      others.putIfAbsent(join.from(), join.in());
      others.putIfAbsent(join.in(), join.from());
    }
    List<Port> inOrder = // 3
        Stream.concat(
                others.keySet().stream().filter(port -> !closed.contains(port)),
                others.keySet().stream().filter(closed::contains))
            .toList();
    DisjointGroups<Object> connected = new DisjointGroups<>();
    Map<Port, Port> closing = new TreeMap<>(ORDER);
    for (Port port : inOrder) { // 2
      Port other = others.get(port);
      if (!connected.join(port.datapathId(), segments.of(port))) {
        closing.put(port, other);
        if (isCable(port, other)) {
          closing.put(other, port);
        }
      }
    }
    return closing;
  }

  /** Whether two ports are joined directly, and with no others. */
  private boolean isCable(Port port, Port other) {
    boolean isDirect = false;
    for (Join join : rounds.keySet()) {
      if (join.has(port) || join.has(other)) {
        if (!join.has(port) || !join.has(other)) {
          return false;
        }
        isDirect |= join.isDirect();
      }
    }
    return isDirect;
  }
}
