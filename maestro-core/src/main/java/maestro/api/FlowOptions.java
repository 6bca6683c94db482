package maestro.api;

/**
 * How a flow entry is installed. Immutable; an application makes one when it starts and uses it for
 * all its entries.
 *
 * @param idleTimeoutSeconds the entry goes after so long without a packet; 0 is never; at most
 *     65535
 * @param hardTimeoutSeconds the entry goes after so long; 0 is never; at most 65535
 * @param priority 1 to 65535; of two entries that match, the higher one counts
 * @param notifyRemoval whether the switch tells when the entry goes: {@link
 *     EventStage#onFlowRemoved}
 * @param cookie tells the application's entries from others'; comes back with the removal
 */
public record FlowOptions(
    int idleTimeoutSeconds,
    int hardTimeoutSeconds,
    int priority,
    boolean notifyRemoval,
    long cookie) {
  /** Above the table-miss entry, below what an operator would install by hand. */
  public static final int USUAL_PRIORITY = 100;

  /** "maestro" in ASCII, so that our entries can be told from others'. */
  public static final long USUAL_COOKIE = 0x006d_6165_7374_726fL;

  private static final int MAX_16_BIT = 0xffff;

  /** Checks that everything fits its field. */
  public FlowOptions {
    if (idleTimeoutSeconds < 0
        || idleTimeoutSeconds > MAX_16_BIT
        || hardTimeoutSeconds < 0
        || hardTimeoutSeconds > MAX_16_BIT) {
      throw new IllegalArgumentException(
          "idle timeout %d s, hard timeout %d s; allowed: 0 to 65535"
              .formatted(idleTimeoutSeconds, hardTimeoutSeconds));
    }
    if (priority < 1 || priority > MAX_16_BIT) {
      throw new IllegalArgumentException("priority " + priority + "; allowed: 1 to 65535");
    }
  }

  /** The usual priority and cookie, and no notice of removal. */
  public static FlowOptions timeouts(int idleTimeoutSeconds, int hardTimeoutSeconds) {
    return new FlowOptions(
        idleTimeoutSeconds, hardTimeoutSeconds, USUAL_PRIORITY, false, USUAL_COOKIE);
  }

  /** The same with notice of removal and a cookie of its own. */
  public FlowOptions withRemovalNotice(long ownCookie) {
    return new FlowOptions(idleTimeoutSeconds, hardTimeoutSeconds, priority, true, ownCookie);
  }
}
