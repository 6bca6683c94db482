package maestro.emulator.dataplane.pipeline;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a table whose matches have the same fields and masks, in a hash table by the
 * masked words of the key. The entries in one place are a list in the order of priority, so that
 * the first one that matches is the best. Confined to one thread; a lookup allocates nothing.
 */
final class Tuple {
  private static final int FIRST_PLACES = 4;
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private final Match like;
  private final int[] words;
  private final long[] masks;
  private @Nullable TableEntry[] places = new @Nullable TableEntry[FIRST_PLACES];
  private int count;

  /** No entry has a higher priority. */
  private int mostPriority;

  Tuple(Match like) {
    this.like = like;
    this.words = like.words;
    this.masks = like.masks;
  }

  boolean isFor(Match match) {
    return like.isOfSameFields(match);
  }

  boolean isEmpty() {
    return count == 0;
  }

  int mostPriority() {
    return mostPriority;
  }

  /** The best entry that a frame with this key matches, or null. */
  @Nullable TableEntry find(long[] key) {
    long hash = 0;
    for (int i = 0; i < words.length; i++) {
      hash = mix(hash, key[words[i]] & masks[i]);
    }
    TableEntry entry = places[place(hash)];
    while (entry != null && !matches(entry.match.values, key)) {
      entry = entry.next;
    }
    return entry;
  }

  private boolean matches(long[] values, long[] key) {
    for (int i = 0; i < words.length; i++) {
      if ((key[words[i]] & masks[i]) != values[i]) {
        return false;
      }
    }
    return true;
  }

  /** The entry with the same match and priority, or null. */
  @Nullable TableEntry find(Match match, int priority) {
    TableEntry entry = places[place(hash(match))];
    while (entry != null && (entry.priority != priority || !entry.match.isSame(match))) {
      entry = entry.next;
    }
    return entry;
  }

  /** Adds an entry that is not in it. */
  void add(TableEntry entry) {
    if (count == places.length) {
      grow();
    }
    link(entry);
    mostPriority = count == 0 ? entry.priority : Math.max(mostPriority, entry.priority);
    count++;
  }

  /** Removes an entry that is in it. */
  void remove(TableEntry entry) {
    int place = place(hash(entry.match));
    TableEntry before = null;
    for (TableEntry at = places[place]; at != entry; at = at.next) {
      if (at == null) {
        throw new IllegalStateException("no such entry");
      }
      before = at;
    }
    if (before == null) {
      places[place] = entry.next;
    } else {
      before.next = entry.next;
    }
    entry.next = null;
    count--;
  }

  /** Shows all entries; the consumer does not change the tuple. */
  void forEach(Consumer<TableEntry> consumer) {
    for (TableEntry first : places) {
      for (TableEntry entry = first; entry != null; entry = entry.next) {
        consumer.accept(entry);
      }
    }
  }

  private void link(TableEntry entry) {
    int place = place(hash(entry.match));
    TableEntry before = null;
    TableEntry after = places[place];
    while (after != null && after.priority >= entry.priority) {
      before = after;
      after = after.next;
    }
    entry.next = after;
    if (before == null) {
      places[place] = entry;
    } else {
      before.next = entry;
    }
  }

  private void grow() {
    @Nullable TableEntry[] old = places;
    places = new @Nullable TableEntry[2 * old.length];
    for (TableEntry first : old) {
      TableEntry entry = first;
      while (entry != null) {
        TableEntry next = entry.next;
        link(entry);
        entry = next;
      }
    }
  }

  private static long hash(Match match) {
    long hash = 0;
    for (long value : match.values) {
      hash = mix(hash, value);
    }
    return hash;
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * MIX;
    return mixed ^ mixed >>> 29;
  }

  private int place(long hash) {
    return (int) ((hash * MIX) >>> 32) & (places.length - 1);
  }
}
