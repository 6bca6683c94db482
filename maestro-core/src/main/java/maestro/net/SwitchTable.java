package maestro.net;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The switches whose features are known, by datapath id. Any thread; looking one up boxes its id,
 * so it is not hot.
 */
public final class SwitchTable {
  private final ConcurrentMap<Long, Connection> byDatapathId = new ConcurrentHashMap<>();

  /** The connection of a switch, or null. */
  public Connection get(long datapathId) {
    return byDatapathId.get(datapathId);
  }

  /** All of them, live. */
  public Collection<Connection> all() {
    return byDatapathId.values();
  }

  /** Puts a switch in; the one that had its datapath id before, or null. */
  Connection put(long datapathId, Connection connection) {
    return byDatapathId.put(datapathId, connection);
  }

  /** Takes a switch out, unless another connection has its datapath id now. */
  void remove(long datapathId, Connection connection) {
    byDatapathId.remove(datapathId, connection);
  }
}
