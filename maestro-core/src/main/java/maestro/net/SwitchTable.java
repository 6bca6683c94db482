package maestro.net;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The admitted switches by datapath id. Any thread. A look-up allocates nothing and takes no lock:
 * writers replace the whole table, which uses open addressing and is at least half empty.
 */
public final class SwitchTable {
  /** Immutable once published. */
  private static final class Table {
    static final Table EMPTY = new Table(2, 0);

    private final long[] datapathIds;
    private final @Nullable Connection[] connections;
    private final int count;

    private Table(int size, int count) {
      this.datapathIds = new long[size];
      this.connections = new @Nullable Connection[size];
      this.count = count;
    }

    /** The place of a datapath id, or the free place where it would be. */
    int place(long datapathId) {
      int mask = connections.length - 1;
      int place = (int) ((datapathId * 0x9e37_79b9_7f4a_7c15L) >>> 32) & mask;
      while (connections[place] != null && datapathIds[place] != datapathId) {
        place = (place + 1) & mask;
      }
      return place;
    }

    static Table of(Collection<Connection> connections) {
      int size = Integer.highestOneBit(Math.max(1, connections.size())) * 4;
      Table table = new Table(size, connections.size());
      for (Connection connection : connections) {
        long datapathId = connection.session().info().datapathId();
        int place = table.place(datapathId);
        table.datapathIds[place] = datapathId;
        table.connections[place] = connection;
      }
      return table;
    }
  }

  /** Volatile: replaced under the lock. */
  private volatile Table table = Table.EMPTY;

  /** The connection of a switch, or null. */
  public @Nullable Connection get(long datapathId) {
    Table now = table;
    return now.connections[now.place(datapathId)];
  }

  /** All connections at this moment. */
  public List<Connection> all() {
    Table now = table;
    List<Connection> all = new ArrayList<>(now.count);
    for (Connection connection : now.connections) {
      if (connection != null) {
        all.add(connection);
      }
    }
    return all;
  }

  /**
   * Adds a switch, or replaces its connection.
   *
   * @param before the connection to replace, or null
   * @return false when the datapath id belongs to another connection than {@code before}
   */
  synchronized boolean replace(
      @Nullable Connection before, Connection connection, long datapathId) {
    if (get(datapathId) != before) {
      return false;
    }
    List<Connection> all = all();
    all.remove(before);
    all.add(connection);
    table = Table.of(all);
    return true;
  }

  /** Removes a switch, unless another connection has its datapath id now. */
  public synchronized void remove(Connection connection) {
    if (get(connection.session().info().datapathId()) == connection) {
      List<Connection> all = all();
      all.remove(connection);
      table = Table.of(all);
    }
  }
}
