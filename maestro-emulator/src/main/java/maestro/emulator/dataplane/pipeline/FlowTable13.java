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
final class FlowTable13 {
  private static final Comparator<Tuple13> BEST_FIRST =
      Comparator.comparingInt(Tuple13::mostPriority).reversed();

  private final int mostEntries;
  private final List<Tuple13> tuples = new ArrayList<>();
  private int count;
  private long lookupCount;
  private long matchedCount;

  FlowTable13(int mostEntries) {
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
  @Nullable TableEntry13 lookUp(long[] key) {
    lookupCount++;
    TableEntry13 best = null;
    for (int i = 0; i < tuples.size(); i++) {
      Tuple13 tuple = tuples.get(i);
      if (best != null && tuple.mostPriority() < best.priority) {
        break;
      }
      TableEntry13 found = tuple.find(key);
      if (found != null && (best == null || isBetter(found, best))) {
        best = found;
      }
    }
    matchedCount += best == null ? 0 : 1;
    return best;
  }

  private static boolean isBetter(TableEntry13 found, TableEntry13 best) {
    return found.priority > best.priority
        || (found.priority == best.priority && found.number < best.number);
  }

  /** The entry with the same match and priority, or null. */
  @Nullable TableEntry13 find(Match13 match, int priority) {
    Tuple13 tuple = tupleOf(match);
    return tuple == null ? null : tuple.find(match, priority);
  }

  /** Adds an entry that is not in the table, which is not full. */
  void add(TableEntry13 entry) {
    Tuple13 tuple = tupleOf(entry.match);
    if (tuple == null) {
      tuple = new Tuple13(entry.match);
      tuples.add(tuple);
    }
    tuple.add(entry);
    tuples.sort(BEST_FIRST);
    count++;
  }

  /** Removes an entry that is in the table. */
  void remove(TableEntry13 entry) {
    Tuple13 tuple = tupleOf(entry.match);
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
  List<TableEntry13> select(Predicate<TableEntry13> condition) {
    List<TableEntry13> selected = new ArrayList<>();
    for (Tuple13 tuple : tuples) {
      tuple.forEach(
          entry -> {
            if (condition.test(entry)) {
              selected.add(entry);
            }
          });
    }
    return selected;
  }

  private @Nullable Tuple13 tupleOf(Match13 match) {
    for (Tuple13 tuple : tuples) {
      if (tuple.isFor(match)) {
        return tuple;
      }
    }
    return null;
  }
}
