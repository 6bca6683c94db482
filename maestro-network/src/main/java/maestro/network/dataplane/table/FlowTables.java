package maestro.network.dataplane.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import maestro.network.dataplane.TableSizes;

/** The flow tables of a switch, numbered from 0; in 1.0 it is one. Confined to one thread. */
public final class FlowTables {
  private static final long NEVER_NS = Long.MAX_VALUE / 2;

  private final FlowTable[] tables;

  /** No entry ends before this time after {@link #originNs}. */
  private long quietNs = NEVER_NS;

  private final long originNs;

  /**
   * @param sizes of each table
   * @param nowNs the time, of which all later ones are after
   */
  public FlowTables(int tableCount, TableSizes sizes, long nowNs) {
    this.tables = new FlowTable[tableCount];
    for (int i = 0; i < tableCount; i++) {
      tables[i] = new FlowTable(sizes);
    }
    this.originNs = nowNs;
  }

  public int tableCount() {
    return tables.length;
  }

  public FlowTable table(int tableId) {
    return tables[tableId];
  }

  /** The entries of all tables. */
  public int entryCount() {
    int count = 0;
    for (FlowTable table : tables) {
      count += table.count();
    }
    return count;
  }

  /** Adds an entry to its table, which has room. */
  void add(TableEntry entry) {
    tables[entry.tableId].add(entry);
    if (entry.hasTimeout()) {
      quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
    }
  }

  void remove(TableEntry entry) {
    tables[entry.tableId].remove(entry);
  }

  /**
   * The entries of one table or all that a condition holds for.
   *
   * @param tableId or {@link FlowMod#ALL_TABLES}
   */
  public List<TableEntry> select(int tableId, Predicate<TableEntry> condition) {
    if (tableId != FlowMod.ALL_TABLES) {
      return tables[tableId].select(condition);
    }
    List<TableEntry> selected = new ArrayList<>();
    for (FlowTable table : tables) {
      selected.addAll(table.select(condition));
    }
    return selected;
  }

  /** The entries whose time is over. Looks at the entries only when one of them may be due. */
  List<TableEntry> due(long nowNs) {
    if (nowNs - originNs - quietNs < 0) {
      return List.of();
    }
    List<TableEntry> due = new ArrayList<>();
    quietNs = NEVER_NS;
    for (TableEntry entry : select(FlowMod.ALL_TABLES, TableEntry::hasTimeout)) {
      if (nowNs - entry.deadlineNs() >= 0) {
        due.add(entry);
      } else {
        quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
      }
    }
    return due;
  }
}
