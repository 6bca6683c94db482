package maestro.emulator.dataplane.pipeline;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries with wildcards. Of those that a frame matches the one of the highest priority wins,
 * and of one priority the oldest. Confined to one thread; a lookup allocates nothing.
 */
interface WildcardEntries {
  int count();

  boolean isFull();

  /** The actions for a frame with this key, which is counted; null without an entry. */
  @Nullable Instructions use(long[] key, int lengthBytes, long nowNs);

  /** The entry with the same match and priority, or null. */
  @Nullable TableEntry find(Match match, int priority);

  /** Adds an entry of which {@link #find} finds none, to the table, which is not full. */
  void add(TableEntry entry);

  /** An entry that is in the table has other actions now. */
  void changed(TableEntry entry);

  /** Removes an entry that is in the table. */
  void remove(TableEntry entry);

  /** Shows all entries; the consumer does not change the table. */
  void forEach(Consumer<TableEntry> consumer);
}
