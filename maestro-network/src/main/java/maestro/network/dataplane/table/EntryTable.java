package maestro.network.dataplane.table;

import java.util.Arrays;
import java.util.function.Consumer;
import maestro.network.dataplane.packet.Key;
import org.jspecify.annotations.Nullable;

/**
 * Entries by their key, of which the masks were applied: a hash table with open addressing and
 * linear probing. Removal moves later slots of the run back, so there are no tombstones. Grows to
 * twice its slots when it is half full. Confined to one thread; a lookup allocates nothing.
 *
 * <p>With 128 K entries each line of memory that is read is a miss of the processor's nearer
 * caches. So the slots are small, and a row has in one line of 64 bytes all that a hit needs, as
 * long as keys have only the first words of the {@link Key}: a miss reads one line, a hit two. The
 * entries' objects are not touched. Rows have no gaps: slots refer to them by number.
 *
 * <pre>
 *  slots: | fingerprint 11 | number of the row + 1, 21 |        0 is a free slot
 *  rows:  | in_port 32 | instructions 32 | words 1 to 4 of the key | frames | bytes | time of the
 *         last frame | the other words |
 * </pre>
 */
final class EntryTable {
  /** No row has this number. */
  static final int NONE = -1;

  private static final int COUNTERS_AT = Key.FIRST_WORDS;
  private static final int OTHERS_AT = COUNTERS_AT + TableEntry.COUNTERS;

  /**
   * Words before the first row. An array begins with 16 bytes, and G1 lays large ones at multiples
   * of 64; 48 bytes more, and a row of eight words is one line of the cache. Elsewhere this does no
   * harm.
   */
  private static final int PADDING = 6;

  private static final int LEAST_SLOTS = 4;
  private static final int NUMBER_BITS = (1 << 21) - 1;

  /** The words behind the first ones that keys have. */
  private final int[] others;

  /** A row has 2 to the power of this words. */
  private final int rowShift;

  private final InstructionNumbers numbers = new InstructionNumbers();
  private int[] slots = new int[LEAST_SLOTS];
  private long[] rows;
  private @Nullable TableEntry[] entries = new @Nullable TableEntry[LEAST_SLOTS / 2];
  private int count;

  /**
   * An empty table.
   *
   * @param others the words behind the first ones that keys have; all other words are ignored
   */
  EntryTable(int... others) {
    this.others = others;
    this.rowShift = Integer.SIZE - Integer.numberOfLeadingZeros(OTHERS_AT + others.length - 1);
    this.rows = new long[PADDING + ((LEAST_SLOTS / 2) << rowShift)];
  }

  int count() {
    return count;
  }

  /**
   * Spreads the bits of a key: the sum of products with odd constants, one for each word, which the
   * processor computes side by side, then mixed so that each bit changes lower and upper ones.
   */
  long hash(long[] key) {
    long sum = sum(key[0], key[1], key[2], key[3], key[4]);
    for (int other : others) {
      sum = sumWith(sum, key[other]);
    }
    return mixed(sum);
  }

  private long hashOf(int row) {
    int at = at(row);
    long sum = sum(rows[at] & Key.IN_PORT, rows[at + 1], rows[at + 2], rows[at + 3], rows[at + 4]);
    for (int i = 0; i < others.length; i++) {
      sum = sumWith(sum, rows[at + OTHERS_AT + i]);
    }
    return mixed(sum);
  }

  private static long sum(long a, long b, long c, long d, long e) {
    return a * 0x9e37_79b9_7f4a_7c15L
        + b * 0xbf58_476d_1ce4_e5b9L
        + c * 0x94d0_49bb_1331_11ebL
        + d * 0xd6e8_feb8_6659_fd93L
        + e * 0xa076_1d64_78bd_642fL;
  }

  private static long sumWith(long sum, long word) {
    return Long.rotateLeft(sum, 17) + word * 0x9fb2_1c65_1e98_df25L;
  }

  private static long mixed(long sum) {
    long mixed = (sum ^ (sum >>> 32)) * 0xe703_7ed1_a0b4_28dbL;
    return mixed ^ (mixed >>> 29);
  }

  /** Counts a frame for the entry in a row; returns what it does. */
  Instructions useRow(int row, int lengthBytes, long nowNs) {
    int at = at(row);
    TableEntry.count(rows, at + COUNTERS_AT, lengthBytes, nowNs);
    return numbers.instructions((int) rows[at]);
  }

  /** The row of the entry that a frame with this key matches, or {@link #NONE}. */
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
    long[] key = match.key();
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
    long[] key = entry.match.key();
    System.arraycopy(key, 0, rows, at, Key.FIRST_WORDS);
    for (int i = 0; i < others.length; i++) {
      rows[at + OTHERS_AT + i] = key[others[i]];
    }
    rows[at] |= numbers.take(entry.instructions());
    entry.copyCounters(rows, at + COUNTERS_AT);
    entry.countIn(rows, at + COUNTERS_AT);
    entries[count] = entry;
    put(count);
    count++;
  }

  /** An entry that is in the table has other instructions now. */
  void changed(TableEntry entry) {
    int at = at(rowOf(slots[slotOf(entry)]));
    int before = (int) rows[at];
    rows[at] = (rows[at] & Key.IN_PORT) | numbers.take(entry.instructions());
    numbers.release(before);
  }

  /** Removes an entry that is in the table. Its counters move back to it. */
  void remove(TableEntry entry) {
    int slot = slotOf(entry);
    int row = rowOf(slots[slot]);
    entry.takeCounters();
    numbers.release((int) rows[at(row)]);
    free(slot);
    int last = count - 1;
    if (row != last) {
      int moved = slotOfRow(last);
      System.arraycopy(rows, at(last), rows, at(row), 1 << rowShift);
      TableEntry lastEntry = entryAt(last);
      entries[row] = lastEntry;
      lastEntry.countIn(rows, at(row) + COUNTERS_AT);
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
    long[] key = entry.match.key();
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
    rows = Arrays.copyOf(rows, PADDING + ((slots.length / 2) << rowShift));
    entries = Arrays.copyOf(entries, slots.length / 2);
    for (int row = 0; row < count; row++) {
      put(row);
      entryAt(row).countIn(rows, at(row) + COUNTERS_AT);
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

  private boolean isAt(int row, long[] key) {
    int at = at(row);
    boolean same =
        ((rows[at] ^ key[0]) & Key.IN_PORT) == 0
            && rows[at + 1] == key[1]
            && rows[at + 2] == key[2]
            && rows[at + 3] == key[3]
            && rows[at + 4] == key[4];
    for (int i = 0; same && i < others.length; i++) {
      same = rows[at + OTHERS_AT + i] == key[others[i]];
    }
    return same;
  }

  private static int rowOf(int found) {
    return (found & NUMBER_BITS) - 1;
  }

  private int at(int row) {
    return PADDING + (row << rowShift);
  }
}
