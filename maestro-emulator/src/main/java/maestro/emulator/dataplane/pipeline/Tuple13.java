package maestro.emulator.dataplane.pipeline;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a table whose matches have the same fields and masks, in a hash table by the
 * masked words of the key. The entries in one place are a list in the order of priority, so that
 * the first one that matches is the best. Confined to one thread; a lookup allocates nothing.
 */
final class Tuple13 {
  private static final int FIRST_PLACES = 4;
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private final Match13 like;
  private final int[] words;
  private final long[] masks;
  private @Nullable TableEntry13[] places = new @Nullable TableEntry13[FIRST_PLACES];
  private int count;

  /** No entry has a higher priority. */
  private int mostPriority;

  Tuple13(Match13 like) {
    this.like = like;
    this.words = like.words;
    this.masks = like.masks;
  }

  boolean isFor(Match13 match) {
    return like.isOfSameFields(match);
  }

  boolean isEmpty() {
    return count == 0;
  }

  int mostPriority() {
    return mostPriority;
  }

  /** The best entry that a frame with this key matches, or null. */
  @Nullable TableEntry13 find(long[] key) {
    long hash = 0;
    for (int i = 0; i < words.length; i++) {
      hash = mix(hash, key[words[i]] & masks[i]);
    }
    TableEntry13 entry = places[place(hash)];
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
  @Nullable TableEntry13 find(Match13 match, int priority) {
    TableEntry13 entry = places[place(hash(match))];
    while (entry != null && (entry.priority != priority || !entry.match.isSame(match))) {
      entry = entry.next;
    }
    return entry;
  }

  /** Adds an entry that is not in it. */
  void add(TableEntry13 entry) {
    if (count == places.length) {
      grow();
    }
    link(entry);
    mostPriority = count == 0 ? entry.priority : Math.max(mostPriority, entry.priority);
    count++;
  }

  /** Removes an entry that is in it. */
  void remove(TableEntry13 entry) {
    int place = place(hash(entry.match));
    TableEntry13 before = null;
    for (TableEntry13 at = places[place]; at != entry; at = at.next) {
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
  void forEach(Consumer<TableEntry13> consumer) {
    for (TableEntry13 first : places) {
      for (TableEntry13 entry = first; entry != null; entry = entry.next) {
        consumer.accept(entry);
      }
    }
  }

  private void link(TableEntry13 entry) {
    int place = place(hash(entry.match));
    TableEntry13 before = null;
    TableEntry13 after = places[place];
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
    @Nullable TableEntry13[] old = places;
    places = new @Nullable TableEntry13[2 * old.length];
    for (TableEntry13 first : old) {
      TableEntry13 entry = first;
      while (entry != null) {
        TableEntry13 next = entry.next;
        link(entry);
        entry = next;
      }
    }
  }

  private static long hash(Match13 match) {
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
