package maestro.apps.flood;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import maestro.api.FlowRequest;
import maestro.apps.settings.Durations;

/**
 * Finds the broadcasts of a switch that repeat so fast that a flow entry is worth its cost. Most do
 * not: a host asks for an address once, and an entry and its FLOW_REMOVED would cost more than the
 * one packet.
 *
 * <ol>
 *   <li>Two broadcasts are alike when they came in by one port from one source with one VLAN and
 *       Ethernet type, and, if they are ARP, ask for one address.
 *   <li>A broadcast that comes within {@value #QUICK_MS} ms of one like it is worth an entry.
 *   <li>For half of an entry's timeout after it was sent, broadcasts like it are worth no further
 *       entry.
 * </ol>
 *
 * <p>The last two kinds of broadcast with the same hash share one of {@value #SLOTS} slots, and the
 * later one replaces the other. So a storm from ever new sources gets no entries, and a storm from
 * few sources gets them soon. The fields are read without being noted, since they only decide about
 * the entry and not about the packet.
 *
 * <p>The state of one switch; not thread-safe. Allocates with the first broadcast and never again.
 */
public final class Repetitions {
  private static final int SLOTS = 64;
  private static final int SLOT_SHIFT = Long.SIZE - 6;
  private static final int QUICK_MS = 250;
  private static final long QUICK_NS = TimeUnit.MILLISECONDS.toNanos(QUICK_MS);
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;
  private static final String TIMEOUT = "broadcast-timeout";
  private static final Duration MOST_TIMEOUT = Duration.ofSeconds(10);

  private final long onItsWayNs;
  private long[] kinds;
  private long[] heardNs;
  private long[] sentNs;

  /**
   * Makes the state for a switch that has joined.
   *
   * @param timeoutSeconds the timeout of the entries
   */
  public Repetitions(int timeoutSeconds) {
    this.onItsWayNs = TimeUnit.SECONDS.toNanos(timeoutSeconds) / 2;
  }

  /**
   * Reads the key {@code broadcast-timeout} of an application.
   *
   * @return 0 to 10 seconds; with 0 there are no entries
   */
  public static int timeoutSeconds(Config config) {
    return Durations.wholeSeconds(config, TIMEOUT, Duration.ZERO, MOST_TIMEOUT);
  }

  /** Whether the packet of a request is like a recent one, and no entry for them is under way. */
  public boolean isWorthAnEntry(FlowRequest request) {
    if (kinds == null) {
      kinds = new long[SLOTS];
      heardNs = new long[SLOTS];
      sentNs = new long[SLOTS];
    }
    long kind = kind(request.unnoted(), request);
    int slot = (int) ((kind * SPREAD) >>> SLOT_SHIFT);
    long nowNs = request.nowNs();
    boolean isKnown = kinds[slot] == kind;
    boolean isQuick = isKnown && nowNs - heardNs[slot] <= QUICK_NS; // 2
    heardNs[slot] = nowNs;
    if (!isKnown) {
      kinds[slot] = kind;
      sentNs[slot] = nowNs - onItsWayNs;
    }
    if (!isQuick || nowNs - sentNs[slot] < onItsWayNs) { // 3
      return false;
    }
    sentNs[slot] = nowNs;
    return true;
  }

  private static long kind(FlowRequest unnoted, FlowRequest request) { // 1
    int type = unnoted.ethType();
    int target = unnoted.isArp() ? unnoted.arpTargetIpv4() : 0;
    long kind = request.ethSrc();
    kind = kind * SPREAD + request.inPort();
    kind = kind * SPREAD + ((unnoted.vlanId() << 16) ^ type);
    return (kind ^ kind >>> 32) * SPREAD + target;
  }
}
