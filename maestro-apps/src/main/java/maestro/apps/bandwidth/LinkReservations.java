package maestro.apps.bandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import maestro.api.topology.Topology.Port;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.japi.STM;

/**
 * The free bandwidth of each link, in transactions, like section 4.4 of the McNettle report. Links
 * are named by the port at which they begin.
 *
 * <p>Guarantees, whatever runs concurrently:
 *
 * <ol>
 *   <li>The reservations of a link add up to its capacity at most.
 *   <li>A reservation holds on every link of its path or on none.
 *   <li>A reservation becomes free with its first release, and only once.
 *   <li>A link that is gone has no bandwidth; when it comes back, all of it is free.
 *   <li>Reservations stay when the capacity of a link changes. When the link has no room for them
 *       any more, it counts as gone and back.
 * </ol>
 *
 * <p>Threads: any, except where noted. Allocates; a transaction that conflicts with another starts
 * again.
 */
final class LinkReservations {
  private static final long GONE = -1;

  private final Map<Port, Ref.View<Long>> freeKbps = new ConcurrentHashMap<>();

  /** Of the present links. Volatile, replaced as a whole by the event thread. */
  private volatile Map<Port, Long> capacityKbps = Map.of();

  /** A part of each link of a path. The links are those that existed when it was made. */
  static final class Reservation {
    private final FlowPath route;
    private final long kbps;
    private final List<Ref.View<Long>> links;
    private final Ref.View<Boolean> live = STM.newRef(true);

    private Reservation(FlowPath route, long kbps, List<Ref.View<Long>> links) {
      this.route = route;
      this.kbps = kbps;
      this.links = links;
    }

    /** The path. */
    FlowPath route() {
      return route;
    }

    /** The bandwidth on each link, in kbit/s. */
    long kbps() {
      return kbps;
    }

    /** Whether all its links still exist. */
    boolean isWhole() {
      return links.stream().noneMatch(link -> link.get() == GONE);
    }
  }

  /**
   * Sets the present links. On the event thread.
   *
   * @param present the capacity of each link in kbit/s
   * @return whether any link is gone, or counts as gone: more of it is reserved than its new
   *     capacity
   */
  boolean setLinks(Map<Port, Long> present) {
    boolean isAnyGone = false;
    for (Map.Entry<Port, Long> known : capacityKbps.entrySet()) {
      Port port = known.getKey();
      Ref.View<Long> free = freeKbps.get(port);
      Long kbps = present.get(port);
      if (kbps == null || !grow(free, kbps - known.getValue())) {
        free.set(GONE); // 4
        freeKbps.remove(port);
        isAnyGone = true;
      }
    }
    present.forEach((port, kbps) -> freeKbps.computeIfAbsent(port, p -> STM.newRef(kbps)));
    capacityKbps = Map.copyOf(present);
    return isAnyGone;
  }

  /** Adds to what is free of a link; false, and nothing is added, when less than 0 were left. */
  private static boolean grow(Ref.View<Long> free, long byKbps) {
    Callable<Boolean> add =
        () -> {
          long grown = free.get() + byKbps;
          if (grown >= 0) {
            free.set(grown); // 5
          }
          return grown >= 0;
        };
    return STM.atomic(add);
  }

  /**
   * Reserves along the first of some routes that has enough free bandwidth.
   *
   * @return null when none has
   */
  Reservation reserve(List<FlowPath> routes, long kbps) {
    Callable<Reservation> firstThatFits =
        () -> {
          for (FlowPath route : routes) {
            List<Ref.View<Long>> links = linksOf(route);
            if (links != null && links.stream().allMatch(free -> free.get() >= kbps)) { // 1
              links.forEach(free -> free.set(free.get() - kbps)); // 2
              return new Reservation(route, kbps, links);
            }
          }
          return null;
        };
    return STM.atomic(firstThatFits);
  }

  /** The route's links, or null when one does not exist. */
  private List<Ref.View<Long>> linksOf(FlowPath route) {
    List<Ref.View<Long>> links = new ArrayList<>();
    for (Port port : route.links()) {
      Ref.View<Long> free = freeKbps.get(port);
      if (free == null) {
        return null;
      }
      links.add(free);
    }
    return links;
  }

  /** Frees a reservation; does nothing when it was freed before. */
  void release(Reservation reservation) {
    Runnable giveBack =
        () -> {
          if (reservation.live.get()) { // 3
            reservation.live.set(false);
            for (Ref.View<Long> free : reservation.links) {
              long now = free.get();
              if (now != GONE) { // 4
                free.set(now + reservation.kbps);
              }
            }
          }
        };
    STM.atomic(giveBack);
  }

  /** The bandwidth of a link; 0 when the link does not exist. */
  long capacityKbps(Port link) {
    return capacityKbps.getOrDefault(link, 0L);
  }

  /** The free bandwidth of a link at the moment; 0 when the link does not exist. */
  long freeKbps(Port link) {
    Ref.View<Long> free = freeKbps.get(link);
    return free == null ? 0 : Math.max(0, free.get());
  }
}
