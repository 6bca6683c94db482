package maestro.apps.bandwidth;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import maestro.api.Switches;
import maestro.apps.bandwidth.LinkReservations.Reservation;

/**
 * The flows with a reservation. Any thread.
 *
 * <p>A flow ends in this order: it is forgotten, its entries are removed, its bandwidth becomes
 * free. So a worker that has installed an entry and then finds its flow forgotten must remove the
 * entry.
 */
final class ReservedFlows {
  private final Map<FlowKey, ReservedFlow> byKey = new ConcurrentHashMap<>();
  private final Map<Long, ReservedFlow> byCookie = new ConcurrentHashMap<>();
  private final AtomicLong nextCookie = new AtomicLong();
  private final LinkReservations reservations;
  private final Entries entries;
  private final Switches switches;

  ReservedFlows(LinkReservations reservations, Entries entries, Switches switches) {
    this.reservations = reservations;
    this.entries = entries;
    this.switches = switches;
  }

  /** The flow, or null. */
  ReservedFlow find(FlowKey key) {
    return byKey.get(key);
  }

  /** The flow with a cookie, or null. */
  ReservedFlow find(long cookie) {
    return byCookie.get(cookie);
  }

  /**
   * Begins a flow.
   *
   * @return the flow; the flow that another worker has begun meanwhile with this key; null when a
   *     link is gone meanwhile
   */
  ReservedFlow begin(FlowKey key, Reservation reservation) {
    return begin(key, reservation, false);
  }

  /** The same for a flow that an operator or an application has asked for. */
  ReservedFlow beginAsked(FlowKey key, Reservation reservation) {
    return begin(key, reservation, true);
  }

  private ReservedFlow begin(FlowKey key, Reservation reservation, boolean isAsked) {
    long cookie = Entries.COOKIE | (nextCookie.incrementAndGet() & ~Entries.COOKIE_MASK);
    ReservedFlow flow = new ReservedFlow(key, reservation, cookie, isAsked);
    ReservedFlow first = byKey.putIfAbsent(key, flow);
    if (first != null) {
      reservations.release(reservation);
      return first;
    }
    byCookie.put(cookie, flow);
    if (!reservation.isWhole()) { // the event thread may have checked before the flow was here
      end(flow);
      return null;
    }
    return flow;
  }

  /** Ends a flow. Does nothing when it has ended before. */
  void end(ReservedFlow flow) {
    byKey.remove(flow.key(), flow);
    byCookie.remove(flow.cookie());
    removeEntries(flow);
    reservations.release(flow.reservation());
  }

  /** Removes a flow's entries from all its switches. */
  void removeEntries(ReservedFlow flow) {
    for (FlowPath.Hop hop : flow.route().hops()) {
      switches.send(hop.datapathId(), entries.remove(flow, hop));
    }
  }

  /** The present flows. */
  Set<ReservedFlow> all() {
    return Set.copyOf(byKey.values());
  }
}
