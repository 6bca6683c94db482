package maestro.network.dataplane.table;

import java.util.Arrays;
import java.util.function.Consumer;
import maestro.network.dataplane.packet.Key;
import org.jspecify.annotations.Nullable;

/**
 * The entries whose matches have the same masks, in a hash table by the masked key. Of entries with
 * the same match the table has that of the highest priority, and the others follow it in a list.
 * Confined to one thread; a lookup allocates nothing.
 */
final class Tuple {
  private final Match like;
  private final long[] masks;
  private final long[] masked = new long[Key.WORDS];

  /** The words behind the first ones that have a mask. */
  private final int[] others;

  private final EntryTable table;

  /** No entry has a higher priority. */
  private int mostPriority;

  /** No entry has a lower priority. */
  private int leastPriority;

  Tuple(Match like) {
    this.like = like;
    this.masks = like.keyMasks();
    this.others = Arrays.stream(like.words).filter(word -> word >= Key.FIRST_WORDS).toArray();
    this.table = new EntryTable(others);
  }

  boolean isFor(Match match) {
    return like.isOfSameFields(match);
  }

  boolean isEmpty() {
    return table.count() == 0;
  }

  int mostPriority() {
    return mostPriority;
  }

  /** The row of the best entry that a frame with this key matches, or {@link EntryTable#NONE}. */
  int find(long[] key) {
    masked[0] = key[0] & masks[0];
    masked[1] = key[1] & masks[1];
    masked[2] = key[2] & masks[2];
    masked[3] = key[3] & masks[3];
    masked[4] = key[4] & masks[4];
    for (int other : others) {
      masked[other] = key[other] & masks[other];
    }
    return table.find(masked, table.hash(masked));
  }

  /** The priority of the entry in a row; its object is read only when it must be. */
  int priority(int row) {
    return mostPriority == leastPriority ? mostPriority : table.entryAt(row).priority;
  }

  /** The order in which the entry in a row was added. */
  long number(int row) {
    return table.entryAt(row).number;
  }

  /** Counts a frame for the entry in a row; returns what it does. */
  Instructions use(int row, int lengthBytes, long nowNs) {
    return table.useRow(row, lengthBytes, nowNs);
  }

  /** The entry with the same match and priority, or null. */
  @Nullable TableEntry find(Match match, int priority) {
    TableEntry entry = table.find(match);
    while (entry != null && entry.priority != priority) {
      entry = entry.shadowed;
    }
    return entry;
  }

  /** Adds an entry of which {@link #find(Match, int)} finds none. */
  void add(TableEntry entry) {
    mostPriority = isEmpty() ? entry.priority : Math.max(mostPriority, entry.priority);
    leastPriority = isEmpty() ? entry.priority : Math.min(leastPriority, entry.priority);
    TableEntry best = table.find(entry.match);
    if (best == null) {
      table.add(entry);
    } else if (entry.priority > best.priority) {
      table.remove(best);
      entry.shadowed = best;
      table.add(entry);
    } else {
      TableEntry before = best;
      while (before.shadowed != null && before.shadowed.priority > entry.priority) {
        before = before.shadowed;
      }
      entry.shadowed = before.shadowed;
      before.shadowed = entry;
    }
  }

  /** An entry that is in it has other instructions now. */
  void changed(TableEntry entry) {
    if (table.find(entry.match) == entry) {
      table.changed(entry);
    }
  }

  /** Removes an entry that is in it. */
  void remove(TableEntry entry) {
    TableEntry best = table.find(entry.match);
    TableEntry next = entry.shadowed;
    entry.shadowed = null;
    if (best == entry) {
      table.remove(entry);
      if (next != null) {
        table.add(next);
      }
      return;
    }
    for (TableEntry before = best; before != null; before = before.shadowed) {
      if (before.shadowed == entry) {
        before.shadowed = next;
        return;
      }
    }
    throw new IllegalStateException("no such entry");
  }

  /** Shows all entries; the consumer does not change the tuple. */
  void forEach(Consumer<TableEntry> consumer) {
    table.forEach(
        best -> {
          for (TableEntry entry = best; entry != null; entry = entry.shadowed) {
            consumer.accept(entry);
          }
        });
  }
}
