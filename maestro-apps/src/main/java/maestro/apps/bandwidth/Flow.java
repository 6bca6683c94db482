package maestro.apps.bandwidth;

import maestro.apps.bandwidth.Ledger.Reservation;

/**
 * A flow that has its bandwidth. Immutable.
 *
 * @param cookie its own; all its entries have it
 */
record Flow(FlowKey key, Reservation reservation, long cookie) {
  Route route() {
    return reservation.route();
  }

  /** The switch it begins at, whose entry tells when it ends. */
  long firstSwitch() {
    return route().hops().get(0).datapathId();
  }
}
