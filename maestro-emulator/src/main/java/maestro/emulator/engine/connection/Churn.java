package maestro.emulator.engine.connection;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.SwitchEvent;

/**
 * What the threads of a run share about events of its network: which ports are down, and which
 * switches are to be connected again.
 *
 * <ol>
 *   <li>A load thread may not wait, so the run's own thread connects, in {@link #connect}.
 *   <li>The load thread of the switch takes the connection when it looks for the next event.
 * </ol>
 *
 * <p>Any thread may call anything; {@link #connect} one at a time.
 */
public final class Churn implements Neighbours {
  private final List<SwitchEvent> events;
  private final Neighbours neighbours;

  /** Switch number × 65536 + port. */
  private final Set<Long> downPorts = ConcurrentHashMap.newKeySet();

  private final Queue<LoadSwitch> toConnect = new ConcurrentLinkedQueue<>();
  private final Queue<Connected> connected = new ConcurrentLinkedQueue<>();

  /** A new connection of a switch. */
  public record Connected(LoadSwitch loadSwitch, Dial.Line line) {}

  public Churn(List<SwitchEvent> events, Neighbours neighbours) {
    this.events = events;
    this.neighbours = neighbours;
  }

  /** Nothing happens. */
  public static Churn none() {
    return new Churn(List.of(), Neighbours.NONE);
  }

  /** All events, in the order of their times. */
  public List<SwitchEvent> events() {
    return events;
  }

  /** A port goes down or up; no frame crosses its link from this end while it is down. */
  public void set(int switchNumber, int port, boolean down) {
    if (down) {
      downPorts.add(key(switchNumber, port));
    } else {
      downPorts.remove(key(switchNumber, port));
    }
  }

  @Override
  public long otherEnd(int switchNumber, int port) {
    return downPorts.contains(key(switchNumber, port))
        ? -1
        : neighbours.otherEnd(switchNumber, port);
  }

  /** Asks for a new connection. */
  public void wantConnection(LoadSwitch sw) { // 1
    toConnect.add(sw);
  }

  /** Makes the connections that are wanted. */
  public void connect(Dial dial) throws IOException {
    for (LoadSwitch sw = toConnect.poll(); sw != null; sw = toConnect.poll()) {
      try {
        connected.add(new Connected(sw, dial.connect()));
      } catch (IOException e) {
        throw new IOException("switch-up of " + sw.name() + ": " + e.getMessage(), e);
      }
    }
  }

  /** The new connection of one of these switches, and takes it away. */
  public Optional<Connected> take(List<LoadSwitch> own) { // 2
    Optional<Connected> first =
        connected.stream().filter(each -> own.contains(each.loadSwitch())).findFirst();
    first.ifPresent(connected::remove);
    return first;
  }

  /** Closes connections that nobody took. */
  public void close() throws IOException {
    for (Connected each = connected.poll(); each != null; each = connected.poll()) {
      each.line().socket().close();
    }
  }

  private static long key(int switchNumber, int port) {
    return (long) switchNumber << 16 | port;
  }
}
