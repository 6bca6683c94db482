package maestro.apps.bandwidth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.api.topology.Topology.Port;

/**
 * What was asked of {@link LinkReservations} and when, and whether the answers can be right. It
 * does not know how they work:
 *
 * <ol>
 *   <li>From the end of a reservation's call to the beginning of its release it surely holds. What
 *       surely holds of a link at one time must not be more than its capacity.
 *   <li>From the beginning of its call to the end of its release it possibly holds. A refusal is
 *       right only when, during its call, each of its routes had a link of which too much was
 *       possibly held. So a release that got lost is noticed by the next refusal.
 * </ol>
 */
final class ReservationHistory {
  private final List<Held> held = new ArrayList<>();
  private final List<Refused> refused = new ArrayList<>();

  /** A reservation; times in nanoseconds. */
  record Held(
      FlowPath route, long kbps, long askedNs, long gotNs, long releasingNs, long releasedNs) {}

  /** A refusal. */
  record Refused(List<FlowPath> routes, long kbps, long askedNs, long refusedNs) {}

  void add(Held one) {
    held.add(one);
  }

  void add(Refused one) {
    refused.add(one);
  }

  /** Takes over what another one has. */
  void addAll(ReservationHistory other) {
    held.addAll(other.held);
    refused.addAll(other.refused);
  }

  int heldCount() {
    return held.size();
  }

  int refusedCount() {
    return refused.size();
  }

  /** What cannot be right, in words; empty when all can. */
  List<String> mistakes(Map<Port, Long> capacityKbps) {
    List<String> mistakes = new ArrayList<>();
    Map<Port, Level> possible = new TreeMap<>((a, b) -> a.number() - b.number());
    capacityKbps.forEach(
        (link, capacity) -> {
          List<Held> on = held.stream().filter(h -> h.route().links().contains(link)).toList();
          long most = new Level(on, true).most(Long.MIN_VALUE, Long.MAX_VALUE);
          if (most > capacity) { // 1
            mistakes.add("%s: %d held of %d".formatted(link, most, capacity));
          }
          possible.put(link, new Level(on, false));
        });
    for (Refused one : refused) { // 2
      boolean right =
          one.routes().stream()
              .allMatch(
                  route ->
                      route.links().stream()
                          .anyMatch(
                              link ->
                                  possible.get(link).most(one.askedNs(), one.refusedNs())
                                          + one.kbps()
                                      > capacityKbps.get(link)));
      if (!right) {
        mistakes.add("refused without need: " + one);
      }
    }
    return mistakes;
  }

  /** How much of a link was held over time. */
  private static final class Level {
    private final long[] timesNs;
    private final long[] levels;

    Level(List<Held> on, boolean surely) {
      List<long[]> changes = new ArrayList<>();
      for (Held one : on) {
        changes.add(new long[] {surely ? one.gotNs() : one.askedNs(), one.kbps()});
        changes.add(new long[] {surely ? one.releasingNs() : one.releasedNs(), -one.kbps()});
      }
      // At one instant: what surely holds ends first, what possibly holds begins first.
      changes.sort(
          (a, b) ->
              a[0] != b[0]
                  ? Long.compare(a[0], b[0])
                  : Long.compare(a[1], b[1]) * (surely ? 1 : -1));
      timesNs = changes.stream().mapToLong(change -> change[0]).toArray();
      levels = new long[timesNs.length];
      long level = 0;
      for (int i = 0; i < levels.length; i++) {
        level += changes.get(i)[1];
        levels[i] = level;
      }
    }

    /** The most that was held between two times, both included. */
    long most(long fromNs, long toNs) {
      int at = Arrays.binarySearch(timesNs, fromNs);
      at = at < 0 ? -at - 1 : at;
      while (at > 0 && timesNs[at - 1] == fromNs) {
        at--;
      }
      long most = at == 0 ? 0 : levels[at - 1];
      for (int i = at; i < levels.length && timesNs[i] <= toNs; i++) {
        most = Math.max(most, levels[i]);
      }
      return most;
    }
  }
}
