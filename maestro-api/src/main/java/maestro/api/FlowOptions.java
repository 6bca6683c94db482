package maestro.api;

import java.util.Objects;

/**
 * The options of a flow entry. Immutable; an application makes one at start and uses it for all its
 * entries.
 *
 * <p>An entry matches the in-port, both Ethernet addresses, and each field of its request that a
 * stage of the sequence has read before. So it covers no packet about which the sequence could have
 * decided otherwise. When a later stage reads one more field, the platform removes the entry in the
 * same write; the worker's next entries match that field from the start. {@link
 * FlowRequest#untracked}, {@link #matchingOnly} and {@link #matchingExactly} match less, {@link
 * #matchingAlso} matches more.
 *
 * @param idleTimeoutSeconds time without a packet after which the switch removes the entry; at most
 *     65535, 0 is never
 * @param hardTimeoutSeconds time after which the switch removes the entry; at most 65535, 0 is
 *     never
 * @param priority 1 to 65535; of two entries that match, the one with the higher priority counts
 * @param notifyRemoval whether the switch reports the removal of the entry: {@link
 *     EventStage#onFlowRemoved}
 * @param cookie marks the entry as the application's; it is also in the FLOW_REMOVED
 * @param matchesRead whether the entry matches the fields that stages have read
 * @param fields the fields that the entry matches in any case: bits of {@link FlowField#bit}
 * @param tableId the flow table, 0 to 254. A 1.0 switch has only table 0; with another table
 *     nothing is installed on it
 * @param actions the actions on matching packets before the entry's output
 * @param isExact whether the entry matches in-port and Ethernet addresses only when they are among
 *     the fields
 * @param prefixes how many bits of addresses are matched, 0 for all: a byte each for the IPv4
 *     source, the lowest, then IPv4 destination, IPv6 source, IPv6 destination
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
    FlowActions actions,
    boolean isExact,
    int prefixes) {
  /**
   * The default priority: above the table-miss entry, below what an operator would install by hand.
   */
  public static final int DEFAULT_PRIORITY = 100;

  /** "maestro" in ASCII. It marks the entries of Maestro. */
  public static final long DEFAULT_COOKIE = 0x006d_6165_7374_726fL;

  /**
   * The name of {@link #DEFAULT_PRIORITY} before API level 4.
   *
   * @deprecated use {@link #DEFAULT_PRIORITY}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  public static final int USUAL_PRIORITY = DEFAULT_PRIORITY;

  /**
   * The name of {@link #DEFAULT_COOKIE} before API level 4.
   *
   * @deprecated use {@link #DEFAULT_COOKIE}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  public static final long USUAL_COOKIE = DEFAULT_COOKIE;

  private static final int MAX_16_BIT = 0xffff;
  private static final int MAX_TABLE = 254;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException when a timeout, the priority or the table is out of its range
   */
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

  /**
   * Options that match the in-port and both Ethernet addresses, and of other addresses the whole.
   */
  public FlowOptions(
      int idleTimeoutSeconds,
      int hardTimeoutSeconds,
      int priority,
      boolean notifyRemoval,
      long cookie,
      boolean matchesRead,
      int fields,
      int tableId,
      FlowActions actions) {
    this(
        idleTimeoutSeconds,
        hardTimeoutSeconds,
        priority,
        notifyRemoval,
        cookie,
        matchesRead,
        fields,
        tableId,
        actions,
        false,
        0);
  }

  /** Options that match what stages have read, in table 0, without actions before the output. */
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

  /** Options with the default priority and cookie, and without notice of removal. */
  public static FlowOptions timeouts(int idleTimeoutSeconds, int hardTimeoutSeconds) {
    return new FlowOptions(
        idleTimeoutSeconds, hardTimeoutSeconds, DEFAULT_PRIORITY, false, DEFAULT_COOKIE);
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

  /** The same, and the entry matches these fields too. */
  public FlowOptions matchingAlso(FlowField... more) {
    int all = fields | FlowField.bits(more);
    int left = prefixes;
    for (FlowField each : more) {
      left = withoutPrefix(left, each); // of these the whole is matched
    }
    return with(matchesRead, all, isExact, left);
  }

  /**
   * The same, and the entry matches the first bits of an address too; all of it when a stage has
   * read it and {@link #matchesRead}. Since API level 4.
   */
  public FlowOptions matchingAlso(AddressPrefix prefix) {
    FlowField field = prefix.field();
    int lengths = withoutPrefix(prefixes, field) | prefix.encoded();
    return with(matchesRead, fields | field.bit(), isExact, lengths);
  }

  private static int withoutPrefix(int prefixes, FlowField field) {
    int shift = AddressPrefix.shift(field);
    return shift < 0 ? prefixes : prefixes & ~(0xff << shift);
  }

  /**
   * The same, but the entry matches only the in-port, the Ethernet addresses and these fields,
   * whatever fields stages have read. The application must then know that no stage of the sequence
   * would decide otherwise about a packet that matches.
   */
  public FlowOptions matchingOnly(FlowField... only) {
    return with(false, FlowField.bits(only), false, 0);
  }

  /**
   * The same, but the entry matches these fields and no others: neither what stages have read, nor
   * in-port and Ethernet addresses, unless they are among them. {@code matchingExactly(IN_PORT,
   * ETH_SRC)} is one host at its port, to whatever destination; {@code
   * matchingExactly().matchingAlso(IPV4_DST.prefix(24))} is a network. As with {@link
   * #matchingOnly}, the application must know that no stage of the sequence would decide otherwise
   * about a packet that matches. The platform adds what divides packets among sequences ({@code
   * when}). Since API level 4.
   */
  public FlowOptions matchingExactly(FlowField... only) {
    return with(false, FlowField.bits(only), true, 0);
  }

  private FlowOptions with(boolean matchesReadOnes, int newFields, boolean exact, int newPrefixes) {
    return new FlowOptions(
        idleTimeoutSeconds,
        hardTimeoutSeconds,
        priority,
        notifyRemoval,
        cookie,
        matchesReadOnes,
        newFields,
        tableId,
        actions,
        exact,
        newPrefixes);
  }

  /**
   * The same in another flow table of a 1.3 switch, 0 to 254. An entry of the application in table
   * 0 sends packets there: {@link FlowActions#gotoTable}.
   */
  public FlowOptions inTable(int newTableId) {
    return with(priority, notifyRemoval, cookie, matchesRead, fields, newTableId, actions);
  }

  /** The same, with these actions before the entry's output. */
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
        newActions,
        isExact,
        prefixes);
  }
}
