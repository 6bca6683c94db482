package maestro.network.dataplane.table;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries with priorities, and a way to find the one for a frame. Of those that a frame matches the
 * one of the highest priority wins, and of one priority the oldest. Confined to one thread; a
 * lookup allocates nothing.
 */
interface Classifier {
  int count();

  /** What to do with a frame with this key, which is counted; null without an entry. */
  @Nullable Instructions use(long[] key, int lengthBytes, long nowNs);

  /** The entry with the same match and priority, or null. */
  @Nullable TableEntry find(Match match, int priority);

  /** Adds an entry of which {@link #find} finds none. */
  void add(TableEntry entry);

  /** An entry that is in it has other instructions now. */
  void changed(TableEntry entry);

  /** Removes an entry that is in it. */
  void remove(TableEntry entry);

  /** Shows all entries; the consumer does not change the classifier. */
  void forEach(Consumer<TableEntry> consumer);
}
