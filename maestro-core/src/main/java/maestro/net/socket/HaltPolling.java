package maestro.net.socket;

/**
 * How long a thread polls before it sleeps. A sleeping thread wakes late, and waking it costs the
 * other thread time: on a virtual machine more than a request costs. So polling pays while waits
 * are short, and no longer, since it keeps a core busy.
 *
 * <p>Halt polling of KVM (Linux, Documentation/virt/kvm/halt-polling.rst), after each wait:
 *
 * <ol>
 *   <li>The wait ended while the thread polled: nothing changes.
 *   <li>The wait was longer than the polling, but short: poll twice as long next time, at most
 *       {@link #MOST_NS}.
 *   <li>The wait was longer than the limit: do not poll next time. An idle thread sleeps.
 * </ol>
 *
 * <p>Confined to one thread.
 */
public final class HaltPolling {
  static final long MOST_NS = 100_000;
  private static final long FIRST_NS = 12_500;

  private final long mostNs;
  private long pollNs;

  /**
   * Begins without polling.
   *
   * @param processors of the machine; on a single one, polling would delay the thread that is
   *     waited for
   */
  public HaltPolling(int processors) {
    mostNs = processors > 1 ? MOST_NS : 0;
  }

  /** How long to poll before the next sleep. */
  public long pollNs() {
    return pollNs;
  }

  /** Adapts to a wait of this length, polling included. */
  public void waited(long ns) {
    if (ns > mostNs) {
      pollNs = 0; // 3
    } else if (ns > pollNs) {
      pollNs = Math.min(mostNs, Math.max(FIRST_NS, 2 * pollNs)); // 2
    }
  }
}
