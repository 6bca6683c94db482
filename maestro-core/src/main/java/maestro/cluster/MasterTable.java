package maestro.cluster;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which member serves which switch. Made by the coordinator of a view and sent whole. Immutable.
 *
 * <p>The number is a generation, too: two coordinators never make tables with the same number, and
 * a table that was made from others has a higher number than each of them.
 */
final class MasterTable {
  static final MasterTable EMPTY = new MasterTable(Generations.NONE, new TreeMap<>());

  private final long number;
  private final Map<Long, Assignment> rows;

  private MasterTable(long number, SortedMap<Long, Assignment> rows) {
    this.number = number;
    this.rows = Collections.unmodifiableSortedMap(rows);
  }

  /** A table of these rows. */
  static MasterTable of(long number, Collection<Assignment> rows) {
    TreeMap<Long, Assignment> byId = new TreeMap<>();
    rows.forEach(row -> byId.put(row.datapathId(), row));
    return new MasterTable(number, byId);
  }

  long number() {
    return number;
  }

  Collection<Assignment> rows() {
    return rows.values();
  }

  @Nullable Assignment get(long datapathId) {
    return rows.get(datapathId);
  }

  /** Whether both have the same rows. */
  boolean saysAs(MasterTable other) {
    return rows.equals(other.rows);
  }

  /** The same rows under another number. */
  MasterTable numbered(long newNumber) {
    return new MasterTable(newNumber, new TreeMap<>(rows));
  }

  /**
   * What both know. For each switch the row with the newer claim counts, since the switch has
   * refused the older one; after that the table with the higher number. The result has the higher
   * number, although it is neither table: a coordinator numbers it anew before it tells anybody.
   */
  MasterTable mergedWith(MasterTable other) {
    MasterTable high = Generations.isNewer(other.number, number) ? other : this;
    MasterTable low = high == this ? other : this;
    TreeMap<Long, Assignment> merged = new TreeMap<>(low.rows);
    high.rows.forEach(
        (id, row) ->
            merged.merge(
                id,
                row,
                (lower, higher) ->
                    Generations.isNewer(lower.generation(), higher.generation()) ? lower : higher));
    return new MasterTable(high.number, merged);
  }
}
