package maestro.api.topology;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import maestro.api.ApplicationContext;

/**
 * The bandwidth of links: what is free, what is reserved, and the way to reserve some. Any
 * application may read the view {@code bandwidth} of {@code bandwidth-on-demand} as this type. The
 * view's value is always this one live object. Since API level 4.
 *
 * <p>A link has a direction, and so has a reservation. Bandwidth is reserved on every link of a
 * path or on none, and the reservations of a link never exceed its capacity. Those of flows that
 * packets have begun count, too.
 *
 * <p>Threads: any, batch stages included; no method waits. Methods allocate, so batch stages should
 * call them only rarely.
 */
public interface Bandwidth {
  /** The capacity of a link in kbit/s; 0 when the link is not there. */
  long capacityKbps(Link link);

  /** What nobody has reserved of a link, in kbit/s; 0 when the link is not there. */
  long freeKbps(Link link);

  /**
   * What is free on all links of a path, such as {@link Routes#path}, in kbit/s; {@link
   * Long#MAX_VALUE} for a path without links.
   */
  default long freeKbps(List<Link> path) {
    return path.stream().mapToLong(this::freeKbps).min().orElse(Long.MAX_VALUE);
  }

  /**
   * The most that {@link #reserve} can reserve now between two hosts, in kbit/s: what is free on
   * the best of the paths that it tries.
   *
   * @param ethSrc Ethernet address of the host that sends
   * @param ethDst Ethernet address of the host that receives
   * @return 0 when a host is not known without a VLAN, is on a segment, or has no path; {@link
   *     Long#MAX_VALUE} when both are at one switch
   */
  long freeKbps(long ethSrc, long ethDst);

  /** The reservations that applications and operators have asked for, in no order. */
  Collection<Reservation> reservations();

  /**
   * Asks for a reservation on the first shortest path that has room. The decision comes soon, on
   * the event thread. Where the first switch has meters, it drops what the traffic has above the
   * reserved rate.
   *
   * <p>The reservation lasts until {@link OwnReservation#giveBack}; until the application is taken
   * out, or is stopped or replaced by a reload, which ends all reservations; or until an operator
   * gives it back. When its path is lost, it moves to another one with room.
   *
   * @param asker the context of the application that asks. It is told there, and the reservation
   *     ends with it
   * @param traffic the packets; two reservations are never for the same traffic
   * @param kbps in kbit/s, above 0
   * @param changed called on the event thread as a task of the asker, when the reservation has
   *     become {@link Reservation.State#RESERVED}, also on another path, {@link
   *     Reservation.State#REFUSED} or {@link Reservation.State#LOST}, and when somebody else has
   *     ended it
   * @throws IllegalArgumentException when the rate is not allowed
   * @throws IllegalStateException while the controller starts
   */
  OwnReservation reserve(
      ApplicationContext asker, ReservedTraffic traffic, long kbps, Consumer<Reservation> changed);
}
