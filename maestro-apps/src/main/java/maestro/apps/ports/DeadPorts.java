package maestro.apps.ports;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import maestro.api.PortInfo;
import maestro.api.Switches;

/**
 * The ports of one switch that were up and are down or gone now. Whoever was heard there is not
 * there any more: a packet that is sent to such a port is lost, also when the host has moved.
 *
 * <ol>
 *   <li>The ports are looked at with a request, {@value #LOOK_MS} ms after the last time or later.
 *       So a switch whose ports change all the time costs no more than that.
 *   <li>A port that was never seen up is not dead: a switch may not know the state of its ports, or
 *       not describe all of them.
 *   <li>A port is not dead any more when it is up again.
 * </ol>
 *
 * <p>Switch-local state: no locks. Allocates only after a port has changed.
 */
public final class DeadPorts {
  private static final int LOOK_MS = 100;
  private static final long LOOK_NS = LOOK_MS * 1_000_000L;
  private static final int[] NONE = {};

  private final long datapathId;
  private final Switches switches;
  private Collection<PortInfo> ports = List.of();
  private int[] up = NONE;
  private int[] dead = NONE;
  private boolean hasLooked;
  private long lookedNs;

  /**
   * Makes the state of a switch that is about to join.
   *
   * @param switches tells the ports
   */
  public DeadPorts(long datapathId, Switches switches) {
    this.datapathId = datapathId;
    this.switches = switches;
  }

  /** Looks at the ports when it is time. Call it with each request of the switch. */
  public void look(long nowNs) {
    if (!hasLooked || nowNs - lookedNs >= LOOK_NS) { // 1
      hasLooked = true;
      lookedNs = nowNs;
      look();
    }
  }

  /** Whether a port was up at an earlier look and was not at the last one. */
  public boolean has(int port) {
    for (int each : dead) {
      if (each == port) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // the same list until a port changes
  private void look() {
    Collection<PortInfo> now = switches.ports(datapathId);
    if (now == ports) {
      return;
    }
    ports = now;
    int[] alive = now.stream().filter(PortInfo::up).mapToInt(PortInfo::number).sorted().toArray();
    dead = // 2, 3
        Stream.of(up, dead)
            .flatMapToInt(Arrays::stream)
            .filter(port -> Arrays.binarySearch(alive, port) < 0)
            .distinct()
            .toArray();
    up = alive;
  }
}
