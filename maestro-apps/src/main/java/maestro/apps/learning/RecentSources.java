package maestro.apps.learning;

import java.util.concurrent.TimeUnit;

/**
 * The hosts whose packets a switch has flooded a moment ago. When such a packet comes in by another
 * port, it has come back in a loop, or its host has moved within this moment.
 *
 * <p>A copy comes back at most twice the time that a packet takes from one switch to the next and
 * through its controller, since each switch floods only the first copy. {@value #HOLD_MS} ms are
 * long for that. An entry that floods hides further packets for as long as it lives, so then the
 * moment lasts until it has expired.
 *
 * <p>Holds {@value #SLOTS} hosts; a further one takes the place of the one of {@value #WINDOW}
 * whose moment ends first. One thread at a time. Allocates with the first host.
 */
final class RecentSources {
  private static final int SLOTS = 64;
  private static final int SHIFT = Long.SIZE - 6;
  private static final int WINDOW = 8;
  private static final long HOLD_MS = 1000;
  private static final long HOLD_NS = TimeUnit.MILLISECONDS.toNanos(HOLD_MS);
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final long withEntryNs;

  /** 0 is an empty slot. */
  private long[] hosts;

  private long[] untilNs;

  /** Makes the state without hosts. */
  RecentSources(int entrySeconds) {
    this.withEntryNs =
        TimeUnit.SECONDS.toNanos(1L + entrySeconds) + HOLD_NS; // a switch may be late
  }

  /**
   * A packet of a host is flooded.
   *
   * @param host {@code Vlans.hostKey}
   * @param hasEntry whether by an entry
   */
  void flooded(long host, long nowNs, boolean hasEntry) {
    if (hosts == null) {
      hosts = new long[SLOTS];
      untilNs = new long[SLOTS];
    }
    long until = nowNs + (hasEntry ? withEntryNs : HOLD_NS);
    int slot = find(host);
    if (slot < 0) {
      slot = roomFor(host, nowNs);
      hosts[slot] = host;
      untilNs[slot] = until;
    } else if (until - untilNs[slot] > 0) {
      untilNs[slot] = until;
    }
  }

  /** Whether a packet of a host was flooded a moment ago. */
  boolean has(long host, long nowNs) {
    int slot = hosts == null ? -1 : find(host);
    return slot >= 0 && untilNs[slot] - nowNs > 0;
  }

  private int find(long host) {
    int first = hash(host);
    for (int i = 0; i < WINDOW; i++) {
      int slot = first + i & SLOTS - 1;
      if (hosts[slot] == host) {
        return slot;
      }
    }
    return -1;
  }

  private int roomFor(long host, long nowNs) {
    int first = hash(host);
    int room = first;
    for (int i = 0; i < WINDOW; i++) {
      int slot = first + i & SLOTS - 1;
      if (hosts[slot] == 0) {
        return slot;
      }
      if (untilNs[slot] - nowNs < untilNs[room] - nowNs) {
        room = slot;
      }
    }
    return room;
  }

  private static int hash(long host) {
    return (int) ((host * SPREAD) >>> SHIFT);
  }
}
