package maestro.api.topology;

import java.util.List;

/**
 * A reservation of bandwidth as it is at a moment. Immutable. Since API level 4.
 *
 * @param id for people and REST, such as {@code r12}
 * @param application the application that has asked for it; empty for an operator
 * @param traffic the packets that it is for
 * @param kbps in kbit/s, on every link of the path
 * @param state what has become of it
 * @param reason why it is refused, lost or ended, for people; empty otherwise
 * @param path the links that it is on, in their order: empty when nothing is reserved, and when
 *     both hosts are at one switch
 * @param enforced whether the first switch drops what is above {@code kbps}, by a meter. A switch
 *     is asked for its meters first, so it becomes true a little later, and nobody is called for
 *     that
 */
public record Reservation(
    String id,
    String application,
    ReservedTraffic traffic,
    long kbps,
    State state,
    String reason,
    List<Link> path,
    boolean enforced) {
  /** What has become of a reservation. */
  public enum State {
    /** Not decided yet. */
    ASKED,
    /** Its bandwidth is reserved on every link of its path, and switches have its entries. */
    RESERVED,
    /** Nothing was reserved. It is not tried again. */
    REFUSED,
    /**
     * A switch, link or host of its path is gone, and no other path has room. Nothing is reserved.
     * It is {@link #RESERVED} again as soon as a path has room.
     */
    LOST,
    /** Given back. */
    ENDED
  }

  /** Copies the path. */
  public Reservation {
    path = List.copyOf(path);
  }
}
