package maestro.emulator.dataplane;

import org.jspecify.annotations.Nullable;

/**
 * The entries without a wildcard, by their key: a hash table with open addressing and linear
 * probing. Removal moves later entries of the run back, so there are no tombstones. Grows to twice
 * its slots when it is half full. Confined to one thread; a lookup allocates nothing.
 *
 * <p>What a lookup needs lies in flat arrays, and the entries' objects are not touched: with 128 K
 * entries each object that is read is a miss of the processor's caches. A row is 64 bytes long.
 *
 * <pre>
 *  rows:  for each slot  | key 5 | frames | bytes | time of the last frame |
 * </pre>
 */
final class ExactTable {
  private static final int ROW = Fields.WORDS + FlowEntry.COUNTERS;
  private static final int LEAST_SLOTS = 16;

  private final int mostEntries;

  /** Null where there is no entry. */
  private @Nullable ActionProgram[] programs = new @Nullable ActionProgram[LEAST_SLOTS];

  private @Nullable FlowEntry[] entries = new @Nullable FlowEntry[LEAST_SLOTS];
  private long[] rows = new long[LEAST_SLOTS * ROW];
  private int count;

  /**
   * @param mostEntries at most 2²⁰
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

  /** The actions for a frame with this key, which is counted; null without an entry. */
  @Nullable ActionProgram use(long[] key, int lengthBytes, long nowNs) {
    int slot = find(key);
    ActionProgram program = programs[slot];
    if (program != null) {
      FlowEntry.count(rows, slot * ROW + Fields.WORDS, lengthBytes, nowNs);
    }
    return program;
  }

  /** The entry with this match, or null. */
  @Nullable FlowEntry find(Match match) {
    return entries[find(keyOf(match))];
  }

  /** The slot with this key, or the free one behind its run. */
  private int find(long[] key) {
    int slot = home(key, 0);
    while (programs[slot] != null && !isAt(slot, key)) {
      slot = next(slot);
    }
    return slot;
  }

  /** Adds an entry whose key is not in the table, which is not full. Its counters move here. */
  void add(FlowEntry entry) {
    if (2 * (count + 1) > programs.length) {
      grow();
    }
    long[] row = new long[ROW];
    for (int w = 0; w < Fields.WORDS; w++) {
      row[w] = entry.match.value(w);
    }
    entry.copyCounters(row, Fields.WORDS);
    put(entry, entry.actions(), row, 0);
    count++;
  }

  /** An entry that is in the table has other actions now. */
  void changed(FlowEntry entry) {
    programs[slotOf(entry)] = entry.actions();
  }

  /** Removes an entry that is in the table. Its counters move back to it. */
  void remove(FlowEntry entry) {
    int hole = slotOf(entry);
    entry.takeCounters();
    for (int slot = next(hole); ; slot = next(slot)) {
      FlowEntry moved = entries[slot];
      if (moved == null) {
        break;
      }
      int distance = (slot - home(rows, slot * ROW)) & (programs.length - 1);
      if (distance >= ((slot - hole) & (programs.length - 1))) { // it may stand where the hole is
        System.arraycopy(rows, slot * ROW, rows, hole * ROW, ROW);
        entries[hole] = moved;
        programs[hole] = programs[slot];
        moved.countIn(rows, hole * ROW + Fields.WORDS);
        hole = slot;
      }
    }
    entries[hole] = null;
    programs[hole] = null;
    count--;
  }

  /** The entry at a slot, or null; slots are numbered from 0. */
  @Nullable FlowEntry at(int slot) {
    return entries[slot];
  }

  int slotCount() {
    return entries.length;
  }

  /** The slot of an entry that is in the table. */
  private int slotOf(FlowEntry entry) {
    return find(keyOf(entry.match));
  }

  private static long[] keyOf(Match match) {
    long[] key = new long[Fields.WORDS];
    for (int w = 0; w < Fields.WORDS; w++) {
      key[w] = match.value(w);
    }
    return key;
  }

  private void grow() {
    @Nullable FlowEntry[] oldEntries = entries;
    @Nullable ActionProgram[] oldPrograms = programs;
    long[] oldRows = rows;
    entries = new @Nullable FlowEntry[2 * oldEntries.length];
    programs = new @Nullable ActionProgram[entries.length];
    rows = new long[entries.length * ROW];
    for (int slot = 0; slot < oldEntries.length; slot++) {
      FlowEntry entry = oldEntries[slot];
      ActionProgram program = oldPrograms[slot];
      if (entry != null && program != null) {
        put(entry, program, oldRows, slot * ROW);
      }
    }
  }

  private void put(FlowEntry entry, ActionProgram program, long[] from, int at) {
    int slot = home(from, at);
    while (programs[slot] != null) {
      slot = next(slot);
    }
    System.arraycopy(from, at, rows, slot * ROW, ROW);
    entries[slot] = entry;
    programs[slot] = program;
    entry.countIn(rows, slot * ROW + Fields.WORDS);
  }

  private boolean isAt(int slot, long[] key) {
    int at = slot * ROW;
    for (int w = 0; w < Fields.WORDS; w++) {
      if (rows[at + w] != key[w]) {
        return false;
      }
    }
    return true;
  }

  private int next(int slot) {
    return (slot + 1) & (programs.length - 1);
  }

  /** Where the run of a key begins: a multiplicative hash (Knuth), its upper half folded in. */
  private int home(long[] words, int at) {
    long sum = 0;
    for (int w = 0; w < Fields.WORDS; w++) {
      long product = (sum ^ words[at + w]) * 0x9e37_79b9_7f4a_7c15L;
      sum = product ^ (product >>> 32);
    }
    return (int) (sum ^ (sum >>> 17)) & (programs.length - 1);
  }
}
