package maestro.net.session;

import java.util.List;
import java.util.function.Predicate;
import maestro.net.connection.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The admitted switches by datapath id. Any thread. A look-up allocates nothing and takes no lock.
 */
public final class SwitchTable {
  private final ByDatapathId<Connection> connections = new ByDatapathId<>();

  /** The connection of a switch, or null. */
  public @Nullable Connection get(long datapathId) {
    return connections.get(datapathId);
  }

  /** The connections of all switches; one that joins or leaves meanwhile may be among them. */
  public List<Connection> all() {
    return connections.all();
  }

  /** The number of switches in words, for people. */
  public String describe() {
    List<Connection> connected = all();
    long established = count(connected, Session::isEstablished);
    long standby = count(connected, each -> each.isEstablished() && each.role() == Role.STANDBY);
    long shakingHands = connected.size() - established;
    return "switches connected: "
        + established
        + (standby == 0 ? "" : " (of " + standby + " another controller is master)")
        + (shakingHands == 0 ? "" : " (and " + shakingHands + " in their handshake)");
  }

  private static long count(List<Connection> connected, Predicate<Session> which) {
    return connected.stream().map(Session::of).filter(which).count();
  }

  /**
   * Adds a switch, or replaces its connection.
   *
   * @param before the connection to replace, or null
   * @return false when the datapath id belongs to another connection than {@code before}
   */
  boolean replace(@Nullable Connection before, Connection connection, long datapathId) {
    return connections.replace(datapathId, before, connection);
  }

  /** Removes a switch, unless another connection has its datapath id now. */
  public void remove(Connection connection) {
    connections.replace(Session.of(connection).info().datapathId(), connection, null);
  }
}
