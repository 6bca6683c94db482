package maestro.apps.flood;

import maestro.api.CookieRange;
import maestro.api.FlowField;
import maestro.api.FlowOptions;

/**
 * What entries that flood have in common, so that storm-control knows them when they go. Stateless.
 */
public final class FloodEntries {
  /** The cookie of learning-switch's entries that flood. */
  public static final long OF_LEARNING_SWITCH = 0x666c_6f6f_6400_0001L;

  /** The cookie of route-flow's entries that flood. */
  public static final long OF_ROUTE_FLOW = 0x666c_6f6f_6400_0002L;

  /** "flood" in ASCII, and a number. */
  private static final CookieRange ALL =
      new CookieRange(0x666c_6f6f_6400_0000L, 0xffff_ffff_ff00_0000L);

  /** Below the entries of flows, so that an entry to a host counts as soon as it is installed. */
  private static final int PRIORITY = FlowOptions.DEFAULT_PRIORITY - 1;

  private FloodEntries() {}

  /**
   * The options of such entries. They match the VLAN, and the switch reports when they go.
   *
   * @param timeoutSeconds their hard timeout
   * @param cookie one of the constants of this class
   */
  public static FlowOptions options(int timeoutSeconds, long cookie) {
    return FlowOptions.timeouts(0, timeoutSeconds)
        .withPriority(PRIORITY)
        .withRemovalNotice(cookie)
        .matchingAlso(FlowField.VLAN);
  }

  /** Whether an entry that was removed flooded. */
  public static boolean has(long cookie) {
    return ALL.contains(cookie);
  }
}
