package maestro.net.message;

import java.util.Arrays;

/**
 * Finds the ports of one switch that are up, though the switch says that their link is down, or
 * does not describe them.
 *
 * <ol>
 *   <li>A packet that comes in by a port shows that the port is up. Packets may still be on their
 *       way inside the switch when a cable is pulled. So one packet is not enough: packets come in
 *       by the port for {@value #HEARD_MS} ms or longer.
 *   <li>A PORT_STATUS is believed for {@value #BELIEVED_MS} ms, however many packets come in: the
 *       packets of a switch with a slow processor may be on their way for so long.
 *   <li>One port is looked at at a time. A port that falls silent gives way to another after
 *       {@value #SILENT_MS} ms. So a switch that invents ports gets four a second at most.
 * </ol>
 *
 * <p>Thread-safe. Nothing allocates.
 */
final class HeardPorts {
  private static final int HEARD_MS = 250;
  private static final int BELIEVED_MS = 3000;
  private static final int SILENT_MS = 1000;
  private static final long MS_NS = 1_000_000;

  private static final int WORDS = 16;

  /**
   * Bit {@code n % 1024} is clear when nothing can be learned about port {@code n}: it is up, or
   * down for another reason. Ports that share a bit are looked at more often than they need.
   * Written under the lock of {@link PortTable}, read plainly by any thread: an old value costs a
   * look, or the port is found by a later packet.
   */
  private final long[] watched = new long[WORDS];

  // Guarded by this.
  private boolean hasReport;
  private long reportedNs;
  private boolean hasCandidate;
  private int candidate;
  private long firstNs;
  private long lastNs;

  HeardPorts() {
    Arrays.fill(watched, -1); // no port is described yet
  }

  /** Sets whether a packet by a port would show something. */
  void watch(int number, boolean isWatched) {
    int word = (number >>> 6) & (WORDS - 1);
    watched[word] = isWatched ? watched[word] | 1L << number : watched[word] & ~(1L << number);
  }

  /** Whether a packet by a port would show something. Any thread. */
  boolean isWatched(int number) {
    return (watched[(number >>> 6) & (WORDS - 1)] >>> number & 1) != 0;
  }

  /** The switch sent a PORT_STATUS. */
  synchronized void reported(long nowNs) {
    hasReport = true;
    reportedNs = nowNs;
    hasCandidate = false;
  }

  /** A packet came in by a watched port; returns whether the port has shown that it is up. */
  synchronized boolean isUp(int number, long nowNs) {
    if (hasReport && nowNs - reportedNs < BELIEVED_MS * MS_NS) { // 2
      return false;
    }
    if (hasCandidate && candidate == number) {
      lastNs = nowNs;
      hasCandidate = nowNs - firstNs < HEARD_MS * MS_NS; // 1
      return !hasCandidate;
    }
    if (!hasCandidate || nowNs - lastNs >= SILENT_MS * MS_NS) { // 3
      hasCandidate = true;
      candidate = number;
      firstNs = nowNs;
      lastNs = nowNs;
    }
    return false;
  }
}
