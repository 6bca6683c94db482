package maestro.network.dataplane.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries by tuple space search (Srinivasan, Suri, Varghese: Packet Classification Using Tuple
 * Space Search, SIGCOMM 1999): those with the same masks share a hash table. A lookup asks the
 * tuples in the order of their highest priority, and ends when no better entry can follow. Confined
 * to one thread; a lookup allocates nothing.
 */
final class TupleSpace implements Classifier {
  private static final Comparator<Tuple> BEST_FIRST =
      Comparator.comparingInt(Tuple::mostPriority).reversed();

  private final List<Tuple> tuples = new ArrayList<>();
  private int count;

  @Override
  public int count() {
    return count;
  }

  @Override
  public @Nullable Instructions use(long[] key, int lengthBytes, long nowNs) {
    Tuple best = null;
    int bestRow = EntryTable.NONE;
    int bestPriority = 0;
    for (int i = 0; i < tuples.size(); i++) {
      Tuple tuple = tuples.get(i);
      if (best != null && tuple.mostPriority() < bestPriority) {
        break;
      }
      int row = tuple.find(key);
      if (row != EntryTable.NONE) {
        int priority = tuple.priority(row);
        if (best == null
            || priority > bestPriority
            || (priority == bestPriority && tuple.number(row) < best.number(bestRow))) {
          best = tuple;
          bestRow = row;
          bestPriority = priority;
        }
      }
    }
    return best == null ? null : best.use(bestRow, lengthBytes, nowNs);
  }

  @Override
  public @Nullable TableEntry find(Match match, int priority) {
    Tuple tuple = tupleOf(match);
    return tuple == null ? null : tuple.find(match, priority);
  }

  @Override
  public void add(TableEntry entry) {
    Tuple tuple = tupleOf(entry.match);
    if (tuple == null) {
      tuple = new Tuple(entry.match);
      tuples.add(tuple);
    }
    tuple.add(entry);
    tuples.sort(BEST_FIRST);
    count++;
  }

  @Override
  public void changed(TableEntry entry) {
    owner(entry).changed(entry);
  }

  @Override
  public void remove(TableEntry entry) {
    Tuple tuple = owner(entry);
    tuple.remove(entry);
    if (tuple.isEmpty()) {
      tuples.remove(tuple);
    }
    count--;
  }

  @Override
  public void forEach(Consumer<TableEntry> consumer) {
    tuples.forEach(tuple -> tuple.forEach(consumer));
  }

  private Tuple owner(TableEntry entry) {
    Tuple tuple = tupleOf(entry.match);
    if (tuple == null) {
      throw new IllegalStateException("no such entry");
    }
    return tuple;
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
