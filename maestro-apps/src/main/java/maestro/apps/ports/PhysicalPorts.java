package maestro.apps.ports;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.PortInfo;
import maestro.api.Switches;

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

  private static final int[] NO_NUMBERS = {};
  private static final PortInfo[] NO_PORTS = {};

  private final long datapathId;
  private final Switches switches;
  private Collection<PortInfo> ports = List.of();

  /** By number. */
  private PortInfo[] dead = NO_PORTS;

  /** The numbers that other ports have got. Only grows, so that a number keeps its place. */
  private int[] reused = NO_NUMBERS;

  /** The id of the port that has the number now. */
  private int[] ids = NO_NUMBERS;

  private boolean wasRefreshed;
  private long refreshedNs;
  private long leastNs = REFRESH_NS;

  /**
   * Makes the state of a switch that is about to join.
   *
   * @param switches tells the ports
   */
  public PhysicalPorts(long datapathId, Switches switches) {
    this.datapathId = datapathId;
    this.switches = switches;
  }

  /** Reads the ports when it is time. Call it with each request of the switch. */
  public void refresh(long nowNs) {
    if (!wasRefreshed || nowNs - refreshedNs >= leastNs) { // 1
      wasRefreshed = true;
      refreshedNs = nowNs;
      refresh();
    }
  }

  /** The id of the port that has a number. */
  public int idOf(int number) {
    for (int i = 0; i < reused.length; i++) {
      if (reused[i] == number) {
        return ids[i];
      }
    }
    return number;
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

  private boolean isDead(int number) {
    for (PortInfo each : dead) {
      if (each.number() == number) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // the same list until a port changes
  private void refresh() {
    Collection<PortInfo> now = switches.ports(datapathId);
    if (now == ports) {
      return;
    }
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
        reuse(each.number()); // 2
      }
      if (isAnother || each.up()) {
        gone.remove(each.number()); // 4
      }
    }
    ports = now;
    leastNs = Math.max(REFRESH_NS, now.size() * REFRESH_NS_OF_PORT);
    dead = // 3
        gone.values().stream()
            .sorted(Comparator.comparing(PortInfo::number, Integer::compareUnsigned))
            .limit(MOST)
            .toArray(PortInfo[]::new);
  }

  private static boolean isSame(PortInfo one, PortInfo other) {
    return one.hardwareAddress() == other.hardwareAddress() && one.name().equals(other.name());
  }

  private void reuse(int number) {
    int place = 0;
    while (place < reused.length && reused[place] != number) {
      place++;
    }
    if (place == MOST) {
      return;
    }
    int changes = 0;
    if (place == reused.length) {
      reused = Arrays.copyOf(reused, place + 1);
      ids = Arrays.copyOf(ids, place + 1);
      reused[place] = number;
    } else {
      changes = ((ids[place] >>> PLACE_BITS) + 1) & CHANGES_MASK;
    }
    ids[place] = FIRST_ID | changes << PLACE_BITS | place;
  }
}
