package maestro.apps.ports;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.api.PortInfo;
import maestro.api.Switches;

/**
 * What is known of the ports of switches, also while a switch is away. So the port of a host is the
 * same after the switch has connected again, unless another port has its number then.
 *
 * <p>Of the switches that are away, those with {@value #MOST_PORTS} ports together are remembered,
 * the last ones first. A switch that was forgotten gets another {@link PhysicalPorts#series}.
 *
 * <p>Any thread. Locks only when a switch joins or a port has changed.
 */
public final class RememberedPorts {
  private static final int MOST_PORTS = 1 << 17;

  /** The state of the ports of a switch. Immutable. */
  static final class Seen {
    /** Of a switch that was never seen. */
    static final Seen NOTHING =
        new Seen(List.of(), new PortInfo[0], new int[0], new int[0], new long[0]);

    final Collection<PortInfo> ports;

    /** By number. */
    final PortInfo[] dead;

    /** The numbers that other ports have got. Only grows, so that a number keeps its place. */
    final int[] reused;

    /** The id of the port that has the number now. */
    final int[] ids;

    /** Since when it is known to have the number. */
    final long[] sinceNs;

    Seen(Collection<PortInfo> ports, PortInfo[] dead, int[] reused, int[] ids, long[] sinceNs) {
      this.ports = ports;
      this.dead = dead;
      this.reused = reused;
      this.ids = ids;
      this.sinceNs = sinceNs;
    }

    int idOf(int number) {
      int place = placeOf(number);
      return place < reused.length ? ids[place] : number;
    }

    /** The place of a number that another port has got; behind the last when it is none. */
    int placeOf(int number) {
      int place = 0;
      while (place < reused.length && reused[place] != number) {
        place++;
      }
      return place;
    }

    boolean isDead(int number) {
      for (PortInfo each : dead) {
        if (each.number() == number) {
          return true;
        }
      }
      return false;
    }

    int cost() {
      return 1 + ports.size() + dead.length + reused.length;
    }
  }

  private record Remembered(int series, Seen seen) {}

  private final Switches switches;

  /** By datapath id; those that joined or were there last come last. Guarded by this. */
  private final Map<Long, Remembered> remembered = new LinkedHashMap<>();

  private int nextSeries;

  /** The cost of what was added since the last time that switches were forgotten. */
  private int added;

  /**
   * Makes the memory of one application.
   *
   * @param switches tells the ports, and which switches are away
   */
  public RememberedPorts(Switches switches) {
    this.switches = switches;
  }

  /** Makes the state of a switch that is about to join. */
  public synchronized PhysicalPorts join(long datapathId) {
    Remembered before = remembered.remove(datapathId);
    Remembered now = before == null ? new Remembered(nextSeries++, Seen.NOTHING) : before;
    remembered.put(datapathId, now);
    added(now);
    return new PhysicalPorts(datapathId, switches, this, now.series(), now.seen());
  }

  /** Remembers the ports of a switch as they are now. */
  synchronized void remember(long datapathId, int series, Seen seen) {
    Remembered before = remembered.get(datapathId);
    if (before != null && before.series() == series) {
      Remembered now = new Remembered(series, seen);
      remembered.put(datapathId, now);
      added(now);
    }
  }

  private void added(Remembered now) {
    added += now.seen().cost();
    if (added > MOST_PORTS) {
      added = 0;
      forget();
    }
  }

  private void forget() {
    long cost = 0;
    for (Long datapathId : List.copyOf(remembered.keySet())) {
      if (switches.find(datapathId).isPresent()) {
        remembered.put(datapathId, remembered.remove(datapathId)); // now it is among the last
      } else {
        cost += remembered.get(datapathId).seen().cost();
      }
    }
    var each = remembered.entrySet().iterator();
    while (cost > MOST_PORTS) {
      Map.Entry<Long, Remembered> eldest = each.next();
      if (switches.find(eldest.getKey()).isEmpty()) {
        cost -= eldest.getValue().seen().cost();
        each.remove();
      }
    }
  }

  /** How many switches are remembered. */
  synchronized int count() {
    return remembered.size();
  }
}
