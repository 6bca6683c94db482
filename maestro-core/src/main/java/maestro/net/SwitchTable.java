package maestro.net;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The switches whose features are known, by datapath id. Any thread. A look-up allocates nothing
 * and takes no lock: writers replace the whole table, which is half empty, open addressing.
 */
public final class SwitchTable {
  /** Immutable once published. */
  private static final class Table {
    static final Table EMPTY = new Table(2, 0);

    private final long[] datapathIds;
    private final Connection[] connections;
    private final int count;

    private Table(int size, int count) {
      this.datapathIds = new long[size];
      this.connections = new Connection[size];
      this.count = count;
    }

    /** Where a datapath id is, or the free place where it would be. */
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
  public Connection get(long datapathId) {
    Table now = table;
    return now.connections[now.place(datapathId)];
  }

  /** All of them, as they are now. */
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
   * Puts a switch in, in the place of another one or of none.
   *
   * @param before who has the datapath id, or null
   * @return false when that is not so any more
   */
  synchronized boolean replace(Connection before, Connection connection, long datapathId) {
    if (get(datapathId) != before) {
      return false;
    }
    List<Connection> all = all();
    all.remove(before);
    all.add(connection);
    table = Table.of(all);
    return true;
  }

  /** Takes a switch out, unless another connection has its datapath id now. */
  synchronized void remove(Connection connection) {
    if (get(connection.session().info().datapathId()) == connection) {
      List<Connection> all = all();
      all.remove(connection);
      table = Table.of(all);
    }
  }
}
