package maestro.apps.ports;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
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
 * <p>Switch-local state: no locks. Allocates only after a port has changed.
 */
public final class PhysicalPorts {
  /** The id of no port, and the number of none. */
  public static final int NONE = 0;

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
  private Collection<PortInfo> ports;

  /** By number. */
  private PortInfo[] dead;

  /** The numbers that other ports have got. Only grows, so that a number keeps its place. */
  private int[] reused;

  /** The id of the port that has the number now. */
  private int[] ids;

  /** Since when it is known to have the number. */
  private long[] sinceNs;

  private boolean wasRefreshed;
  private long refreshedNs;
  private long leastNs = REFRESH_NS;

  /** Goes on with what is remembered of a switch that is about to join. */
  PhysicalPorts(long datapathId, Switches switches, RememberedPorts memory, int series, Seen seen) {
    this.datapathId = datapathId;
    this.switches = switches;
    this.memory = memory;
    this.series = series;
    ports = seen.ports;
    dead = seen.dead;
    reused = seen.reused;
    ids = seen.ids.clone();
    sinceNs = seen.sinceNs.clone();
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
    if (!wasRefreshed || nowNs - refreshedNs >= leastNs) { // 1
      refreshNow(nowNs);
    }
  }

  /** The id of the port that has a number. */
  public int idOf(int number) {
    int place = placeOf(number);
    return place < reused.length ? ids[place] : number;
  }

  /**
   * The number of a port, for sending to it.
   *
   * @param id of {@link #idOf}, some time ago
   * @return {@link #NONE} when the port is dead, or another one has its number
   */
  public int numberOf(int id) {
    if (reused.length == 0) { // the usual case
      return isDead(id) ? NONE : id;
    }
    int place = id & PLACE_MASK;
    boolean isNumber = id >>> ID_SHIFT != FIRST_ID >>> ID_SHIFT || place >= ids.length;
    int number = isNumber ? id : reused[place];
    return idOf(number) != id || isDead(number) ? NONE : number;
  }

  /**
   * Whether an entry may have been installed while another port had the number of one of its ports.
   */
  public boolean isForAnother(FlowEntry entry) {
    if (reused.length == 0) { // the usual case
      return false;
    }
    boolean isForAnother = entry.hasInPort() && isForAnother(entry, entry.inPort());
    for (int i = 0; i < entry.outputCount() && !isForAnother; i++) {
      isForAnother = isForAnother(entry, entry.output(i));
    }
    return isForAnother;
  }

  private boolean isForAnother(FlowEntry entry, int number) {
    int place = placeOf(number);
    long mostAgeNs = (entry.ageSeconds() + 1) * SECOND_NS; // it is in whole seconds
    return place < reused.length && entry.nowNs() - sinceNs[place] < mostAgeNs;
  }

  /** The place of a number that another port has got; behind the last when it is none. */
  private int placeOf(int number) {
    int place = 0;
    while (place < reused.length && reused[place] != number) {
      place++;
    }
    return place;
  }

  private boolean isDead(int number) {
    for (PortInfo each : dead) {
      if (each.number() == number) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // the same list until a port changes
  private void refreshNow(long nowNs) {
    Collection<PortInfo> now = switches.ports(datapathId);
    boolean isNews = !wasRefreshed || !ports.isEmpty(); // else nothing is allocated here
    if (now.isEmpty() && isNews && switches.find(datapathId).isEmpty()) {
      return; // its handshake is not over, or it is gone
    }
    wasRefreshed = true;
    refreshedNs = nowNs;
    if (now != ports) {
      changeTo(now, nowNs);
    }
  }

  /** Apart from the check above, which is called often: so the JVM compiles no more than that. */
  private void changeTo(Collection<PortInfo> now, long nowNs) {
    Map<Integer, PortInfo> before = new HashMap<>();
    Map<Integer, PortInfo> gone = new HashMap<>();
    for (PortInfo each : dead) {
      before.put(each.number(), each);
      gone.put(each.number(), each);
    }
    for (PortInfo each : ports) {
      before.put(each.number(), each);
      if (each.up()) {
        gone.put(each.number(), each);
      }
    }
    for (PortInfo each : now) {
      PortInfo other = before.get(each.number());
      boolean isAnother = other != null && !isSame(other, each);
      if (isAnother) {
        reuse(each.number(), nowNs); // 2
      }
      if (isAnother || each.up()) {
        gone.remove(each.number()); // 4
      }
    }
    ports = now;
    leastNs = Math.max(REFRESH_NS, now.size() * REFRESH_NS_OF_PORT);
    dead = gone.isEmpty() ? NO_PORTS : lowest(gone); // 3
    memory.remember( // 5
        datapathId, series, new Seen(ports, dead, reused, ids.clone(), sinceNs.clone()));
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

  private void reuse(int number, long nowNs) {
    int place = placeOf(number);
    if (place == MOST) {
      return;
    }
    int changes = 0;
    if (place == reused.length) {
      reused = Arrays.copyOf(reused, place + 1);
      ids = Arrays.copyOf(ids, place + 1);
      sinceNs = Arrays.copyOf(sinceNs, place + 1);
      reused[place] = number;
    } else {
      changes = ((ids[place] >>> PLACE_BITS) + 1) & CHANGES_MASK;
    }
    ids[place] = FIRST_ID | changes << PLACE_BITS | place;
    sinceNs[place] = nowNs;
  }
}
