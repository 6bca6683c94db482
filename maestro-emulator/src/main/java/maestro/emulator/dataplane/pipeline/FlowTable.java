package maestro.emulator.dataplane.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One flow table, by tuple space search (Srinivasan, Suri, Varghese: Packet Classification Using
 * Tuple Space Search, SIGCOMM 1999): entries with the same masks share a hash table. A lookup asks
 * the tuples in the order of their highest priority, and ends when no better entry can follow. Of
 * entries of one priority the oldest wins.
 *
 * <p>Confined to one thread. A lookup allocates nothing.
 */
final class FlowTable {
  private static final Comparator<Tuple> BEST_FIRST =
      Comparator.comparingInt(Tuple::mostPriority).reversed();

  private final int mostEntries;
  private final List<Tuple> tuples = new ArrayList<>();
  private int count;
  private long lookupCount;
  private long matchedCount;

  FlowTable(int mostEntries) {
    this.mostEntries = mostEntries;
  }

  int count() {
    return count;
  }

  int mostEntries() {
    return mostEntries;
  }

  boolean isFull() {
    return count == mostEntries;
  }

  long lookupCount() {
    return lookupCount;
  }

  long matchedCount() {
    return matchedCount;
  }

  /** The entry for a frame with this key, or null. */
  @Nullable TableEntry lookUp(long[] key) {
    lookupCount++;
    TableEntry best = null;
    for (int i = 0; i < tuples.size(); i++) {
      Tuple tuple = tuples.get(i);
      if (best != null && tuple.mostPriority() < best.priority) {
        break;
      }
      TableEntry found = tuple.find(key);
      if (found != null && (best == null || isBetter(found, best))) {
        best = found;
      }
    }
    matchedCount += best == null ? 0 : 1;
    return best;
  }

  private static boolean isBetter(TableEntry found, TableEntry best) {
    return found.priority > best.priority
        || (found.priority == best.priority && found.number < best.number);
  }

  /** The entry with the same match and priority, or null. */
  @Nullable TableEntry find(Match match, int priority) {
    Tuple tuple = tupleOf(match);
    return tuple == null ? null : tuple.find(match, priority);
  }

  /** Adds an entry that is not in the table, which is not full. */
  void add(TableEntry entry) {
    Tuple tuple = tupleOf(entry.match);
    if (tuple == null) {
      tuple = new Tuple(entry.match);
      tuples.add(tuple);
    }
    tuple.add(entry);
    tuples.sort(BEST_FIRST);
    count++;
  }

  /** Removes an entry that is in the table. */
  void remove(TableEntry entry) {
    Tuple tuple = tupleOf(entry.match);
    if (tuple == null) {
      throw new IllegalStateException("no such entry");
    }
    tuple.remove(entry);
    if (tuple.isEmpty()) {
      tuples.remove(tuple);
    }
    count--;
  }

  /** The entries that a condition holds for. */
  List<TableEntry> select(Predicate<TableEntry> condition) {
    List<TableEntry> selected = new ArrayList<>();
    for (Tuple tuple : tuples) {
      tuple.forEach(
          entry -> {
            if (condition.test(entry)) {
              selected.add(entry);
            }
          });
    }
    return selected;
  }

  private @Nullable Tuple tupleOf(Match match) {
    for (Tuple tuple : tuples) {
      if (tuple.isFor(match)) {
        return tuple;
      }
    }
    return null;
  }
}
