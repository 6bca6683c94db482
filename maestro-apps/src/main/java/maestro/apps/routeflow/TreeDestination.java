package maestro.apps.routeflow;

/**
 * A group, or an unknown host, whose packets may have entries along the tree.
 *
 * <p>Threads: {@link #mayInstall} is for workers. It first writes the time of the entry and then
 * reads the state. The event thread first writes the state and then reads that time. Both are
 * volatile, so at least one of them sees the other's write.
 */
final class TreeDestination {
  /** What may be done with a destination. */
  enum State {
    /** Entries of paths to the host are being removed. */
    PREPARING,
    /** Entries along the tree may be installed. */
    OPEN,
    /** Entries along the tree are being removed. */
    CLOSING
  }

  private static final long NEVER = Long.MIN_VALUE;

  private final long key;
  private final long sinceNs;
  private volatile State state;
  private volatile long installedNs = NEVER;

  /**
   * Makes a destination.
   *
   * @param key {@code Vlans.hostKey}
   */
  TreeDestination(long key, State state, long nowNs) {
    this.key = key;
    this.state = state;
    this.sinceNs = nowNs;
  }

  long key() {
    return key;
  }

  State state() {
    return state;
  }

  /** Changes the state. Event thread. */
  void become(State next) {
    state = next;
  }

  /** Whether an entry may be installed. If so, it counts as installed. Any worker. */
  boolean mayInstall(long nowNs) {
    if (state != State.OPEN) {
      return false;
    }
    installedNs = nowNs;
    return state == State.OPEN;
  }

  /** Whether a switch may still have an entry. */
  boolean mayHaveEntries(long nowNs, long livesNs) {
    long lastNs = installedNs;
    return lastNs != NEVER && nowNs - lastNs <= livesNs;
  }

  /** Whether it is older than an entry can be, and no switch has one. */
  boolean isIdle(long nowNs, long livesNs) {
    return nowNs - sinceNs > livesNs && !mayHaveEntries(nowNs, livesNs);
  }
}
