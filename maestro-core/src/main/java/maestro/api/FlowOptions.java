package maestro.api;

import java.util.Objects;

/**
 * How a flow entry is installed. Immutable; an application makes one when it starts and uses it for
 * all its entries.
 *
 * <p>An entry matches the in-port, both Ethernet addresses, and each field of its request that any
 * stage of the sequence has read by then; so it covers no packet that the sequence could have
 * decided otherwise. What later stages read is matched from the second such entry on; the first is
 * taken back as soon as it is written. {@link FlowRequest#unnoted} and {@link #matchingOnly} ask
 * for less, {@link #matchingAlso} for more.
 *
 * @param idleTimeoutSeconds the entry goes after so long without a packet; 0 is never; at most
 *     65535
 * @param hardTimeoutSeconds the entry goes after so long; 0 is never; at most 65535
 * @param priority 1 to 65535; of two entries that match, the higher one counts
 * @param notifyRemoval whether the switch tells when the entry goes: {@link
 *     EventStage#onFlowRemoved}
 * @param cookie tells the application's entries from others'; comes back with the removal
 * @param matchesRead whether the fields are matched that stages have read
 * @param fields those that are matched in any case: bits of {@link FlowField#bit}
 * @param tableId the flow table, 0 to 254. A 1.0 switch has none but 0: nothing is installed there
 *     otherwise
 * @param actions what is done with matching packets before they go where the entry sends them
 */
public record FlowOptions(
    int idleTimeoutSeconds,
    int hardTimeoutSeconds,
    int priority,
    boolean notifyRemoval,
    long cookie,
    boolean matchesRead,
    int fields,
    int tableId,
    FlowActions actions) {
  /** Above the table-miss entry, below what an operator would install by hand. */
  public static final int USUAL_PRIORITY = 100;

  /** "maestro" in ASCII, so that our entries can be told from others'. */
  public static final long USUAL_COOKIE = 0x006d_6165_7374_726fL;

  private static final int MAX_16_BIT = 0xffff;
  private static final int MAX_TABLE = 254;

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
    if (tableId < 0 || tableId > MAX_TABLE) {
      throw new IllegalArgumentException("table " + tableId + "; allowed: 0 to " + MAX_TABLE);
    }
    Objects.requireNonNull(actions, "actions");
  }

  /** Matches what stages have read, in table 0, and does nothing before the output. */
  public FlowOptions(
      int idleTimeoutSeconds,
      int hardTimeoutSeconds,
      int priority,
      boolean notifyRemoval,
      long cookie) {
    this(
        idleTimeoutSeconds,
        hardTimeoutSeconds,
        priority,
        notifyRemoval,
        cookie,
        true,
        0,
        0,
        FlowActions.NONE);
  }

  /** The usual priority and cookie, and no notice of removal. */
  public static FlowOptions timeouts(int idleTimeoutSeconds, int hardTimeoutSeconds) {
    return new FlowOptions(
        idleTimeoutSeconds, hardTimeoutSeconds, USUAL_PRIORITY, false, USUAL_COOKIE);
  }

  /** The same with notice of removal and a cookie of its own. */
  public FlowOptions withRemovalNotice(long ownCookie) {
    return with(priority, true, ownCookie, matchesRead, fields, tableId, actions);
  }

  /** The same with a cookie of its own. */
  public FlowOptions withCookie(long ownCookie) {
    return with(priority, notifyRemoval, ownCookie, matchesRead, fields, tableId, actions);
  }

  /** The same with another priority, 1 to 65535. */
  public FlowOptions withPriority(int newPriority) {
    return with(newPriority, notifyRemoval, cookie, matchesRead, fields, tableId, actions);
  }

  /** The same, and these fields are matched too. */
  public FlowOptions matchingAlso(FlowField... more) {
    int all = fields | FlowField.bits(more);
    return with(priority, notifyRemoval, cookie, matchesRead, all, tableId, actions);
  }

  /**
   * The same, but matching these fields, whatever stages have read; without any, in-port and
   * Ethernet addresses alone. Then it is the application that knows that no stage of the sequence
   * would decide otherwise.
   */
  public FlowOptions matchingOnly(FlowField... only) {
    int all = FlowField.bits(only);
    return with(priority, notifyRemoval, cookie, false, all, tableId, actions);
  }

  /**
   * The same in another flow table of a 1.3 switch, 0 to 254. Nothing of the platform's sends
   * packets on from table 0 to there.
   */
  public FlowOptions inTable(int newTableId) {
    return with(priority, notifyRemoval, cookie, matchesRead, fields, newTableId, actions);
  }

  /** The same, and this is done with the packets before they go where the entry sends them. */
  public FlowOptions withActions(FlowActions before) {
    return with(priority, notifyRemoval, cookie, matchesRead, fields, tableId, before);
  }

  private FlowOptions with(
      int newPriority,
      boolean notify,
      long newCookie,
      boolean matchesReadOnes,
      int newFields,
      int newTableId,
      FlowActions newActions) {
    return new FlowOptions(
        idleTimeoutSeconds,
        hardTimeoutSeconds,
        newPriority,
        notify,
        newCookie,
        matchesReadOnes,
        newFields,
        newTableId,
        newActions);
  }
}
