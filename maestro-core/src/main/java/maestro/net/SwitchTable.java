package maestro.net;

import java.util.List;
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
    long ready = connected.stream().filter(each -> each.session().isReady()).count();
    long shakingHands = connected.size() - ready;
    return "switches connected: "
        + ready
        + (shakingHands == 0 ? "" : " (and " + shakingHands + " in their handshake)");
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
    connections.replace(connection.session().info().datapathId(), connection, null);
  }
}
