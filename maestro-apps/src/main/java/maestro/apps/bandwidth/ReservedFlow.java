package maestro.apps.bandwidth;

import maestro.apps.bandwidth.LinkReservations.Reservation;

/**
 * A flow with a reservation. Immutable.
 *
 * @param cookie the flow's own; all its entries have it
 */
record ReservedFlow(FlowKey key, Reservation reservation, long cookie) {
  FlowPath route() {
    return reservation.route();
  }

  /** The switch at which it begins; the entry there is reported when it is removed. */
  long firstSwitch() {
    return route().hops().get(0).datapathId();
  }
}
