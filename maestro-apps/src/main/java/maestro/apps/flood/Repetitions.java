package maestro.apps.flood;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import maestro.api.FlowRequest;
import maestro.apps.packets.Addresses;
import maestro.apps.settings.Durations;

/**
 * Finds the packets for many of a switch that repeat so fast that a flow entry is worth its cost.
 * Most do not: a host asks for an address once, and an entry and its FLOW_REMOVED would cost more
 * than the one packet.
 *
 * <ol>
 *   <li>Two packets are alike when they came in by one port from one source to one destination with
 *       one VLAN and Ethernet type, and, if they are ARP, ask for one address.
 *   <li>A broadcast that comes within {@value #QUICK_MS} ms of one like it is worth an entry. Of
 *       other packets the {@value #STREAM}th in such a row is: a few packets to a group, or to a
 *       host that is about to answer, are no stream. After an entry has expired, the second is.
 *   <li>For half of an entry's timeout after it was sent, packets like it are worth no further
 *       entry.
 * </ol>
 *
 * <p>A kind of packet has one of the {@value #WINDOW} slots from that of its hash. A new kind takes
 * the one of them that was heard longest ago. When that one would still count, there are twice as
 * many slots from then on, up to {@value #MOST_SLOTS}. So a storm from ever new sources gets no
 * entries, and a storm from few sources gets them soon. The fields are read without being tracked,
 * since they only decide about the entry and not about the packet.
 *
 * <p>The state of one switch; not thread-safe. Allocates with the first packet, and when there are
 * more slots.
 */
public final class Repetitions {
  private static final int FIRST_SLOTS = 8;
  private static final int MOST_SLOTS = 64;
  private static final int WINDOW = 8;

  private static final int QUICK_MS = 250;
  private static final int BROADCASTS = 2;
  private static final int STREAM = 8;

  /** Times are kept in 2^20 ns, about a millisecond, so that they wrap as nanoseconds do. */
  private static final int TICK_SHIFT = 20;

  private static final int QUICK_TICKS =
      (int) (TimeUnit.MILLISECONDS.toNanos(QUICK_MS) >> TICK_SHIFT);
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;
  private static final String TIMEOUT = "broadcast-timeout";
  private static final Duration MOST_TIMEOUT = Duration.ofSeconds(10);

  private final int onItsWayTicks;

  /** 0 is an empty slot. */
  private long[] kinds;

  /** When a slot's kind was heard last, and when an entry for it was sent last; in ticks. */
  private int[] heard;

  private int[] sent;

  /** How many of a slot's kind have come in a row, none of them late; {@link #STREAM} at most. */
  private byte[] rows;

  /**
   * Makes the state for a switch that has joined.
   *
   * @param timeoutSeconds the timeout of the entries
   */
  public Repetitions(int timeoutSeconds) {
    long onItsWayNs = TimeUnit.SECONDS.toNanos(timeoutSeconds) / 2;
    this.onItsWayTicks = (int) (onItsWayNs >> TICK_SHIFT) + 2; // not early by what is cut off
  }

  /**
   * Reads the key {@code broadcast-timeout} of an application.
   *
   * @return 0 to 10 seconds; with 0 there are no entries
   */
  public static int timeoutSeconds(Config config) {
    return Durations.wholeSeconds(config, TIMEOUT, Duration.ZERO, MOST_TIMEOUT);
  }

  /** The same as {@link #repeats}, and if so, {@link #sent}. */
  public boolean isWorthAnEntry(FlowRequest request) {
    boolean isWorth = repeats(request);
    if (isWorth) {
      sent(request);
    }
    return isWorth;
  }

  /**
   * Notes the packet of a request. Whether it repeats fast enough for an entry, and no entry for
   * such packets is under way.
   */
  public boolean repeats(FlowRequest request) {
    int now = tick(request);
    long kind = kind(request.untracked(), request);
    int slot = find(kind);
    boolean isKnown = slot >= 0;
    if (!isKnown) {
      slot = roomFor(kind, now);
      kinds[slot] = kind;
      sent[slot] = now - onItsWayTicks;
      rows[slot] = 0;
    }
    boolean isQuick = isKnown && now - heard[slot] <= QUICK_TICKS; // 2
    heard[slot] = now;
    int needed = request.ethDst() == Addresses.BROADCAST ? BROADCASTS : STREAM;
    int row = isQuick ? Math.min(rows[slot] + 1, STREAM) : firstOfRow(slot, needed, now);
    rows[slot] = (byte) row;
    return row >= needed && now - sent[slot] >= onItsWayTicks; // 3
  }

  /** Notes that an entry is sent for packets such as that of a request, which {@link #repeats}. */
  public void sent(FlowRequest request) {
    int slot = find(kind(request.untracked(), request));
    if (slot >= 0) {
      sent[slot] = tick(request);
    }
  }

  private static int tick(FlowRequest request) {
    return (int) (request.nowNs() >> TICK_SHIFT);
  }

  /** What a row begins with: it goes on when the packets in between took an entry. */
  private int firstOfRow(int slot, int needed, int now) {
    boolean hadAnEntry =
        rows[slot] >= needed && now - sent[slot] <= 2 * onItsWayTicks + QUICK_TICKS;
    return hadAnEntry ? needed - 1 : 1;
  }

  /** The slot of a kind; -1 when it has none. */
  private int find(long kind) {
    if (kinds == null) {
      return -1;
    }
    int first = hash(kind);
    for (int i = 0; i < WINDOW; i++) {
      int slot = first + i & kinds.length - 1;
      if (kinds[slot] == kind) {
        return slot;
      }
    }
    return -1;
  }

  private int roomFor(long kind, int now) {
    if (kinds == null) {
      allocate(FIRST_SLOTS);
    }
    int slot = oldest(kind, now);
    while (kinds[slot] != 0 && now - heard[slot] <= QUICK_TICKS && kinds.length < MOST_SLOTS) {
      grow(now);
      slot = oldest(kind, now);
    }
    return slot;
  }

  /** The first empty slot for a kind, else the one that was heard longest ago. */
  private int oldest(long kind, int now) {
    int first = hash(kind);
    int oldest = first;
    for (int i = 0; i < WINDOW; i++) {
      int slot = first + i & kinds.length - 1;
      if (kinds[slot] == 0) {
        return slot;
      }
      if (now - heard[slot] > now - heard[oldest]) {
        oldest = slot;
      }
    }
    return oldest;
  }

  private void grow(int now) {
    long[] oldKinds = kinds;
    int[] oldHeard = heard;
    int[] oldSent = sent;
    byte[] oldRows = rows;
    allocate(2 * oldKinds.length);
    for (int i = 0; i < oldKinds.length; i++) {
      if (oldKinds[i] != 0) {
        int slot = oldest(oldKinds[i], now);
        kinds[slot] = oldKinds[i];
        heard[slot] = oldHeard[i];
        sent[slot] = oldSent[i];
        rows[slot] = oldRows[i];
      }
    }
  }

  private void allocate(int slots) {
    kinds = new long[slots];
    heard = new int[slots];
    sent = new int[slots];
    rows = new byte[slots];
  }

  private int hash(long kind) {
    int shift = Long.numberOfLeadingZeros(kinds.length) + 1;
    return (int) ((kind * SPREAD) >>> shift);
  }

  private static long kind(FlowRequest untracked, FlowRequest request) { // 1
    int type = untracked.ethType();
    int target = untracked.isArp() ? untracked.arpTargetIpv4() : 0;
    long kind = request.ethSrc();
    kind = kind * SPREAD + request.ethDst();
    kind = kind * SPREAD + request.inPort();
    kind = kind * SPREAD + ((untracked.vlanId() << 16) ^ type);
    kind = (kind ^ kind >>> 32) * SPREAD + target;
    return kind == 0 ? 1 : kind;
  }
}
