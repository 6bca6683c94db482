package maestro.net;

/**
 * How long a thread looks again and again before it goes to sleep. A thread that sleeps is woken
 * late, and whoever wakes it pays for that: on a virtual machine more than a request costs. So it
 * pays to look for as long as waits are usually short, and for no longer, since looking keeps a
 * core busy.
 *
 * <p>Halt polling of KVM (Linux, Documentation/virt/kvm/halt-polling.rst), after each wait:
 *
 * <ol>
 *   <li>It ended while the thread looked: nothing changes.
 *   <li>It was short, but longer than that: look twice as long next time, at most {@link #MOST_NS}.
 *   <li>It was longer than could be looked for: do not look next time. An idle thread sleeps.
 * </ol>
 *
 * <p>Confined to one thread.
 */
final class ShortWaits {
  static final long MOST_NS = 100_000;
  private static final long FIRST_NS = 12_500;

  private final long mostNs;
  private long lookNs;

  /**
   * Begins without looking.
   *
   * @param processors of the machine; with one, whoever looks keeps away what it looks for
   */
  ShortWaits(int processors) {
    mostNs = processors > 1 ? MOST_NS : 0;
  }

  /** For how long to look before the next sleep. */
  long lookNs() {
    return lookNs;
  }

  /** A wait took so long, looking included. */
  void waited(long ns) {
    if (ns > mostNs) {
      lookNs = 0; // 3
    } else if (ns > lookNs) {
      lookNs = Math.min(mostNs, Math.max(FIRST_NS, 2 * lookNs)); // 2
    }
  }
}
