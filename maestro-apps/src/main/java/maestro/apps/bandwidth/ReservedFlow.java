package maestro.apps.bandwidth;

import maestro.apps.bandwidth.LinkReservations.Reservation;
import maestro.apps.meters.SwitchMeters;

/** A flow with a reservation. Immutable but for its meter. */
final class ReservedFlow {
  private final FlowKey key;
  private final Reservation reservation;
  private final long cookie;
  private final boolean isAsked;

  /** Volatile: the event thread sets it, and workers install entries with it. */
  private volatile long meter = SwitchMeters.NONE;

  /**
   * Makes a flow.
   *
   * @param cookie the flow's own; all its entries have it
   * @param isAsked whether an operator or an application has asked for it; otherwise packets have
   *     begun it
   */
  ReservedFlow(FlowKey key, Reservation reservation, long cookie, boolean isAsked) {
    this.key = key;
    this.reservation = reservation;
    this.cookie = cookie;
    this.isAsked = isAsked;
  }

  FlowKey key() {
    return key;
  }

  Reservation reservation() {
    return reservation;
  }

  long cookie() {
    return cookie;
  }

  boolean isAsked() {
    return isAsked;
  }

  FlowPath route() {
    return reservation.route();
  }

  /** The switch at which it begins; the entry there is reported when it is removed. */
  long firstSwitch() {
    return route().hops().get(0).datapathId();
  }

  /** The meter of the first switch that drops what is above the reserved rate, or none. */
  long meter() {
    return meter;
  }

  /** Sets the meter of the entries that are made from now on. On the event thread. */
  void setMeter(long next) {
    meter = next;
  }
}
