package maestro.net.session;

import maestro.api.SwitchInfo;

/**
 * Says which {@link Role} this controller takes at which switch, and learns what became of it.
 *
 * <p>Threads: any for {@link #of}, {@link #number} and {@link #above}, which take no lock. The
 * holder of the switch's claim calls the others, with no lock of the session held: these may call
 * {@link Session#want}. None may wait.
 */
@FunctionalInterface
public interface Roles {
  /** A controller that knows of no other: switches are asked for nothing. */
  Roles ALONE = info -> Role.EQUAL;

  /** The role to take at a switch that connects. */
  Role of(SwitchInfo info);

  /**
   * The number of this controller, 16 bits, in each generation that it claims. No two controllers
   * of a switch have the same.
   */
  default int number() {
    return 0;
  }

  /**
   * The newest generation at a switch that this controller knows of, by itself or from others. A
   * claim is above it: a switch that was restarted has forgotten its own.
   */
  default long above(SwitchInfo info) {
    return 0;
  }

  /**
   * Called when a switch has given the role.
   *
   * @param generation the generation that the switch has now; 0 when it has none
   */
  default void confirmed(Session session, Role role, long generation) {}

  /**
   * Called when another controller has become master, or when a claim came too late: the session is
   * standby, and asks for nothing more by itself.
   *
   * @param generation the generation that the switch has now; 0 when it has none
   */
  default void lost(Session session, long generation, String reason) {}
}
