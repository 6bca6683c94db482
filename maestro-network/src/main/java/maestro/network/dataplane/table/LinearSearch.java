package maestro.network.dataplane.table;

import java.util.Arrays;
import java.util.function.Consumer;
import maestro.network.dataplane.packet.Key;
import org.jspecify.annotations.Nullable;

/**
 * Entries that are scanned from the highest priority to the lowest, and from the oldest to the
 * newest of one priority. The values and masks of the first words of the {@link Key} lie in one
 * flat array; an entry that matches there is asked for the others. Confined to one thread; a lookup
 * allocates nothing.
 *
 * <pre>
 *  patterns: for each entry  | value 0 | mask 0 | value 1 | mask 1 | …
 * </pre>
 */
final class LinearSearch implements Classifier {
  private static final int STRIDE = 2 * Key.FIRST_WORDS;
  private static final int FIRST_CAPACITY = 4;

  private @Nullable TableEntry[] entries = new @Nullable TableEntry[FIRST_CAPACITY];
  private long[] patterns = new long[FIRST_CAPACITY * STRIDE];
  private int count;

  @Override
  public int count() {
    return count;
  }

  @Override
  public @Nullable Instructions use(long[] key, int lengthBytes, long nowNs) {
    for (int i = 0; i < count; i++) {
      if (matches(i * STRIDE, key)) {
        TableEntry entry = at(i);
        if (!entry.match.hasOthers() || entry.match.matches(key)) {
          return entry.use(lengthBytes, nowNs);
        }
      }
    }
    return null;
  }

  private boolean matches(int at, long[] key) {
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      if ((key[w] & patterns[at + 2 * w + 1]) != patterns[at + 2 * w]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public @Nullable TableEntry find(Match match, int priority) {
    for (int i = 0; i < count; i++) {
      TableEntry entry = at(i);
      if (entry.priority == priority && entry.match.isSame(match)) {
        return entry;
      }
    }
    return null;
  }

  @Override
  public void add(TableEntry entry) {
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, 2 * count);
      patterns = Arrays.copyOf(patterns, 2 * count * STRIDE);
    }
    int place = count;
    while (place > 0 && at(place - 1).priority < entry.priority) {
      place--;
    }
    move(place, place + 1);
    entries[place] = entry;
    long[] values = entry.match.key();
    long[] masks = entry.match.keyMasks();
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      patterns[place * STRIDE + 2 * w] = values[w];
      patterns[place * STRIDE + 2 * w + 1] = masks[w];
    }
    count++;
  }

  @Override
  public void changed(TableEntry entry) {
    assert find(entry.match, entry.priority) == entry : "its instructions are the entry's own";
  }

  @Override
  public void forEach(Consumer<TableEntry> consumer) {
    for (int i = 0; i < count; i++) {
      consumer.accept(at(i));
    }
  }

  @Override
  public void remove(TableEntry entry) {
    int place = 0;
    while (entries[place] != entry) {
      place++;
    }
    move(place + 1, place);
    count--;
    entries[count] = null;
  }

  /** Moves the entries from a place to the end. */
  private void move(int from, int to) {
    System.arraycopy(entries, from, entries, to, count - from);
    System.arraycopy(patterns, from * STRIDE, patterns, to * STRIDE, (count - from) * STRIDE);
  }

  /** The entry at a place below {@link #count}, in the order of the scan. */
  private TableEntry at(int place) {
    TableEntry entry = entries[place];
    if (entry == null) {
      throw new IndexOutOfBoundsException(place);
    }
    return entry;
  }
}
