package maestro.apps.learning;

import java.util.concurrent.TimeUnit;

/**
 * The hosts of one switch that are not known and to which an entry floods. When one of them is
 * learned, its entries have to go. There are {@value #MOST} at most at a time.
 *
 * <p>One thread at a time, except {@link #isEmpty}. Allocates with the first host.
 */
final class FloodedHosts {
  private static final int MOST = 16;

  private final long livesNs;

  /** Volatile, for {@link #isEmpty}; one thread at a time writes it. */
  private volatile int count;

  private long[] hosts;
  private long[] untilNs;

  /** Makes the state without hosts. */
  FloodedHosts(int timeoutSeconds) {
    this.livesNs = TimeUnit.SECONDS.toNanos(1L + timeoutSeconds); // a switch may be late
  }

  /**
   * A host gets an entry.
   *
   * @param host {@code Vlans.hostKey}
   * @return false when there are too many, and the host should get none
   */
  boolean add(long host, long nowNs) {
    if (hosts == null) {
      hosts = new long[MOST];
      untilNs = new long[MOST];
    }
    int place = indexOf(host);
    for (int i = 0; place < 0 && i < count; i++) {
      place = untilNs[i] - nowNs < 0 ? i : -1;
    }
    if (place < 0) {
      if (count == MOST) {
        return false;
      }
      place = count;
      count = place + 1;
    }
    hosts[place] = host;
    untilNs[place] = nowNs + livesNs;
    return true;
  }

  /** Whether there are none. Any thread. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Forgets a host; whether it may have entries. */
  boolean remove(long host) {
    int place = indexOf(host);
    if (place < 0) {
      return false;
    }
    int last = count - 1;
    hosts[place] = hosts[last];
    untilNs[place] = untilNs[last];
    count = last;
    return true;
  }

  private int indexOf(long host) {
    for (int i = 0; i < count; i++) {
      if (hosts[i] == host) {
        return i;
      }
    }
    return -1;
  }
}
