package maestro.apps.ports;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.FlowEntry;
import maestro.api.PortInfo;
import maestro.api.Switches;
import maestro.apps.ports.RememberedPorts.Seen;

/**
 * The physical ports of one switch, by which the places of hosts are remembered. A port's number
 * does not do: another port may get it. A port is the same when its number, its name and its
 * Ethernet address are.
 *
 * <ol>
 *   <li>The ports are read with a request, {@value #REFRESH_MS} ms after the last time or later,
 *       and for more than 10,000 ports {@value #REFRESH_NS_OF_PORT} ns for each. So a switch whose
 *       ports change all the time costs a few per cent of a worker, however many it says it has.
 *   <li>The id of a port is its number, until another port has got the number. Then the id is one
 *       that no port had before, and the old id belongs to no port any more.
 *   <li>A port that was up, and is down or gone now, is dead: a packet that is sent there is lost,
 *       also when the host has moved. A port that was never seen up is not dead: a switch may not
 *       know the state of its ports, or not describe all of them.
 *   <li>A port is not dead any more when it is up again.
 *   <li>While the switch is away, {@link RememberedPorts} keeps all that. So the ports that it has
 *       when it connects again are compared with those that it had.
 * </ol>
 *
 * <p>A switch that invents ports does not fill the memory. At most {@value #MOST} ports that are
 * gone are remembered, and as many numbers that other ports have got. Beyond, a port counts as the
 * one that had its number before.
 *
 * <p>Any thread: all that is known is one immutable object, which is exchanged after a port has
 * changed, by the thread that notices it first. No thread waits. Allocates only then.
 */
public final class PhysicalPorts {
  /** The id of no port, and the number of none. Port 0 is one in OpenFlow 1.0. */
  public static final int NONE = 0xffff_ffff;

  private static final int REFRESH_MS = 100;
  private static final long REFRESH_NS = REFRESH_MS * 1_000_000L;
  private static final long REFRESH_NS_OF_PORT = 10_000;
  private static final int MOST = 1024;

  /** The lowest id that is no number; above the numbers that switches use. */
  private static final int FIRST_ID = 0x8000_0000;

  /** The bits above say whether it is an id. */
  private static final int ID_SHIFT = 30;

  private static final int PLACE_BITS = 10;
  private static final int PLACE_MASK = MOST - 1;
  private static final int CHANGES_MASK = 0xf_ffff;

  private static final long SECOND_NS = 1_000_000_000;
  private static final PortInfo[] NO_PORTS = {};

  private final long datapathId;
  private final Switches switches;
  private final RememberedPorts memory;
  private final int series;
  private final AtomicBoolean isRefreshing = new AtomicBoolean();

  /** Set by the thread that refreshes. */
  private volatile Seen seen;

  private volatile boolean wasRefreshed;
  private volatile long dueNs;

  /** Goes on with what is remembered of a switch that is about to join. */
  PhysicalPorts(long datapathId, Switches switches, RememberedPorts memory, int series, Seen seen) {
    this.datapathId = datapathId;
    this.switches = switches;
    this.memory = memory;
    this.series = series;
    this.seen = seen;
  }

  /**
   * The number of this series of ids. It is the same after the switch has connected again, and
   * another one when its ports were forgotten meanwhile: then ids that were kept mean nothing.
   */
  public int series() {
    return series;
  }

  /** Reads the ports when it is time. Call it with each request of the switch. */
  public void refresh(long nowNs) {
    boolean isDue = !wasRefreshed || nowNs - dueNs >= 0; // 1
    if (isDue && isRefreshing.compareAndSet(false, true)) {
      try {
        refreshNow(nowNs);
      } finally {
        isRefreshing.set(false);
      }
    }
  }

  /** The id of the port that has a number. */
  public int idOf(int number) {
    return seen.idOf(number);
  }

  /**
   * The number of a port, for sending to it.
   *
   * @param id of {@link #idOf}, some time ago
   * @return {@link #NONE} when the port is dead, or another one has its number
   */
  public int numberOf(int id) {
    Seen now = seen;
    if (now.reused.length == 0) { // the usual case
      return now.isDead(id) ? NONE : id;
    }
    int place = id & PLACE_MASK;
    boolean isNumber = id >>> ID_SHIFT != FIRST_ID >>> ID_SHIFT || place >= now.ids.length;
    int number = isNumber ? id : now.reused[place];
    return now.idOf(number) != id || now.isDead(number) ? NONE : number;
  }

  /**
   * Whether an entry may have been installed while another port had the number of one of its ports.
   */
  public boolean isForAnother(FlowEntry entry) {
    Seen now = seen;
    if (now.reused.length == 0) { // the usual case
      return false;
    }
    boolean isForAnother = entry.hasInPort() && isForAnother(now, entry, entry.inPort());
    for (int i = 0; i < entry.outputCount() && !isForAnother; i++) {
      isForAnother = isForAnother(now, entry, entry.output(i));
    }
    return isForAnother;
  }

  private static boolean isForAnother(Seen now, FlowEntry entry, int number) {
    int place = now.placeOf(number);
    long mostAgeNs = (entry.ageSeconds() + 1) * SECOND_NS; // it is in whole seconds
    return place < now.reused.length && entry.nowNs() - now.sinceNs[place] < mostAgeNs;
  }

  @SuppressWarnings("ReferenceEquality") // the same list until a port changes
  private void refreshNow(long nowNs) {
    Collection<PortInfo> now = switches.ports(datapathId);
    Seen before = seen;
    boolean isNews = !wasRefreshed || !before.ports.isEmpty(); // else nothing is allocated here
    if (now.isEmpty() && isNews && switches.find(datapathId).isEmpty()) {
      return; // its handshake is not over, or it is gone
    }
    dueNs = nowNs + Math.max(REFRESH_NS, now.size() * REFRESH_NS_OF_PORT);
    wasRefreshed = true;
    if (now != before.ports) {
      seen = changed(before, now, nowNs);
      memory.remember(datapathId, series, seen); // 5
    }
  }

  /** Apart from the check above, which is called often: so the JVM compiles no more than that. */
  private static Seen changed(Seen seen, Collection<PortInfo> now, long nowNs) {
    Map<Integer, PortInfo> before = new HashMap<>();
    Map<Integer, PortInfo> gone = new HashMap<>();
    for (PortInfo each : seen.dead) {
      before.put(each.number(), each);
      gone.put(each.number(), each);
    }
    for (PortInfo each : seen.ports) {
      before.put(each.number(), each);
      if (each.up()) {
        gone.put(each.number(), each);
      }
    }
    Seen reused = seen;
    for (PortInfo each : now) {
      PortInfo other = before.get(each.number());
      boolean isAnother = other != null && !isSame(other, each);
      if (isAnother) {
        reused = reuse(reused, each.number(), nowNs); // 2
      }
      if (isAnother || each.up()) {
        gone.remove(each.number()); // 4
      }
    }
    PortInfo[] dead = gone.isEmpty() ? NO_PORTS : lowest(gone); // 3
    return new Seen(now, dead, reused.reused, reused.ids, reused.sinceNs);
  }

  private static PortInfo[] lowest(Map<Integer, PortInfo> ports) {
    return ports.values().stream()
        .sorted(Comparator.comparing(PortInfo::number, Integer::compareUnsigned))
        .limit(MOST)
        .toArray(PortInfo[]::new);
  }

  private static boolean isSame(PortInfo one, PortInfo other) {
    return one.hardwareAddress() == other.hardwareAddress() && one.name().equals(other.name());
  }

  private static Seen reuse(Seen seen, int number, long nowNs) {
    int place = seen.placeOf(number);
    if (place == MOST) {
      return seen;
    }
    boolean isFirst = place == seen.reused.length;
    int count = seen.reused.length + (isFirst ? 1 : 0);
    int[] reused = Arrays.copyOf(seen.reused, count);
    int[] ids = Arrays.copyOf(seen.ids, count);
    long[] sinceNs = Arrays.copyOf(seen.sinceNs, count);
    int changes = isFirst ? 0 : ((ids[place] >>> PLACE_BITS) + 1) & CHANGES_MASK;
    reused[place] = number;
    ids[place] = FIRST_ID | changes << PLACE_BITS | place;
    sinceNs[place] = nowNs;
    return new Seen(seen.ports, seen.dead, reused, ids, sinceNs);
  }
}
