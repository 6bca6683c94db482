package maestro.apps.flood;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import maestro.api.BadSettingException;
import maestro.api.FlowRequest;

/**
 * Knows which broadcasts of a switch repeat so fast that a flow entry is worth it. Most do not: a
 * host asks for an address once, and an entry, its end and the word of it would cost more than the
 * one packet.
 *
 * <ol>
 *   <li>Two broadcasts are alike when they came in by one port from one source with one VLAN and
 *       Ethernet type, and with ARP ask for one address.
 *   <li>One that comes within {@value #QUICK_MS} ms of one like it is worth an entry.
 *   <li>An entry that was just sent is on its way: what comes meanwhile is worth none.
 * </ol>
 *
 * <p>Of two whose hashes meet in one of {@value #SLOTS} places the later one counts: a storm from
 * ever new sources gets no entries, and one of few gets them soon. What is read is not noted, since
 * it decides only whether there is an entry and not what becomes of the packet.
 *
 * <p>One switch's; not thread-safe. Allocates with the first broadcast and never again.
 */
public final class Repetitions {
  private static final int SLOTS = 64;
  private static final int SLOT_SHIFT = Long.SIZE - 6;
  private static final int QUICK_MS = 250;
  private static final long QUICK_NS = TimeUnit.MILLISECONDS.toNanos(QUICK_MS);
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;
  private static final int MOST_SECONDS = 10;

  private final long onItsWayNs;
  private long[] kinds;
  private long[] heardNs;
  private long[] sentNs;

  /**
   * Those of a switch that has joined.
   *
   * @param timeoutSeconds how long an entry lives
   */
  public Repetitions(int timeoutSeconds) {
    this.onItsWayNs = TimeUnit.SECONDS.toNanos(timeoutSeconds) / 2;
  }

  /**
   * The key {@code broadcast-timeout} of an application.
   *
   * @return 0 to 10 seconds; 0 is no entries
   */
  public static int timeoutSeconds(Config config) {
    Duration timeout = config.getDuration("broadcast-timeout");
    if (timeout.toMillis() % 1000 != 0
        || timeout.isNegative()
        || timeout.toSeconds() > MOST_SECONDS) {
      throw new BadSettingException(
          "broadcast-timeout",
          timeout.toMillis() + " ms",
          "0 s to " + MOST_SECONDS + " s, whole seconds");
    }
    return (int) timeout.toSeconds();
  }

  /** Whether the request's packet is one of many that are alike, and no entry is on its way. */
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
