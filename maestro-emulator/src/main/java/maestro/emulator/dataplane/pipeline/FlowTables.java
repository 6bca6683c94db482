package maestro.emulator.dataplane.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The flow tables of a switch, numbered from 0. Confined to one thread. */
final class FlowTables {
  private static final long NEVER_NS = Long.MAX_VALUE / 2;

  private final FlowTable13[] tables;

  /** No entry ends before this time after {@link #originNs}. */
  private long quietNs = NEVER_NS;

  private final long originNs;

  /**
   * @param mostEntries of each table
   * @param nowNs the time, of which all later ones are after
   */
  FlowTables(int tableCount, int mostEntries, long nowNs) {
    this.tables = new FlowTable13[tableCount];
    for (int i = 0; i < tableCount; i++) {
      tables[i] = new FlowTable13(mostEntries);
    }
    this.originNs = nowNs;
  }

  int tableCount() {
    return tables.length;
  }

  FlowTable13 table(int tableId) {
    return tables[tableId];
  }

  /** The entries of all tables. */
  int entryCount() {
    int count = 0;
    for (FlowTable13 table : tables) {
      count += table.count();
    }
    return count;
  }

  /** Adds an entry to its table, which has room. */
  void add(TableEntry13 entry) {
    tables[entry.tableId].add(entry);
    if (entry.hasTimeout()) {
      quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
    }
  }

  void remove(TableEntry13 entry) {
    tables[entry.tableId].remove(entry);
  }

  /**
   * The entries of one table or all that a condition holds for.
   *
   * @param tableId or {@link FlowMod13#ALL_TABLES}
   */
  List<TableEntry13> select(int tableId, Predicate<TableEntry13> condition) {
    if (tableId != FlowMod13.ALL_TABLES) {
      return tables[tableId].select(condition);
    }
    List<TableEntry13> selected = new ArrayList<>();
    for (FlowTable13 table : tables) {
      selected.addAll(table.select(condition));
    }
    return selected;
  }

  /** The entries whose time is over. Looks at the entries only when one of them may be due. */
  List<TableEntry13> due(long nowNs) {
    if (nowNs - originNs - quietNs < 0) {
      return List.of();
    }
    List<TableEntry13> due = new ArrayList<>();
    quietNs = NEVER_NS;
    for (TableEntry13 entry : select(FlowMod13.ALL_TABLES, TableEntry13::hasTimeout)) {
      if (nowNs - entry.deadlineNs() >= 0) {
        due.add(entry);
      } else {
        quietNs = Math.min(quietNs, entry.deadlineNs() - originNs);
      }
    }
    return due;
  }
}
