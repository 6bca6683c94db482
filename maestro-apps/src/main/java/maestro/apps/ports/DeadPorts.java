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
 *   <li>The ports are read with a request, {@value #REFRESH_MS} ms after the last time or later. So
 *       a switch whose ports change all the time costs no more than that.
 *   <li>A port that was never seen up is not dead: a switch may not know the state of its ports, or
 *       not describe all of them.
 *   <li>A port is not dead any more when it is up again.
 * </ol>
 *
 * <p>Switch-local state: no locks. Allocates only after a port has changed.
 */
public final class DeadPorts {
  private static final int REFRESH_MS = 100;
  private static final long REFRESH_NS = REFRESH_MS * 1_000_000L;
  private static final int[] NONE = {};

  private final long datapathId;
  private final Switches switches;
  private Collection<PortInfo> ports = List.of();
  private int[] up = NONE;
  private int[] dead = NONE;
  private boolean wasRefreshed;
  private long refreshedNs;

  /**
   * Makes the state of a switch that is about to join.
   *
   * @param switches tells the ports
   */
  public DeadPorts(long datapathId, Switches switches) {
    this.datapathId = datapathId;
    this.switches = switches;
  }

  /** Reads the ports when it is time. Call it with each request of the switch. */
  public void refresh(long nowNs) {
    if (!wasRefreshed || nowNs - refreshedNs >= REFRESH_NS) { // 1
      wasRefreshed = true;
      refreshedNs = nowNs;
      refresh();
    }
  }

  /** Whether a port was up when the ports were read earlier, and was not the last time. */
  public boolean has(int port) {
    for (int each : dead) {
      if (each == port) {
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
