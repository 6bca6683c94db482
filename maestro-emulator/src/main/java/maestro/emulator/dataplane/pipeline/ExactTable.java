package maestro.emulator.dataplane.pipeline;

import java.util.Arrays;
import java.util.function.Consumer;
import maestro.emulator.dataplane.TableSizes;
import org.jspecify.annotations.Nullable;

/**
 * Entries by their key: a hash table with open addressing and linear probing. Removal moves later
 * slots of the run back, so there are no tombstones. Grows to twice its slots when it is half full.
 * Confined to one thread; a lookup allocates nothing.
 *
 * <p>With 128 K entries each line of memory that is read is a miss of the processor's nearer
 * caches. So the slots are small, and a row has in one line of 64 bytes all that a hit needs: a
 * miss reads one line, a hit two. The entries' objects are not touched. Rows have no gaps: slots
 * refer to them by number.
 *
 * <pre>
 *  slots: | fingerprint 11 | number of the row + 1, 21 |        0 is a free slot
 *  rows:  | in_port 32 | program 32 | key, 4 words | frames | bytes | time of the last frame |
 * </pre>
 */
final class ExactTable {
  /** No row has this number. */
  static final int NONE = -1;

  private static final int ROW = Key.FIRST_WORDS + TableEntry.COUNTERS;

  /**
   * Words before the first row. An array begins with 16 bytes, and G1 lays large ones at multiples
   * of 64; 48 bytes more, and each row is one line of the cache. Elsewhere this does no harm.
   */
  private static final int PADDING = 6;

  private static final int LEAST_SLOTS = 16;
  private static final int NUMBER_BITS = (1 << 21) - 1;
  private static final long IN_PORT_BITS = Key.IN_PORT;

  private final int mostEntries;
  private final ProgramNumbers programs = new ProgramNumbers();
  private int[] slots = new int[LEAST_SLOTS];
  private long[] rows = new long[PADDING + LEAST_SLOTS / 2 * ROW];
  private @Nullable TableEntry[] entries = new @Nullable TableEntry[LEAST_SLOTS / 2];
  private int count;

  /**
   * @param mostEntries at most {@link TableSizes#MOST}
   */
  ExactTable(int mostEntries) {
    this.mostEntries = mostEntries;
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == mostEntries;
  }

  /**
   * Spreads the bits of a key: the sum of products with odd constants, one for each word, which the
   * processor computes side by side, then mixed so that each bit changes lower and upper ones.
   */
  static long hash(long[] key) {
    return hash(key[0], key[1], key[2], key[3], key[4]);
  }

  private static long hash(long a, long b, long c, long d, long e) {
    long sum =
        a * 0x9e37_79b9_7f4a_7c15L
            + b * 0xbf58_476d_1ce4_e5b9L
            + c * 0x94d0_49bb_1331_11ebL
            + d * 0xd6e8_feb8_6659_fd93L
            + e * 0xa076_1d64_78bd_642fL;
    long mixed = (sum ^ (sum >>> 32)) * 0xe703_7ed1_a0b4_28dbL;
    return mixed ^ (mixed >>> 29);
  }

  /** Counts a frame for the entry in a row; returns the actions for it. */
  Instructions useRow(int row, int lengthBytes, long nowNs) {
    int at = at(row);
    TableEntry.count(rows, at + Key.FIRST_WORDS, lengthBytes, nowNs);
    return programs.program((int) rows[at]);
  }

  /** The row with this key, or {@link #NONE}. */
  int find(long[] key, long hash) {
    int fingerprint = (int) (hash >>> 32) & ~NUMBER_BITS;
    int mask = slots.length - 1;
    for (int slot = (int) hash & mask; ; slot = (slot + 1) & mask) {
      int found = slots[slot];
      if (found == 0) {
        return NONE;
      }
      if ((found & ~NUMBER_BITS) == fingerprint && isAt(rowOf(found), key)) {
        return rowOf(found);
      }
    }
  }

  /** Reads the slot where a lookup begins, so that the cache has it. */
  int touchSlot(long hash) {
    return slots[(int) hash & (slots.length - 1)];
  }

  /** The first row that may have the key of this hash, or {@link #NONE}. Reads slots only. */
  int candidate(long hash) {
    int fingerprint = (int) (hash >>> 32) & ~NUMBER_BITS;
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    int found = slots[slot];
    while (found != 0 && (found & ~NUMBER_BITS) != fingerprint) {
      slot = (slot + 1) & mask;
      found = slots[slot];
    }
    return rowOf(found);
  }

  /** Reads a row, so that the cache has it. */
  long touchRow(int row) {
    return row == NONE ? 0 : rows[at(row)];
  }

  /** The row with this key, of whose hash the candidate is known, or {@link #NONE}. */
  int find(long[] key, long hash, int candidate) {
    return candidate == NONE || isAt(candidate, key) ? candidate : find(key, hash);
  }

  /** The entry with this match, or null. */
  @Nullable TableEntry find(Match match) {
    long[] key = keyOf(match);
    int row = find(key, hash(key));
    return row == NONE ? null : entries[row];
  }

  /** The entry in a row. */
  TableEntry entryAt(int row) {
    TableEntry entry = entries[row];
    if (entry == null) {
      throw new IndexOutOfBoundsException(row);
    }
    return entry;
  }

  /** Adds an entry whose key is not in the table, which is not full. Its counters move here. */
  void add(TableEntry entry) {
    if (2 * (count + 1) > slots.length) {
      grow();
    }
    int at = at(count);
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      rows[at + w] = entry.match.value(w);
    }
    rows[at] |= programs.take(entry.actions());
    entry.copyCounters(rows, at + Key.FIRST_WORDS);
    entry.countIn(rows, at + Key.FIRST_WORDS);
    entries[count] = entry;
    put(count);
    count++;
  }

  /** An entry that is in the table has other actions now. */
  void changed(TableEntry entry) {
    int at = at(rowOf(slots[slotOf(entry)]));
    int before = (int) rows[at];
    rows[at] = (rows[at] & IN_PORT_BITS) | programs.take(entry.actions());
    programs.release(before);
  }

  /** Removes an entry that is in the table. Its counters move back to it. */
  void remove(TableEntry entry) {
    int slot = slotOf(entry);
    int row = rowOf(slots[slot]);
    entry.takeCounters();
    programs.release((int) rows[at(row)]);
    free(slot);
    int last = count - 1;
    if (row != last) {
      int moved = slotOfRow(last);
      System.arraycopy(rows, at(last), rows, at(row), ROW);
      TableEntry lastEntry = entryAt(last);
      entries[row] = lastEntry;
      lastEntry.countIn(rows, at(row) + Key.FIRST_WORDS);
      slots[moved] = (slots[moved] & ~NUMBER_BITS) | (row + 1);
    }
    entries[last] = null;
    count = last;
  }

  /** Shows all entries; the consumer does not change the table. */
  void forEach(Consumer<TableEntry> consumer) {
    for (int row = 0; row < count; row++) {
      consumer.accept(entryAt(row));
    }
  }

  /** Frees a slot, and moves back those of its run that may not stand behind a free one. */
  private void free(int slot) {
    int mask = slots.length - 1;
    int hole = slot;
    for (int next = (hole + 1) & mask; slots[next] != 0; next = (next + 1) & mask) {
      int distance = (next - (int) hashOf(rowOf(slots[next]))) & mask;
      if (distance >= ((next - hole) & mask)) {
        slots[hole] = slots[next];
        hole = next;
      }
    }
    slots[hole] = 0;
  }

  /** The slot of an entry that is in the table. */
  private int slotOf(TableEntry entry) {
    long[] key = keyOf(entry.match);
    return slotOfRow(find(key, hash(key)));
  }

  /** The slot that refers to a row. */
  private int slotOfRow(int row) {
    int mask = slots.length - 1;
    int slot = (int) hashOf(row) & mask;
    while (rowOf(slots[slot]) != row) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    rows = Arrays.copyOf(rows, PADDING + slots.length / 2 * ROW);
    entries = Arrays.copyOf(entries, slots.length / 2);
    for (int row = 0; row < count; row++) {
      put(row);
      entryAt(row).countIn(rows, at(row) + Key.FIRST_WORDS);
    }
  }

  /** Lets a free slot refer to a row. */
  private void put(int row) {
    long hash = hashOf(row);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = ((int) (hash >>> 32) & ~NUMBER_BITS) | (row + 1);
  }

  private long hashOf(int row) {
    int at = at(row);
    return hash(rows[at] & IN_PORT_BITS, rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4]);
  }

  private boolean isAt(int row, long[] key) {
    int at = at(row);
    return ((rows[at] ^ key[0]) & IN_PORT_BITS) == 0
        && rows[at + 1] == key[1]
        && rows[at + 2] == key[2]
        && rows[at + 3] == key[3]
        && rows[at + 4] == key[4];
  }

  private static int rowOf(int found) {
    return (found & NUMBER_BITS) - 1;
  }

  private static int at(int row) {
    return PADDING + row * ROW;
  }

  private static long[] keyOf(Match match) {
    long[] key = new long[Key.FIRST_WORDS];
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      key[w] = match.value(w);
    }
    return key;
  }
}
